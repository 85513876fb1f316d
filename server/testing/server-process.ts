import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { processEnv } from './process-env.ts'

const running = new Set<ChildProcess>()

/** A server process of its own, as `npm start` runs it, on any free port; gone after the test. */
export function startServerProcess(env: Record<string, string | undefined>, file = 'main.ts') {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', file)], {
    env: { ...processEnv, PORT: '0', LOG_LEVEL: 'silent', MALLOC_ARENA_MAX: '2', ...env },
  })
  running.add(child)
  let said = ''
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const port = /ready on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      if (port) resolve(Number(port))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(said)))
  })
  ready.catch(() => undefined)
  return { child, ready, exited, said: () => said }
}

/** Call at the top of a file that starts such processes. @param after vitest's `afterAll`, where they serve several tests */
export const endServerProcesses = (after: (end: () => void) => void = afterEach) =>
  after(() => running.forEach((child) => child.kill('SIGKILL')))
