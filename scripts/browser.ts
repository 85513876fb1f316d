/** Which Chromium the tests drive, and how it must be started on this machine. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Installed browsers in the order we trust them. */
export function browserCandidates(): string[] {
  const named = process.env['CHROMIUM_PATH']
  if (named) return [named]
  return [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].filter(
    existsSync,
  )
}

/** For Playwright and vitest alike. Tests never need the network, and root has no sandbox. */
export function launchOptions() {
  const executablePath = browserCandidates()[0]
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  }
}
