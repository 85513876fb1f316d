import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type RunningProcess = {
  name: string
  pid: number
  logFile: string
  /** Resolves with the exit code, or null when a signal ended it. */
  exited: Promise<number | null>
  isRunning: () => boolean
  /** @throws Error when it does not end in time */
  stop: (signal: NodeJS.Signals, seconds?: number) => Promise<number | null>
  /** Ends it and its children at once, as a machine that loses power. */
  kill: () => Promise<void>
}

/** Starts processes and ends all of them. Their output is in files of `folder`. */
export function createProcesses(folder: string) {
  const started: RunningProcess[] = []

  function start(name: string, file: string, args: string[], options: SpawnOptions = {}): RunningProcess {
    const logFile = join(folder, `${name}.log`)
    const log = openSync(logFile, 'a')
    const child = spawn(file, args, { ...options, stdio: ['ignore', log, log] })
    closeSync(log)
    child.on('error', () => undefined)
    if (child.pid === undefined) throw new Error(`${file} does not start`)
    const running = describe(name, child, child.pid, logFile)
    started.push(running)
    return running
  }

  return {
    start,
    /** Newest first, so that what others need goes last. */
    stopAll: async () => {
      for (const one of started.toReversed()) if (one.isRunning()) await one.stop('SIGTERM', 15).catch(() => one.kill())
    },
  }
}

function describe(name: string, child: ChildProcess, pid: number, logFile: string): RunningProcess {
  let running = true
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running = false
      resolve(code)
    })
  })
  return {
    name,
    pid,
    logFile,
    exited,
    isRunning: () => running,
    async stop(signal, seconds = 30) {
      child.kill(signal)
      const late = pause(seconds * 1000, undefined, { ref: false }).then(() => {
        throw new Error(`${name} did not stop within ${seconds} s:\n${lastLines(logFile)}`)
      })
      return Promise.race([exited, late])
    },
    async kill() {
      const family = [pid, ...childrenOf(pid)]
      for (const member of family) {
        try {
          process.kill(member, 'SIGKILL')
        } catch {
          // It has ended meanwhile.
        }
      }
      await exited
    },
  }
}

export const lastLines = (file: string): string => readFileSync(file, 'utf8').trim().split('\n').slice(-12).join('\n')

/** By /proc, so Linux only. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      // The name in parentheses may contain anything.
      const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? []
      return Number(ppid) === parent ? [Number(entry)] : []
    } catch {
      return []
    }
  })
}

/** Waits until `condition` holds. @throws Error that says what did not happen */
export async function until(what: string, condition: () => Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(100))
    if (await condition().catch(() => false)) return
  throw new Error(`${what} did not happen within ${seconds} s`)
}
