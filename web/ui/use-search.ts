import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

/** `answered`: the text that the results belong to. */
export type Search<Result> = { answered: string | undefined; results: readonly Result[]; failure: unknown }

const DELAY_MS = 200

/**
 * Asks the server while a person types: late answers to earlier texts are dropped. Nothing is asked while `text` is
 * undefined. `again` repeats the question after a failure.
 */
export function useSearch<Result>(
  text: string | undefined,
  ask: (text: string, signal: AbortSignal) => Promise<readonly Result[]>,
): Search<Result> & { again: () => void } {
  const [search, setSearch] = useState<Search<Result>>({ answered: undefined, results: [], failure: undefined })
  const [round, setRound] = useState(0)
  const askLatest = useEffectEvent(ask)
  const asked = useRef(false)
  useEffect(() => {
    if (text === undefined) {
      asked.current = false
      return undefined
    }
    const controller = new AbortController()
    const run = async () => {
      try {
        const results = await askLatest(text, controller.signal)
        if (!controller.signal.aborted) setSearch({ answered: text, results, failure: undefined })
      } catch (failure) {
        if (!controller.signal.aborted) setSearch({ answered: text, results: [], failure })
      }
    }
    // The first list comes at once, typing waits for a pause.
    const timer = setTimeout(() => void run(), asked.current ? DELAY_MS : 0)
    asked.current = true
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text, round])
  return { ...search, again: useCallback(() => setRound((count) => count + 1), []) }
}
