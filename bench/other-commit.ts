import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** The files of another commit in a temporary folder; they use the packages that are installed here. */
export function checkOut(commit: string): { folder: string; name: string; remove: () => void } {
  const name = git('rev-parse', '--short', `${commit}^{commit}`)
  const folder = join(mkdtempSync(join(tmpdir(), 'copydesk-bench-commit-')), name)
  git('worktree', 'add', '--detach', folder, name)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    name,
    remove: () => {
      git('worktree', 'remove', '--force', folder)
      rmSync(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

/** Fills the database as this commit seeds: the current one migrates a copy of it, never the reverse. */
export function seedByCommit(folder: string, url: string, sizes: Record<string, number>): void {
  const given = Object.entries(sizes).flatMap(([name, count]) => [`--${name}`, String(count)])
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-bench-seed-'))
  // Older commits seed no readers, and know no option for it.
  const seedsReaders = readFileSync(join(folder, 'scripts/seed.ts'), 'utf8').includes('readers:')
  const without = seedsReaders ? ['--readers', '0'] : []
  const { status } = spawnSync(process.execPath, ['scripts/seed.ts', ...given, ...without], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
  })
  rmSync(dataDir, { recursive: true, force: true })
  if (status !== 0) throw new Error('the other commit did not seed the database')
}

/** A copy of a database on the same server, file by file. @returns its address and how to drop it */
export async function copyDatabase(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const client = new pg.Client(url)
  await client.connect()
  const source = (await client.query<{ name: string }>('select current_database() as name')).rows[0]!.name
  await client.end()
  const name = `copydesk_bench_${process.pid}`
  const onServer = async (statement: string) => {
    const admin = new pg.Client(withDatabase(url, 'template1'))
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  await onServer(`create database "${name}" template "${source}" strategy file_copy`)
  return { url: withDatabase(url, name), drop: () => onServer(`drop database if exists "${name}" with (force)`) }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
