import { useSyncExternalStore } from 'react'

/** Whether a dialog of the whole console is open: set from anywhere, shown by one component. */
export function createOpener() {
  let opened = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    opened = next
    for (const tell of listeners) tell()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    open: () => set(true),
    close: () => set(false),
    useOpened: () => useSyncExternalStore(subscribe, () => opened),
  }
}
