import { useState } from 'react'
import { useProblemText } from '../../api/problem-text.tsx'

/** A failure of a step, at the field of the code where it is about that. */
export function useStepFailure() {
  const problemText = useProblemText()
  const [failed, setFailed] = useState<unknown>()
  const fieldError = failed === undefined ? undefined : problemText(failed).fields['code']
  return {
    fieldError,
    /** What is to be said for the form as a whole. */
    failure: fieldError ? undefined : failed,
    fail: (error: unknown) => setFailed(error),
    clear: () => setFailed(undefined),
  }
}
