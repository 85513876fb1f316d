import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { type Screen, ScreenContext } from './screen.tsx'

/**
 * For a list inside a dialog: its search, filters and order live here and never reach the browser's address. Links to
 * other screens have no place in it.
 */
export function LocalScreen({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState('')
  const navigate = useCallback<Screen['navigate']>((to) => {
    if (to === '' || to.startsWith('?')) setSearch(to)
  }, [])
  const screen = useMemo<Screen>(() => ({ path: '', search, params: {}, navigate }), [search, navigate])
  return <ScreenContext value={screen}>{children}</ScreenContext>
}
