import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runAs, type Account } from './account.ts'
import { CannotEmbed } from './cannot-embed.ts'

/** The one role of an embedded PostgreSQL. No password: its only door is a socket in a private folder. */
export const superuser = 'copydesk'

/** C.UTF-8 is missing on macOS before 15; the builtin provider decides collation and case either way. */
const systemLocales = ['C.UTF-8', 'en_US.UTF-8']

/** Makes the cluster in `home` unless it is there. Two processes may try at once: one rename wins. Returns whether it was ours. */
export function ensureCluster(home: string, initdb: string, account: Account, durable: boolean): boolean {
  const cluster = join(home, 'cluster')
  if (existsSync(cluster)) {
    // PostgreSQL refuses a folder others can look into, as some ways of copying leave it
    chmodSync(cluster, 0o700)
    return false
  }
  removeAbandoned(home)
  const half = join(home, `cluster.new-${process.pid}`)
  for (const locale of systemLocales) {
    makePrivate(half, account)
    const flags = `--username=${superuser} --encoding=UTF8 --locale=${locale} --locale-provider=builtin
      --builtin-locale=C.UTF-8 --auth-local=trust --auth-host=reject --no-instructions ${durable ? '' : '--no-sync'}`
    const made = runAs(account, initdb, ['--pgdata', half, ...flags.trim().split(/\s+/)])
    if (made.ok) return takeName(half, cluster)
    rmSync(half, { recursive: true, force: true })
    if (!/invalid locale name/.test(made.output))
      throw new CannotEmbed(`PostgreSQL could not prepare its folder ${cluster}: ${made.output}`)
  }
  throw new CannotEmbed(`This system has none of the locales ${systemLocales.join(', ')}.`)
}

/** A folder only `account` can enter. */
export function makePrivate(folder: string, account: Account) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account.kind === 'other') chownSync(folder, account.uid, account.gid)
}

function takeName(half: string, cluster: string): boolean {
  try {
    renameSync(half, cluster)
    return true
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error
    return false
  }
}

/** Halves of a start that was killed. */
function removeAbandoned(home: string) {
  for (const name of readdirSync(home)) {
    const pid = /^cluster\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(join(home, name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
