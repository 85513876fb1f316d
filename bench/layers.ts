/**
 * `npm run bench:layers`: slows down a connection in one of eight layers after the other, and tells which of them the
 * diagnostics name. It needs an idle machine and a built console.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const cli = join(import.meta.dirname, '..', 'node_modules', '@playwright', 'test', 'cli.js')
const { status } = spawnSync(process.execPath, [cli, 'test', '--workers=1'], {
  stdio: 'inherit',
  env: { ...process.env, LAYERS: '1' },
})
process.exit(status ?? 1)
