import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { isOfComposition } from './composition.ts'

export type Shortcut = {
  /** `event.key` without modifiers, as in `/`, `j`, `?`, `Enter`. */
  key: string
  /** Only together with Ctrl, or ⌘ on Apple's keyboards. */
  withCtrl?: true
  /** Only together with Shift, for a key that is the same with it. */
  withShift?: true
  /** The keys as help lists them, where that is not the key alone. */
  shown?: readonly string[]
  /** What it does, in the person's language, for the keyboard help. */
  label: string
  run: (event: KeyboardEvent) => void
  /** Other keys for the same action, which help does not list. */
  quiet?: boolean
}

let active: readonly (readonly Shortcut[])[] = []
const listeners = new Set<() => void>()
function setActive(next: typeof active) {
  active = next
  for (const tell of listeners) tell()
}

const TYPING =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])'
// A listbox that is a part of the page, not of a field, says so.
const FLOATING = '[role=dialog], [role=menu], [role=listbox]:not([data-page-keys]), [role=combobox]'

/** Whether a key press is meant for the page, not for a field, a menu, a dialog or an input method. */
export function isForThePage(event: KeyboardEvent, withCtrl = false): boolean {
  if (event.defaultPrevented || isOfComposition(event) || event.altKey) return false
  if ((event.ctrlKey || event.metaKey) !== withCtrl) return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest(`${TYPING}, ${FLOATING}`)
}

/** Single-key shortcuts of a screen. A hidden screen has none, because React stops its effects. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const readShortcuts = useEffectEvent(() => shortcuts)
  const labels = shortcuts.map(({ key, label }) => `${key} ${label}`).join('\n')
  // Not after the next frame: what is shown takes keys.
  useLayoutEffect(() => {
    const mine = readShortcuts()
    setActive([...active, mine])
    const onKey = (event: KeyboardEvent) => {
      const ctrl = event.ctrlKey || event.metaKey
      if (!isForThePage(event, ctrl)) return
      readShortcuts()
        .find(
          ({ key, withCtrl = false, withShift }) =>
            key === event.key && withCtrl === ctrl && (!withShift || event.shiftKey),
        )
        ?.run(event)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      setActive(active.filter((list) => list !== mine))
    }
  }, [labels])
}

/** The shortcuts that work right now, for the keyboard help. */
export function useActiveShortcuts(): readonly Shortcut[] {
  const lists = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => active,
  )
  return lists.flat().filter(({ quiet }) => !quiet)
}
