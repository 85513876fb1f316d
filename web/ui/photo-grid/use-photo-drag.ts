import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { firstAfter } from './move-set.ts'
import { type Box, gapAt, type PhotoLayout, photosWithin } from './pack-rows.ts'
import { selectOne, type SetSelection } from './set-selection.ts'

/** A set on its way with the mark of where it would go, or a frame drawn around photos. */
export type PhotoDrag =
  | { kind: 'move'; ids: ReadonlySet<string>; first: string; line: Box; gap: number; start: string }
  | { kind: 'band'; area: Box }

type Given = {
  area: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  layout: PhotoLayout
  order: readonly string[]
  selection: SetSelection
  onSelection: (next: SetSelection) => void
  selectable: boolean
  movable: boolean
  onMove: (ids: ReadonlySet<string>, before: string | undefined) => void
}

/** Pixels that a press may tremble before it is a drag. */
const TREMBLE = 6
/** How long a finger rests on a photo to choose or lift it; less is the beginning of scrolling. */
const HOLD_MS = 350
/** So near to the edge, the area scrolls by itself; the nearer the faster. */
const EDGE = 72
const FASTEST = 26

type Press = {
  id: string | undefined
  touch: boolean
  from: { x: number; y: number }
  at: { x: number; y: number }
  phase: 'pressed' | 'held' | 'move' | 'band'
  /** Where a frame began, in the list's own pixels: scrolling does not move it. */
  origin: { x: number; y: number }
  keep: ReadonlySet<string>
  ids: ReadonlySet<string>
}

/**
 * Dragging a set of photos to another place with the mouse, a pen or a finger (which rests on a photo first), and
 * drawing a frame around photos from where there is none. Escape ends either without a change.
 * @returns `preview`: the element that follows the pointer; `wasDrag`: whether the click that comes now ended a drag
 */
export function usePhotoDrag(given: Given) {
  const [drag, setDrag] = useState<PhotoDrag>()
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  const preview = useRef<HTMLDivElement>(null)
  const ended = useRef(false)
  const end = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => end.current?.(), [])

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary || !given.selectable) return
    end.current?.()
    const list = latest.current.list.current!
    const area = latest.current.area.current!
    const target = event.target as Element
    const touch = event.pointerType === 'touch'
    const point = { x: event.clientX, y: event.clientY }
    const id = target.closest<HTMLElement>('[data-photo]')?.dataset['photo']
    if (touch && id === undefined) return
    const inList = ({ x, y }: { x: number; y: number }) => {
      const { left, top } = list.getBoundingClientRect()
      return { x: x - left, y: y - top }
    }
    const press: Press = {
      id,
      touch,
      from: point,
      at: point,
      phase: 'pressed',
      origin: inList(point),
      keep: event.ctrlKey || event.metaKey || event.shiftKey ? given.selection.ids : new Set(),
      ids: new Set(),
    }

    const follow = () => {
      const { layout, order, selection, onSelection } = latest.current
      const here = inList(press.at)
      if (press.phase === 'move') {
        const start = `translate(${press.at.x + 14}px, ${press.at.y + 14}px)`
        if (preview.current) preview.current.style.transform = start
        const { gap, line } = gapAt(layout, here.x, here.y)
        setDrag((before) =>
          before?.kind === 'move' && before.gap === gap && before.line.top === line.top
            ? before
            : {
                kind: 'move',
                ids: press.ids,
                first: press.id!,
                gap,
                line,
                start: before?.kind === 'move' ? before.start : start,
              },
        )
      } else if (press.phase === 'band') {
        const frame = {
          left: Math.min(here.x, press.origin.x),
          top: Math.min(here.y, press.origin.y),
          width: Math.abs(here.x - press.origin.x),
          height: Math.abs(here.y - press.origin.y),
        }
        setDrag({ kind: 'band', area: frame })
        const ids = new Set(press.keep)
        for (const at of photosWithin(layout, frame)) ids.add(order[at]!)
        if (ids.size !== selection.ids.size || [...ids].some((one) => !selection.ids.has(one)))
          onSelection({ ...selection, ids })
      }
    }

    let frame = 0
    const scrollAtEdges = () => {
      const { top, bottom } = area.getBoundingClientRect()
      const up = Math.min(1, (top + EDGE - press.at.y) / EDGE)
      const down = Math.min(1, (press.at.y - bottom + EDGE) / EDGE)
      const by = up > 0 ? -up * FASTEST : down > 0 ? down * FASTEST : 0
      if (by !== 0) {
        const was = area.scrollTop
        area.scrollTop += by
        if (area.scrollTop !== was) follow()
      }
      frame = requestAnimationFrame(scrollAtEdges)
    }

    const lift = () => {
      const { selection, onSelection, movable } = latest.current
      if (!movable || press.id === undefined) return false
      press.ids = selection.ids.has(press.id) ? selection.ids : new Set([press.id])
      if (press.ids !== selection.ids) onSelection(selectOne(selection, latest.current.order, press.id, 'only'))
      press.phase = 'move'
      return true
    }
    const begin = () => {
      if (press.id === undefined) press.phase = 'band'
      else if (!lift()) return finish()
      list.setPointerCapture(event.pointerId)
      frame = requestAnimationFrame(scrollAtEdges)
      follow()
    }
    const hold = setTimeout(() => {
      if (!press.touch || press.phase !== 'pressed') return
      press.phase = 'held'
      navigator.vibrate?.(12)
      const { selection, onSelection, order } = latest.current
      if (!selection.ids.has(press.id!)) onSelection(selectOne(selection, order, press.id!, 'toggle'))
    }, HOLD_MS)

    const onMove = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return
      press.at = { x: moved.clientX, y: moved.clientY }
      const far = Math.hypot(press.at.x - press.from.x, press.at.y - press.from.y) > TREMBLE
      if (press.phase === 'pressed' && far) {
        if (press.touch) finish()
        else begin()
      } else if (press.phase === 'held' && far) begin()
      else follow()
    }
    const onUp = (up: PointerEvent) => {
      if (up.pointerId !== event.pointerId) return
      const { phase, ids, at } = press
      const here = inList(at)
      if (phase !== 'pressed') swallowClick()
      finish()
      if (phase !== 'move') return
      const { layout, order, onMove: drop } = latest.current
      const isMoved = (one: string) => ids.has(one)
      drop(ids, firstAfter(order, isMoved, gapAt(layout, here.x, here.y).gap))
    }
    const swallowClick = () => {
      ended.current = true
      setTimeout(() => (ended.current = false), 0)
    }
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || press.phase === 'pressed') return
      key.preventDefault()
      key.stopPropagation()
      finish()
    }
    /** While a finger carries photos, the page does not scroll under it. */
    const onTouchMove = (touched: TouchEvent) => {
      if (press.phase !== 'pressed') touched.preventDefault()
    }
    const cancel = (cancelled: PointerEvent) => {
      if (cancelled.pointerId === event.pointerId) finish()
    }
    function finish() {
      clearTimeout(hold)
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', onKey, true)
      list.removeEventListener('touchmove', onTouchMove)
      end.current = undefined
      setDrag(undefined)
    }
    end.current = finish
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', onKey, true)
    list.addEventListener('touchmove', onTouchMove, { passive: false })
  }
  return { drag, preview, onPointerDown, wasDrag: () => ended.current }
}
