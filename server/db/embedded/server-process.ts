import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandAs, type Account } from './account.ts'
import { isAlive } from './cluster.ts'

export type ServerProcess = { exited: () => string | null; said: () => string }

const logLimit = 10_000_000

/**
 * Starts `postgres` in its own session, so that neither Ctrl+C nor our own death takes it along.
 * It writes to a file: a pipe would break with us.
 */
export function spawnServer(input: {
  account: Account
  postgres: string
  home: string
  socketDir: string
  settings: Record<string, string>
}): ServerProcess {
  const logFile = join(input.home, 'postgres.log')
  if (existsSync(logFile) && statSync(logFile).size > logLimit) truncateSync(logFile)
  const begin = existsSync(logFile) ? statSync(logFile).size : 0
  const settings = {
    listen_addresses: '',
    unix_socket_directories: input.socketDir,
    unix_socket_permissions: '0700',
    port: '5432',
    cluster_name: 'copydesk',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '200',
    // Today's disks seek for free; at the default 4, counting what a common word finds reads the whole table instead.
    random_page_cost: '1.1',
    // The default of 128 MB is meant for any machine; what is read often then comes from our own memory. A save touches hundreds
    // of pages of the index of words: of a million articles it has 1.4 GB.
    shared_buffers: `${share(8, 128, 8192)}MB`,
    // What was in memory before a restart is read again at once, not by the first who asks.
    shared_preload_libraries: 'pg_prewarm',
    effective_cache_size: `${share(2, 256, 65_536)}MB`,
    // Ours are short queries: compiling one takes longer than running it.
    jit: 'off',
    ...input.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandAs(input.account, input.postgres, ['-D', join(input.home, 'cluster'), ...flags])
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(command.file, command.args, { ...command.options, stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.unref()
  let exit: string | null = null
  child.on('error', (error) => (exit = error.message))
  child.on('exit', (code, signal) => (exit ??= String(code ?? signal)))
  return { exited: () => exit, said: () => readFileSync(logFile).subarray(begin).toString('utf8').trim() }
}

/** A part of the memory that this process may have, in megabytes. */
function share(part: number, least: number, most: number): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 1_048_576
  return Math.floor(Math.min(most, Math.max(least, memory / part)))
}

/** What a running server of this very folder wrote about itself, or null. A copied folder brings another's note along. */
export function readPidFile(home: string): { pid: number; socketDir: string } | null {
  const cluster = join(home, 'cluster')
  try {
    const [pid, folder, , , socketDir = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return folder === cluster ? { pid: Number(pid), socketDir } : null
  } catch {
    return null
  }
}

/** Asks for a fast shutdown (open transactions roll back) and waits for its end. */
export async function stopServer(home: string, patience = 60_000) {
  const running = readPidFile(home)
  // A killed server leaves its pid file behind.
  if (!running || !isAlive(running.pid)) return
  process.kill(running.pid, 'SIGINT')
  for (const end = Date.now() + patience; Date.now() < end; await pause(20)) {
    if (readPidFile(home)?.pid !== running.pid || !isAlive(running.pid)) return
  }
  throw new Error(`PostgreSQL (process ${running.pid}) did not stop within ${patience / 1000} s`)
}
