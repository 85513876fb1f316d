/** Builds the console and the editor engine into dist/; with `--if-changed` only what is not built from these sources yet. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const shared = ['package-lock.json', 'package.json', 'tsconfig.base.json']

const PARTS = [
  {
    name: 'editor',
    what: 'the editor engine',
    config: 'editor/vite.config.ts',
    sources: [...shared, 'editor/**/*'],
  },
  {
    name: 'web',
    what: 'the console',
    config: 'vite.config.ts',
    sources: [
      ...shared,
      'vite.config.ts',
      'vite.plugins.ts',
      'lingui.config.ts',
      'scripts/web-build/**/*',
      'web/**/*',
      'contract/**/*',
    ],
  },
]

/** Below one network packet nothing is gained. */
const COMPRESSED_FROM_BYTES = 1024

const only = process.argv.find((flag) => flag.startsWith('--only='))?.slice('--only='.length)
const ifChanged = process.argv.includes('--if-changed')
const begun = performance.now()
const building = new Set<string>()
// On a terminal one line that counts the seconds; otherwise a line at the start and one at the end.
const ticking = process.stdout.isTTY && setInterval(showBuilding, 1000)
const built = await Promise.all(PARTS.filter(({ name }) => !only || name === only).map(build))
if (ticking) clearInterval(ticking)
process.exitCode = built.every(Boolean) ? 0 : 1

async function build({ name, what, config, sources }: (typeof PARTS)[number]): Promise<boolean> {
  const stamp = join(root, 'dist', `.${name}-built-from`)
  const now = fingerprint(sources)
  const upToDate = existsSync(join(root, 'dist', name)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now
  if (ifChanged && upToDate) return true
  building.add(what)
  const since = performance.now()
  if (ticking) showBuilding()
  else console.log(`Building ${what} …`)
  rmSync(stamp, { force: true })
  const { code, said } = await vite(['build', '--config', config, '--logLevel', 'warn'])
  building.delete(what)
  if (ticking) process.stdout.write('\r\u001b[K')
  if (code !== 0) console.error(`${what} could not be built:\n${said}`)
  if (code !== 0) return false
  await compressFiles(join(root, 'dist', name))
  console.log(`Built ${what} in ${seconds(since)}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, now)
  return true
}

/** Compressed once here instead of with every request: the server sends the `.br` or `.gz` beside a file. */
async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg,json}', { cwd: folder }).map((file) => join(folder, file))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < COMPRESSED_FROM_BYTES) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

function showBuilding() {
  if (building.size > 0) process.stdout.write(`\r\u001b[KBuilding ${[...building].join(' and ')} … ${seconds(begun)}`)
}

function seconds(since: number) {
  return `${Math.round((performance.now() - since) / 1000)} s`
}

/** By content, because a checkout changes every file's time. */
function fingerprint(sources: string[]): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    if (!statSync(join(root, file)).isFile()) continue
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function vite(args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })))
}
