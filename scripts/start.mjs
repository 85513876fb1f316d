/** `npm start` and `npm run dev`: everything a fresh clone needs, then the server in this terminal. Runs on Node 20. */
import { passSignals, runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNode } from './node-runtime.mjs'
import { readArguments } from './read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm start\nnpm run dev',
  about:
    'Installs and builds what is missing, and starts the server. What it reads from the environment: README.md, “Settings”.',
  options: { dev: { type: 'boolean', default: false, about: 'with live changes of console and editor; npm run dev' } },
})
const { dev } = values
const node = ensureNode()
ensureInstalled(node, { production: !dev })

// Before a minute of building: what is wrong with the settings, or a port that is taken.
const check = runChild(node, ['server/check-start.ts'])
const releaseCheck = passSignals([check])
const canStart = await check.ended
releaseCheck()
if (canStart !== 0) process.exit(canStart)

const build = runChild(node, ['scripts/build.ts', '--if-changed', ...(dev ? ['--only=editor'] : [])])
const release = passSignals([build])
const built = await build.ended
release()
if (built !== 0) process.exit(built)

const port = process.env['PORT'] || '3000'
const api = `http://127.0.0.1:${port}`
// A server whose starter was killed without a word must not keep the port.
const flags = ['--import', './scripts/leave-with-parent.mjs', ...(dev ? ['--watch', '--watch-preserve-output'] : [])]
/** @type {Record<string, string>} */
const env = dev ? { PUBLIC_URL: process.env['PUBLIC_URL'] || 'http://localhost:5173' } : {}
// A person at a terminal wants the address and the setup code, not a line for every request.
if (process.stdout.isTTY && !process.env['LOG_LEVEL']) env['LOG_LEVEL'] = 'warn'
// Decoding pictures in many threads leaves glibc's heaps full of holes: with two of them a third less memory stays taken.
env['MALLOC_ARENA_MAX'] = process.env['MALLOC_ARENA_MAX'] || '2'
const children = [runChild(node, [...flags, 'server/main.ts'], env)]
if (dev) {
  children.push(runChild(node, ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], { API_URL: api }))
  const watchEditor = ['build', '--watch', '--config', 'editor/vite.config.ts', '--logLevel', 'warn']
  children.push(runChild(node, ['node_modules/vite/bin/vite.js', ...watchEditor]))
  console.log('The console with live changes: http://localhost:5173')
}
passSignals(children)

const first = await Promise.race(children.map((child) => child.ended))
for (const child of children) child.stop('SIGTERM')
await Promise.all(children.map((child) => child.ended))
process.exit(first)
