/** Installs our packages when they are missing or not the ones package-lock.json names. Runs on Node 20. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root, stop } from './node-runtime.mjs'

const stamp = join(root, 'node_modules', '.copydesk-install')

/** @param {string} node */
export function ensureInstalled(node) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (once, and after updates; about a minute) …')
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, said } = npm(node, ['ci', ...flags])
  if (!ok) stop(`The packages could not be installed. npm says:\n${said.split('\n').slice(0, 20).join('\n')}`)
  writeFileSync(stamp, wanted)
}
