import { useEffect, useState } from 'react'
import type { Comparison } from './comparison.ts'
import type { ComparisonRequest } from './comparison-worker.ts'

/** Well above what the longest article takes; whatever needs longer is given up. */
const LONGEST_MS = 30_000

type State = { comparison?: Comparison; hasFailed: boolean }

/** What became of an article body, computed by a worker. `hasFailed`: it took too long, or the worker could not start. */
export function useComparison(before: string, after: string): State & { retry: () => void } {
  const [state, setState] = useState<State>({ hasFailed: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const worker = new Worker(new URL('./comparison-worker.ts', import.meta.url), { type: 'module' })
    const fail = () => {
      worker.terminate()
      setState({ hasFailed: true })
    }
    const timeout = setTimeout(fail, LONGEST_MS)
    worker.addEventListener('error', fail)
    worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => {
      clearTimeout(timeout)
      setState({ comparison: data, hasFailed: false })
      worker.terminate()
    })
    worker.postMessage({ before, after } satisfies ComparisonRequest)
    return () => {
      clearTimeout(timeout)
      worker.terminate()
    }
  }, [before, after, attempt])
  const retry = () => {
    setState({ hasFailed: false })
    setAttempt(attempt + 1)
  }
  return { ...state, retry }
}
