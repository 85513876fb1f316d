import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { moveSet } from './move-set.ts'
import { boxOf, gapAt, type PhotoLayout, photoBeside, rowIndexOf } from './pack-rows.ts'
import { selectAll, selectOne, type SetSelection } from './set-selection.ts'
import { isOfComposition } from '../composition.ts'

/** A set picked up with the keyboard; the others make room for it at once. `before` undefined: it is at the end. */
export type Carried = { ids: ReadonlySet<string>; before: string | undefined }

/** The order with the set where it would be dropped. */
export function useCarriedOrder<Item extends { id: string }>(items: readonly Item[], carried: Carried | undefined) {
  return useMemo(() => {
    if (!carried) return items
    const isMoved = ({ id }: Item) => carried.ids.has(id)
    const at = carried.before === undefined ? -1 : items.findIndex(({ id }) => id === carried.before)
    return moveSet(items, isMoved, at < 0 ? items.length : at)
  }, [items, carried])
}

type Given = {
  order: readonly string[]
  layout: PhotoLayout
  /** How many rows a page is. */
  page: () => number
  selection: SetSelection
  onSelection: (next: SetSelection) => void
  carried: Carried | undefined
  setCarried: (next: Carried | undefined) => void
  selectable: boolean
  movable: boolean
  onMove: (ids: ReadonlySet<string>, before: string | undefined) => void
  onOpen: (id: string) => void
  /** Brings a photo into view. */
  show: (at: number) => void
  nameOf: (id: string) => string
}

/** Everything that the grid does from the keyboard, and what it says about it. */
export function usePhotoKeys(given: Given) {
  const { order, layout, selection, onSelection, carried, setCarried, onMove } = given
  const { t, i18n } = useLingui()
  const [said, say] = useState('')
  const total = i18n.number(order.length)
  const count = (ids: ReadonlySet<string>) => t`${plural(ids.size, { one: '# photo', other: '# photos' })}`
  const at = selection.cursor === undefined ? -1 : order.indexOf(selection.cursor)

  /** Where an arrow leads from a place; undefined: not a key that moves. */
  const target = (key: string, from: number): number | undefined => {
    const last = order.length - 1
    if (key === 'ArrowLeft' || key === 'k') return Math.max(0, from - 1)
    if (key === 'ArrowRight' || key === 'j') return Math.min(last, from + 1)
    if (key === 'ArrowUp') return photoBeside(layout, from, -1)
    if (key === 'ArrowDown') return photoBeside(layout, from, 1)
    if (key === 'PageUp') return photoBeside(layout, from, -given.page())
    if (key === 'PageDown') return photoBeside(layout, from, given.page())
    if (key === 'Home') return 0
    if (key === 'End') return last
    return undefined
  }

  const pickUp = () => {
    if (!given.movable || at < 0) return
    const ids = selection.ids.has(order[at]!) ? selection.ids : new Set([order[at]!])
    if (ids !== selection.ids) onSelection(selectOne(selection, order, order[at]!, 'only'))
    const first = order.findIndex((id) => ids.has(id))
    setCarried({ ids, before: order.slice(first).find((id) => !ids.has(id)) })
    const all = count(ids)
    say(t`${all} picked up. Arrow keys move, Enter drops, Escape cancels.`)
  }

  const carry = ({ ids }: Carried, key: string): boolean => {
    const rest = order.filter((id) => !ids.has(id))
    const isMoved = (id: string) => ids.has(id)
    const place = order.findIndex(isMoved)
    const end = place + ids.size - 1
    const across = (from: number, rows: number) => {
      const row = layout.rows[Math.max(0, Math.min(layout.rows.length - 1, rowIndexOf(layout, from) + rows))]!
      const { gap } = gapAt(layout, boxOf(layout, place).left + 1, row.top + row.height / 2)
      return gap - order.slice(0, gap).filter(isMoved).length
    }
    const to =
      key === 'ArrowLeft'
        ? place - 1
        : key === 'ArrowRight'
          ? place + 1
          : key === 'ArrowUp'
            ? Math.min(place - 1, across(place, -1))
            : key === 'ArrowDown'
              ? Math.max(place + 1, across(end, 1))
              : key === 'PageUp'
                ? across(place, -given.page())
                : key === 'PageDown'
                  ? across(end, given.page())
                  : key === 'Home'
                    ? 0
                    : key === 'End'
                      ? rest.length
                      : undefined
    if (to === undefined) return false
    const next = Math.max(0, Math.min(rest.length, to))
    setCarried({ ids, before: rest[next] })
    const [from, until] = [i18n.number(next + 1), i18n.number(next + ids.size)]
    say(ids.size === 1 ? t`Position ${from} of ${total}` : t`Positions ${from} to ${until} of ${total}`)
    return true
  }

  const drop = ({ ids, before }: Carried) => {
    setCarried(undefined)
    onMove(ids, before)
    const all = count(ids)
    say(t`${all} dropped.`)
  }
  const cancel = () => {
    setCarried(undefined)
    say(t`Moving cancelled. Everything is where it was.`)
  }

  const chooseAll = () => {
    onSelection(selectAll(selection, order))
    say(t`All ${total} selected`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent) || order.length === 0) return
    const { key, shiftKey } = event
    const command = event.ctrlKey || event.metaKey
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (carried) {
      if (key === 'Escape') cancel()
      else if (key === 'Enter' || key === ' ' || key === 'm') drop(carried)
      else if (key === 'Tab') return cancel()
      else if (command || event.altKey || !carry(carried, key)) return
      return done()
    }
    if (event.altKey) return
    if (command) {
      if (key.toLowerCase() !== 'a' || !given.selectable) return
      chooseAll()
      return done()
    }
    const to = target(key, Math.max(0, at))
    if (to !== undefined) {
      const id = order[at < 0 ? 0 : to]!
      given.show(at < 0 ? 0 : to)
      onSelection(
        shiftKey && given.selectable
          ? selectOne({ ...selection, anchor: selection.anchor ?? order[Math.max(0, at)] }, order, id, 'range')
          : { ...selection, cursor: id, anchor: selection.ids.size === 0 ? id : selection.anchor },
      )
      return done()
    }
    if (at < 0) return
    const id = order[at]!
    if (key === 'Enter') given.onOpen(id)
    else if ((key === 'x' || key === 'X') && given.selectable) {
      const by = key === 'X' ? 'range' : 'toggle'
      const next = selectOne(selection, order, id, by)
      onSelection(next)
      const [name, number] = [given.nameOf(id), i18n.number(next.ids.size)]
      say(next.ids.has(id) ? t`${name} selected, ${number} in all` : t`${name} not selected, ${number} in all`)
    } else if ((key === ' ' || key === 'm') && given.movable) pickUp()
    else return
    done()
  }
  return { onKeyDown, chooseAll, said, say }
}
