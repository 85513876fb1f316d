import { createContext, use } from 'react'

/** Where a screen stands: its own path and query, not the browser's, so that a hidden screen never sees another's address. */
export type Screen = {
  path: string
  /** Query string with its `?`, or empty. */
  search: string
  params: Readonly<Record<string, string>>
  navigate: (to: string, options?: { replace?: boolean }) => void
}

export const ScreenContext = createContext<Screen | null>(null)

/**
 * The only way a screen learns its address.
 * @throws Error outside the shell
 */
export function useScreen(): Screen {
  const screen = use(ScreenContext)
  if (!screen) throw new Error('useScreen needs a screen around it')
  return screen
}
