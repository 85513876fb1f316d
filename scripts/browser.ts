/** Which Chromium the tests drive, and how it must be started on this machine. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Where get-browser.ts puts the one it fetches. */
export const fetchedBrowser = join(import.meta.dirname, '..', '.node', 'browser')
export const fetchedLauncher = join(fetchedBrowser, 'run-chromium')

/** Installed browsers in the order we trust them. */
export function browserCandidates(): string[] {
  const named = process.env['CHROMIUM_PATH']
  if (named) return [named]
  // The shell has no window, tabs or menus of its own: a third less work than the whole browser.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const system = names.map((name) => `/usr/bin/${name}`)
  return [chromium.executablePath(), ...system, fetchedLauncher].filter((path) => existsSync(path))
}

/**
 * Tests never need the network, containers have a small /dev/shm, and root has no sandbox. Without a graphics card, drawing
 * as if there were one takes a fifth of all the time.
 */
export const browserFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Where LANG is C, a page would be told of a language that no formatter knows.
  '--accept-lang=en-US',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** For both Playwright and vitest. */
export function launchOptions() {
  const executablePath = browserCandidates()[0]
  return { ...(executablePath ? { executablePath } : {}), args: browserFlags, chromiumSandbox: false }
}
