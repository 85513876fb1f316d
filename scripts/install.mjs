/** Installs our packages when they are missing or not the ones package-lock.json names. Runs on Node 20. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, stop } from './node-runtime.mjs'

const stamp = join(root, 'node_modules', '.copydesk-install')

/**
 * @param {string} node
 * @param {{ production?: boolean }} [needs] `production`: what serving needs is enough, as an operator's `npm ci --omit=dev`
 *   leaves it; installing again would take the packages away from under the server that runs
 */
export function ensureInstalled(node, { production = false } = {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (production && hasPackages(root)) return
  console.log('Installing packages (once, and after updates; about a minute) …')
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, said } = npm(node, ['ci', ...flags])
  if (!ok) stop(`The packages could not be installed. npm says:\n${said.split('\n').slice(0, 20).join('\n')}`)
  writeFileSync(stamp, wanted)
}

/**
 * Whether npm has installed what package-lock.json names, but for what only development needs.
 * @param {string} folder
 */
export function hasPackages(folder) {
  const there = packagesOf(join(folder, 'node_modules', '.package-lock.json'))
  const wanted = Object.entries(packagesOf(join(folder, 'package-lock.json')))
  return wanted.every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' || dev || optional || devOptional || there[path]?.version === version,
  )
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function packagesOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}
