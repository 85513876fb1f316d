import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { passSignals } from './child.mjs'
import type { Summary } from './summary.ts'

/** One part of all tests: a script that leaves a summary behind if it counts tests. */
export type Part = {
  name: string
  args: string[]
  counts: boolean
  /** The parts before it that must have ended; with none, it begins at once. */
  after?: string[]
  /** It only takes processor time that the others leave. */
  yields?: boolean
}
type Around = { reports: string; env: Record<string, string> }

const root = join(import.meta.dirname, '..')

/** Runs a part without its output, and prints one line: its name, what came of it, and how long it took. */
export async function runPart(part: Part, { reports, env }: Around): Promise<Summary> {
  const begun = performance.now()
  const file = join(reports, `${part.name.replaceAll(' ', '-')}.json`)
  const line = showRunning(part.name, begun)
  const { code, said } = await run(part, { ...env, ...(part.counts && { TEST_SUMMARY: file }) })
  line.end()
  const summary = completed(part, code, said, part.counts ? readSummary(file) : undefined)
  console.log(lineOf(part, summary, performance.now() - begun))
  return summary
}

/** A part that ends badly without a failed test of its own still counts as one failure, and shows the end of its output. */
export function completed({ name, counts }: Part, code: number, said: string, summary?: Summary): Summary {
  const found = summary ?? { passed: 0, failed: [], flaky: [] }
  if (code === 0 && (summary || !counts)) return found
  if (found.failed.length > 0) return found
  const end = stripVTControlCharacters(said).trim().split('\n').slice(-80).join('\n')
  return { ...found, failed: [{ name, details: end || `It ended with ${code} and printed nothing.` }] }
}

/** `Server tests     1,234 passed, 1 failed      3 min 12 s`. */
export function lineOf({ name, counts }: Part, { passed, failed, flaky }: Summary, ms: number): string {
  const said = counts
    ? [
        `${passed.toLocaleString('en')} passed`,
        failed.length && `${failed.length} failed`,
        flaky.length && `${flaky.length} at the second try`,
      ]
    : [failed.length ? 'failed' : 'ok']
  return `${name.padEnd(16)}${said.filter(Boolean).join(', ').padEnd(28)}${durationOf(ms)}`
}

export function durationOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function readSummary(file: string): Summary | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Summary
  } catch {
    return undefined
  }
}

const running = new Map<string, number>()

/** On a terminal, the parts that run and for how long; otherwise nothing until they have ended. */
function showRunning(name: string, begun: number) {
  if (!process.stdout.isTTY) return { end: () => undefined }
  const clear = () => process.stdout.write('\r\u001b[K')
  const show = () => {
    clear()
    const parts = [...running].map(([part, start]) => `${part} … ${durationOf(performance.now() - start)}`)
    process.stdout.write(parts.join(', '))
  }
  running.set(name, begun)
  show()
  const ticking = setInterval(show, 1000)
  return {
    end() {
      clearInterval(ticking)
      running.delete(name)
      clear()
    },
  }
}

const MOST_OUTPUT = 1_000_000
/** As of `nice`: a tenth of the processor time of a process that does not yield, and all that is idle. */
const YIELDING = 10

function run({ args, yields }: Part, env: Record<string, string>): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  // Inherited by the processes that it starts.
  if (yields && child.pid) setPriority(child.pid, YIELDING)
  const release = passSignals([{ stop: (signal) => void child.kill(signal) }])
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MOST_OUTPUT)))
  return new Promise((resolve) => {
    child.on('error', (error) => (said += error.message))
    child.on('close', (code) => {
      release()
      resolve({ code: code ?? 1, said })
    })
  })
}
