import { useSyncExternalStore } from 'react'
import type { Density } from './list-address.ts'

const KEY = 'copydesk.density'
const listeners = new Set<() => void>()

const read = (): Density => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable')

/** Sets how dense lists are wherever a view does not say otherwise; kept in this browser. */
export function setDensity(density: Density): void {
  localStorage.setItem(KEY, density)
  for (const tell of listeners) tell()
}

/** How dense this person likes lists. */
export const useDensity = (): Density =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
