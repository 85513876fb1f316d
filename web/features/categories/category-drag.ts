import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { CategoryTreeItem } from '#contract/categories.ts'
import type { TreePlace } from '#contract/category-tree.ts'
import { type DropZone, dropPlace } from './category-tree-rows.ts'

export type Drag = { id: string; over: string | undefined; zone: DropZone }
type Options = {
  items: readonly CategoryTreeItem[]
  onDrop: (id: string, to: TreePlace) => void
  /** The pointer rests on it while dragging. */
  onRest: (id: string) => void
}

const REST_MS = 600
/** A press that moves less selects the row. */
const MOVED_PX = 5

/** Drags a row by its grip, by mouse, pen or finger; with a mouse, by any place of it that does nothing else. Escape gives up. */
export function useCategoryDrag({ items, onDrop, onRest }: Options) {
  const [drag, setDrag] = useState<Drag>()
  /** Where the mouse was pressed on a row that may be dragged from there. */
  const pressed = useRef<{ id: string; x: number; y: number }>(undefined)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(rest.current)
    setDrag(undefined)
  }

  const dragging = drag !== undefined
  useEffect(() => {
    if (!dragging) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      stop()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [dragging])
  useEffect(() => () => clearTimeout(rest.current), [])

  return {
    drag,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        const target = event.target as Element
        const id = target.closest<HTMLElement>('[data-id]')?.dataset['id']
        pressed.current = undefined
        if (!id || event.button !== 0) return
        if (!target.closest('[data-act=grip]')) {
          // A finger scrolls there.
          if (event.pointerType === 'mouse' && !target.closest('[data-act], button, input'))
            pressed.current = { id, x: event.clientX, y: event.clientY }
          return
        }
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, over: undefined, zone: 'into' })
      },
      onPointerMove: (event: PointerEvent) => {
        // Released outside of the window.
        if (event.buttons === 0) pressed.current = undefined
        const from = pressed.current
        if (!drag && from && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= MOVED_PX) {
          pressed.current = undefined
          getSelection()?.removeAllRanges()
          event.currentTarget.setPointerCapture(event.pointerId)
          return setDrag({ id: from.id, over: undefined, zone: 'into' })
        }
        if (!drag) return undefined
        const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-id]')
        const over = row?.dataset['id']
        if (!row || !over) return setDrag({ ...drag, over: undefined })
        const { top, height } = row.getBoundingClientRect()
        const part = (event.clientY - top) / height
        const zone = part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'into'
        row.scrollIntoView({ block: 'nearest' })
        const allowed = dropPlace(items, drag.id, over, zone) !== undefined
        if (over !== drag.over) {
          clearTimeout(rest.current)
          rest.current = setTimeout(() => onRest(over), REST_MS)
        }
        if (over !== drag.over || zone !== drag.zone) setDrag({ ...drag, over: allowed ? over : undefined, zone })
      },
      onPointerUp: () => {
        pressed.current = undefined
        if (!drag) return
        const place = drag.over && dropPlace(items, drag.id, drag.over, drag.zone)
        stop()
        if (place) onDrop(drag.id, place)
      },
      onPointerCancel: stop,
    },
  }
}
