import { type RefObject, useEffect, useRef } from 'react'
import { focusTrace, isFocusNowhere, traceFocus } from '../focus-trace.ts'
import { moveFocus } from './row-focus.ts'

const FRAME = '[data-list-frame]'

const isLost = () => {
  const last = focusTrace.last()
  return isFocusNowhere() && last !== undefined && !(last.element.isConnected && last.element.checkVisibility())
}

/** The focus stays in the controls above the list where one of them goes away: the keeper of the console sees to that. */
const isToolbar = (around: Element) => around.isConnected && around.matches('[role=group]:not([inert])')

/** What goes away among the views leaves the focus at the view that is shown now, such as the one just saved. */
function viewIn(path: readonly Element[] | undefined) {
  const views = path?.find((around) => around.isConnected && around.matches('[data-link-tabs]'))
  return views?.querySelector<HTMLElement>('[aria-current]') ?? views?.querySelector('a')
}

const idsIn = (frame: Element) =>
  [...frame.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => row.dataset['rowId']!)

/**
 * Keeps the focus in a list: where what had it goes away (a row that was restored, a bulk bar, a dialog, a toast), the
 * row that takes the place gets it, or else the heading of the list; among the views, the one that is shown. The frame carries `data-list-frame`.
 */
export function useFocusRestore(frame: RefObject<HTMLElement | null>): void {
  const used = useRef<{ id: string; order: string[] }>(undefined)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    traceFocus()
    const note = ({ target }: FocusEvent) => {
      const id = (target as Element).closest<HTMLElement>('[data-row-id]')?.dataset['rowId']
      // The order from before: a row that is moved gets the focus again by React.
      if (id && id !== used.current?.id) used.current = { id, order: idsIn(element) }
    }
    const finish = (records: readonly MutationRecord[]) => {
      if (!isLost()) {
        const isMove = records.some(
          ({ target, removedNodes }) => removedNodes.length > 0 && target.nodeName === 'TBODY',
        )
        return isMove && !focusTrace.isPointed() ? leaveMoved() : undefined
      }
      const last = focusTrace.last()!
      if (last.path.find((around) => around.matches(FRAME)) !== element && !last.floats) return
      if (document.querySelector('[role=dialog][aria-modal=true]')) return
      // A person who uses a pointer looks at a place of the list: it must not scroll away.
      const preventScroll = focusTrace.isPointed()
      const opener = focusTrace.opener()?.element
      if (last.floats && opener && element.contains(opener)) {
        opener.focus({ preventScroll: true })
        if (!preventScroll && !leaveMoved()) opener.scrollIntoView({ block: 'nearest' })
        if (element.contains(document.activeElement)) return
      }
      const from = last.floats ? focusTrace.opener() : last
      if (!preventScroll && from?.path.some(isToolbar)) return
      const view = viewIn(from?.path)
      if (view) return view.focus({ preventScroll })
      const id = standIn(used.current, idsIn(element))
      if (id) return moveFocus(element, { to: id }, !preventScroll)
      const heading = element.querySelector('h1')
      heading?.setAttribute('tabindex', '-1')
      heading?.focus({ preventScroll: true })
    }
    /** A row that moved out of sight, as one that is pinned, takes neither the list along nor the focus of the keyboard. */
    const leaveMoved = (): boolean => {
      const { id, order } = used.current ?? { id: '', order: [] }
      const row = document.activeElement?.closest<HTMLElement>('[data-row-id]')
      if (row?.dataset['rowId'] !== id || !element.contains(row) || isInSight(row)) return false
      const now = idsIn(element)
      if (Math.abs(now.indexOf(id) - order.indexOf(id)) < 2) return false
      const next = standIn(
        { id, order },
        now.filter((other) => other !== id),
      )
      const place = next && element.querySelector(`[data-row-id="${CSS.escape(next)}"]`)
      if (!place || !isInSight(place)) return false
      moveFocus(element, { to: next }, false)
      return true
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

/** Where a row is once it has glided to its place. */
function isInSight(row: Element): boolean {
  const { top, height } = row.getBoundingClientRect()
  const start = top - new DOMMatrix(getComputedStyle(row).transform).m42
  const list = row.closest('table')?.parentElement?.getBoundingClientRect()
  return start + height > Math.max(0, list?.top ?? 0) && start < Math.min(innerHeight, list?.bottom ?? innerHeight)
}

/** The row that was in use, the first one after it that is still there, or the last one before it. */
function standIn(used: { id: string; order: readonly string[] } | undefined, now: readonly string[]) {
  if (!used) return undefined
  const left = new Set(now)
  const at = used.order.indexOf(used.id)
  const isLeft = (id: string) => left.has(id)
  return used.order.slice(at).find(isLeft) ?? used.order.slice(0, at).findLast(isLeft)
}
