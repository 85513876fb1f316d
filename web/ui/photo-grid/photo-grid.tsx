import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useScrollPlace } from '../scroll-place.ts'
import { CarriedPreview } from './carried-preview.tsx'
import { useSteadyView, useWidth } from './grid-area.ts'
import { GridSkeleton } from './grid-skeleton.tsx'
import { boxOf, GAP, packRows, rowIndexAt, rowIndexOf } from './pack-rows.ts'
import classes from './photo-grid.module.css'
import { type GridPhoto, PhotoTile } from './photo-tile.tsx'
import { keepPresent, noneSelected, selectOne, type SetSelection } from './set-selection.ts'
import { useDroppedFiles } from './use-dropped-files.ts'
import { useGridShortcuts } from './use-grid-shortcuts.ts'
import { usePhotoDrag } from './use-photo-drag.ts'
import { type Carried, useCarriedOrder, usePhotoKeys } from './use-photo-keys.ts'

/** Rows drawn beyond what is seen. */
const OVERSCAN = 4

type Props = {
  /** What it shows, for assistive technology: “Photos of Spring fair”. */
  label: string
  /** In their order; undefined until the first of them are there. */
  photos: readonly GridPhoto[] | undefined
  /** About how high a row is, in pixels. */
  target: number
  selection: SetSelection
  onSelection: (next: SetSelection) => void
  /** Whether anything can be done with photos at all. */
  selectable: boolean
  movable: boolean
  /** The set is moved in front of that photo; undefined: to the end. */
  onMove: (ids: ReadonlySet<string>, before: string | undefined) => void
  /** Enter, double click; a tap where nothing is selected. */
  onOpen: (id: string) => void
  /** Files were dropped in front of that photo; undefined: at the end. Leave out where none are taken. */
  onFiles?: ((files: File[], before: string | undefined) => void) | undefined
  handle?: Ref<PhotoGridHandle>
  /** Shown where there are no photos. */
  empty: ReactNode
}

/** `focus`: the keyboard goes to the photos. `show`: brings one into view. */
export type PhotoGridHandle = { focus: () => void; show: (id: string) => void }

/**
 * Thousands of photos in rows that fill the width, drawn only where they are seen. Photos are chosen with click, Ctrl,
 * Shift, a frame or the keyboard, and a set of them is moved with mouse, finger or keyboard.
 */
