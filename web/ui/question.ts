import { useCallback, useRef, useState } from 'react'

/**
 * A question that a dialog answers.
 * @returns `ask` opens it and resolves to the answer, null where the dialog is left or asked for again; `asked` is what was given to it
 *   while it is open
 */
export function useQuestion<Answer, Given = true>() {
  const [asked, setAsked] = useState<{ given: Given }>()
  const resolve = useRef<(answer: Answer | null) => void>(undefined)
  const answer = useCallback((value: Answer | null) => {
    setAsked(undefined)
    resolve.current?.(value)
    resolve.current = undefined
  }, [])
  const ask = useCallback((given: Given) => {
    resolve.current?.(null)
    setAsked({ given })
    return new Promise<Answer | null>((give) => (resolve.current = give))
  }, [])
  return { ask, answer, asked }
}
