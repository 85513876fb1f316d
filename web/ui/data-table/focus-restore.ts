import { type RefObject, useEffect, useRef } from 'react'
import { moveFocus } from './row-focus.ts'

const FRAME = '[data-list-frame]'
/** The controls above a list that act on it. */
const FLOATING = '[role=dialog], [role=menu], [data-floating]'
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

/** What had the focus last, and the list it belonged to: once it is gone from the page, no one else knows. */
let last: { element: Element; frame: Element | null; floats: boolean } | undefined
/** What had it before it went into a dialog or a menu: no one gives it back when these are simply gone. */
let opener: Element | undefined
/** A person who uses a pointer looks at a place of the list: it must not scroll away. */
let pointed = false

function remember(element: Element | null) {
  if (element?.closest(FLOATING) == null) opener = element ?? undefined
  last = element ? { element, frame: element.closest(FRAME), floats: element.closest(FLOATING) !== null } : undefined
}
const onFocusIn = ({ target }: FocusEvent) => remember(target instanceof Element ? target : null)
/** Who clicks on nothing wants the focus nowhere. */
const onPointerDown = ({ target }: PointerEvent) => {
  pointed = true
  remember(target instanceof Element ? target.closest(FOCUSABLE) : null)
}
const onKeyDown = () => void (pointed = false)

/** Heard from the first list on, once for all of them: what is pressed in a form may lead to a list. */
function listen() {
  document.addEventListener('focusin', onFocusIn, true)
  document.addEventListener('pointerdown', onPointerDown, true)
  document.addEventListener('keydown', onKeyDown, true)
}

const isLost = () =>
  (document.activeElement === document.body || document.activeElement === null) &&
  last !== undefined &&
  !(last.element.isConnected && last.element.checkVisibility())

const idsIn = (frame: Element) =>
  [...frame.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => row.dataset['rowId']!)

/**
 * Keeps the focus in a list: where what had it goes away (a row that was restored, a bulk bar, a dialog, a toast), the
 * row that takes the place gets it, or else the heading of the list. The frame carries `data-list-frame`.
 */
export function useFocusRestore(frame: RefObject<HTMLElement | null>): void {
  const used = useRef<{ id: string; order: string[] }>(undefined)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    listen()
    const note = ({ target }: FocusEvent) => {
      const id = (target as Element).closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
      if (id) used.current = { id, order: idsIn(element) }
    }
    const finish = () => {
      if (!isLost() || (last?.frame !== element && !last?.floats)) return
      if (document.querySelector('[role=dialog][aria-modal=true]')) return
      if (last?.floats && opener instanceof HTMLElement && element.contains(opener)) {
        opener.focus({ preventScroll: pointed })
        if (document.activeElement === opener) return
      }
      const id = standIn(used.current, idsIn(element))
      if (id) return moveFocus(element, { to: id }, !pointed)
      const heading = element.querySelector('h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    }
    element.addEventListener('focusin', note)
    const changes = new MutationObserver(finish)
    changes.observe(document.body, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', note)
      changes.disconnect()
    }
  }, [frame])
}

/** The row that was in use, the first one after it that is still there, or the last one before it. */
function standIn(used: { id: string; order: readonly string[] } | undefined, now: readonly string[]) {
  if (!used) return undefined
  const left = new Set(now)
  const at = used.order.indexOf(used.id)
  const isLeft = (id: string) => left.has(id)
  return used.order.slice(at).find(isLeft) ?? used.order.slice(0, at).findLast(isLeft)
}