export function PhotoGrid(props: Props) {
  const { label, photos, target, selection: given, onSelection, selectable, movable, onMove, onOpen } = props
  const { t } = useLingui()
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [carried, setCarried] = useState<Carried>()
  const width = useWidth(area)
  const shown = useCarriedOrder(photos ?? none, carried)
  const order = useMemo(() => shown.map((photo) => photo.id), [shown])
  const layout = useMemo(
    () =>
      packRows(
        shown.map(({ ratio }) => ratio),
        { width, target: Math.min(target, width * 0.6), gap: GAP },
      ),
    [shown, width, target],
  )
  const selection = useMemo(() => keepPresent(given, order), [given, order])
  const cursor = selection.cursor === undefined ? -1 : order.indexOf(selection.cursor)

  // The same object on every render, with changing content; nothing here is memoised by it.
  // eslint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: layout.rows.length,
    getScrollElement: () => area.current,
    estimateSize: (index) => layout.rows[index]!.height,
    gap: GAP,
    overscan: OVERSCAN,
    // The row of the keyboard stays, however far it was scrolled away.
    rangeExtractor: ({ startIndex, endIndex, count, overscan }) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const held = cursor < 0 ? -1 : rowIndexOf(layout, cursor)
      const range = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      return held < 0 || (held >= from && held <= to) ? range : [...range, held].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => rows.measure(), [rows, layout])
  useSteadyView(area, list, layout)
  useScrollPlace(area, layout.rows.length > 0 && width > 0)

  const show = useCallback(
    (at: number) => {
      if (!area.current || !list.current || at < 0 || at >= order.length) return
      const { top, height } = boxOf(layout, at)
      const first = top + list.current.offsetTop
      const { scrollTop, clientHeight } = area.current
      if (first < scrollTop + 8) area.current.scrollTop = first - 8
      else if (first + height > scrollTop + clientHeight - 8) area.current.scrollTop = first + height - clientHeight + 8
    },
    [layout, order],
  )
  const keys = usePhotoKeys({
    order,
    layout,
    page: () => {
      const rowHeight = layout.height / Math.max(1, layout.rows.length)
      return Math.max(1, Math.floor((area.current?.clientHeight ?? 0) / rowHeight) - 1)
    },
    selection,
    onSelection,
    carried,
    setCarried,
    selectable,
    movable,
    onMove,
    onOpen,
    show,
    nameOf: (photo) => shown.find((one) => one.id === photo)?.name ?? '',
  })
  // What is carried by keyboard stays in view while it moves.
  const firstCarried = carried ? order.findIndex((one) => carried.ids.has(one)) : -1
  useLayoutEffect(() => {
    if (firstCarried >= 0) show(firstCarried)
  }, [firstCarried, show])

  const drag = usePhotoDrag({
    area,
    list,
    layout,
    order,
    selection,
    onSelection,
    selectable,
    movable: movable && !carried,
    onMove,
  })

  useGridShortcuts({
    list,
    shown: photos !== undefined && photos.length > 0,
    selectable,
    movable,
    chooseAll: keys.chooseAll,
  })
  const files = useDroppedFiles(list, layout, (dropped, gap) => props.onFiles?.(dropped, order[gap]))
  useImperativeHandle(
    props.handle,
    () => ({ focus: () => list.current?.focus({ preventScroll: true }), show: (photo) => show(order.indexOf(photo)) }),
    [order, show],
  )

  const lastPointer = useRef('')
  const onClick = (event: MouseEvent) => {
    if (drag.wasDrag() || carried) return
    const target = event.target as Element
    const photo = target.closest<HTMLElement>('[data-photo]')?.dataset['photo']
    const adds = event.ctrlKey || event.metaKey
    if (photo === undefined) {
      if (!adds && !event.shiftKey && selection.ids.size > 0) onSelection({ ...noneSelected, cursor: selection.cursor })
      return
    }
    const touch = lastPointer.current === 'touch'
    if (!selectable) return touch ? onOpen(photo) : onSelection({ ...noneSelected, cursor: photo, anchor: photo })
    const onCheck = target.closest('[data-check]') !== null
    if (touch && !onCheck && selection.ids.size === 0) return onOpen(photo)
    const by = event.shiftKey ? 'range' : adds || onCheck || touch ? 'toggle' : 'only'
    onSelection(selectOne(selection, order, photo, by))
  }

  const visible = rows.getVirtualItems().flatMap(({ index }) => {
    const row = layout.rows[index]
    return row ? Array.from({ length: row.end - row.start }, (_, at) => row.start + at) : []
  })
  const moved = drag.drag?.kind === 'move' ? drag.drag : undefined
  const away = moved?.ids ?? carried?.ids
  const line = moved?.line ?? files.line
  const dragged = moved && shown.find((photo) => photo.id === moved.first)
  const active = cursor >= 0 ? `${id}-${order[cursor]}` : undefined

  return (
    <div
      ref={area}
      className={classes.area}
      aria-busy={photos === undefined}
      data-files={files.over || undefined}
      {...(props.onFiles && files.handlers)}
    >
      {photos === undefined && width > 0 && <GridSkeleton width={width} target={Math.min(target, width * 0.6)} />}
      {photos?.length === 0 && props.empty}
      {photos !== undefined && photos.length > 0 && (
        <>
          <div
            ref={list}
            role="listbox"
            aria-label={label}
            aria-multiselectable={selectable}
            aria-activedescendant={active}
            aria-describedby={`${id}-help`}
            tabIndex={0}
            data-page-keys
            data-selecting={selection.ids.size > 1 || undefined}
            data-plain={!selectable || undefined}
            data-carrying={carried ? true : undefined}
            className={classes.list}
            style={{ blockSize: layout.height }}
            onKeyDown={keys.onKeyDown}
            onFocus={() => {
              if (cursor >= 0 || order.length === 0) return
              const seen = layout.rows[rowIndexAt(layout, area.current?.scrollTop ?? 0)]?.start ?? 0
              onSelection({ ...selection, cursor: order[seen] })
            }}
            onPointerDown={(event) => {
              lastPointer.current = event.pointerType
              drag.onPointerDown(event)
            }}
            onClick={onClick}
            onDoubleClick={(event) => {
              const photo = (event.target as Element).closest<HTMLElement>('[data-photo]')?.dataset['photo']
              if (photo && !(event.target as Element).closest('[data-check]')) onOpen(photo)
            }}
            onContextMenu={(event) => {
              if (lastPointer.current === 'touch') event.preventDefault()
            }}
          >
            {visible.map((at) => {
              const { id: photo, src, srcSet, name, flags } = shown[at]!
              const { left, top, width: wide, height } = boxOf(layout, at)
              return (
                <PhotoTile
                  key={photo}
                  id={photo}
                  domId={`${id}-${photo}`}
                  src={src}
                  srcSet={srcSet}
                  name={name}
                  flags={flags}
                  left={left}
                  top={top}
                  width={wide}
                  height={height}
                  at={at}
                  total={order.length}
                  selected={selection.ids.has(photo)}
                  cursor={at === cursor}
                  carried={away?.has(photo) ?? false}
                  selectable={selectable}
                />
              )
            })}
            {line && (
              <div
                className={classes.line}
                style={{
                  left: Math.max(-4, Math.min(line.left - GAP / 2 - 2, width)),
                  top: line.top,
                  height: line.height,
                }}
              />
            )}
            {drag.drag?.kind === 'band' && <div className={classes.band} style={drag.drag.area} />}
          </div>
          <p id={`${id}-help`} className={classes.unseen}>
            {movable
              ? t`Arrow keys go from photo to photo, X selects, Enter opens. Space picks the selected photos up to move them.`
              : t`Arrow keys go from photo to photo, Enter opens.`}
          </p>
        </>
      )}
      <span role="status" className={classes.unseen}>
        {keys.said}
      </span>
      {moved && dragged && (
        <CarriedPreview ref={drag.preview} src={dragged.src} start={moved.start} count={moved.ids.size} />
      )}
    </div>
  )
}

const none: readonly GridPhoto[] = []
