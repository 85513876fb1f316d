import { useCallback, useEffect, useState } from 'react'
import { useHeading, useScreen } from './screen.tsx'

/** Leaves a form that was just reset, once everybody knows that nothing is unsaved: otherwise leaving would ask. */
export function useLeaveClean(to: string): () => void {
  const { navigate } = useScreen()
  const { unsaved } = useHeading()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!leaving || unsaved) return undefined
    const timer = setTimeout(() => navigate(to))
    return () => clearTimeout(timer)
  }, [leaving, unsaved, navigate, to])
  return useCallback(() => setLeaving(true), [])
}
