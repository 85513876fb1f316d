import { useEffect, useState } from 'react'
import type { Comparison } from './comparison.ts'
import type { ComparisonRequest } from './comparison-worker.ts'

/** Well above what the longest article takes; whatever needs longer is given up. */
const LONGEST_MS = 30_000

/** A conflict in many places has a comparison for each. */
const MOST_AT_ONCE = 2
const waiting = new Set<() => void>()
let running = 0

/** Runs when fewer than that are running. @returns what ends it, or gives it up before it began */
function whenFree(run: (done: () => void) => () => void): () => void {
  let end: (() => void) | undefined
  let isDone = false
  const start = () => {
    running++
    end = run(() => {
      if (isDone) return
      isDone = true
      running--
      startWaiting()
    })
  }
  waiting.add(start)
  startWaiting()
  return () => {
    waiting.delete(start)
    if (!isDone) end?.()
  }
}

function startWaiting() {
  for (const start of waiting) {
    if (running >= MOST_AT_ONCE) return
    waiting.delete(start)
    start()
  }
}

type State = { comparison?: Comparison; hasFailed: boolean }

/** What became of an article body, computed by a worker. `hasFailed`: it took too long, or the worker could not start. */
export function useComparison(before: string, after: string): State & { retry: () => void } {
  const [state, setState] = useState<State>({ hasFailed: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    return whenFree((done) => {
      const worker = new Worker(new URL('./comparison-worker.ts', import.meta.url), { type: 'module' })
      const end = (next?: State) => {
        clearTimeout(timeout)
        worker.terminate()
        if (next) setState(next)
        done()
      }
      const timeout = setTimeout(() => end({ hasFailed: true }), LONGEST_MS)
      worker.addEventListener('error', () => end({ hasFailed: true }))
      worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) =>
        end({ comparison: data, hasFailed: false }),
      )
      worker.postMessage({ before, after } satisfies ComparisonRequest)
      return end
    })
  }, [before, after, attempt])
  const retry = () => {
    setState({ hasFailed: false })
    setAttempt(attempt + 1)
  }
  return { ...state, retry }
}
