import { useSyncExternalStore } from 'react'
import type { Layout } from './list-address.ts'
import type { ListControl } from './list-state.ts'

const KEY = 'copydesk.layout'
const listeners = new Set<() => void>()

const read = (): Layout => (localStorage.getItem(KEY) === 'table' ? 'table' : 'grid')

/** Sets how lists of pictures are shown wherever an address does not say otherwise; kept in this browser. */
function setLayout(layout: Layout): void {
  localStorage.setItem(KEY, layout)
  for (const tell of listeners) tell()
}

/** How this list is shown: as its address says, else as the person left it last; and what changes it. */
export function useLayout(list: ListControl): [Layout, (layout: Layout) => void] {
  const preferred = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, read)
  return [
    list.state.layout ?? preferred,
    (layout) => {
      setLayout(layout)
      list.update({ layout }, { replace: true })
    },
  ]
}
