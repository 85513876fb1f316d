import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { focusTrace, isFocusNowhere, traceFocus } from '../../../ui/focus-trace.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { dayAfter } from '../../../ui/time-zone.ts'
import type { DayContent } from './calendar-day.tsx'
import { type CalendarView, sameDayIn } from './calendar-days.ts'

/** As in the style sheet: the days are below each other, without those that have nothing. */
const STACKED = '(max-width: 760px)'
const CARD = '[data-card]'
/** What one gets to within a day or a list; the menu of a card belongs to the card. */
const STOPS = 'a, button:not([aria-haspopup])'

type Given = {
  /** Around the days and the list of what has none. */
  frame: RefObject<HTMLElement | null>
  view: CalendarView
  day: string
  days: readonly string[]
  contents: readonly DayContent[]
  today: string
  go: (view: CalendarView, day: string) => void
}

const linkOf = (card: Element | null | undefined) => card?.querySelector<HTMLElement>('a')
const isVisible = (element: HTMLElement) => element.checkVisibility()

/**
 * The days are one stop of the Tab key, as a grid is: arrows go from day to day, Enter to the articles of a day, Escape back. What has
 * the focus keeps it when its article moves or other days are shown.
 */
export function useCalendarKeys({ frame, view, day, days, contents, today, go }: Given) {
  const { t } = useLingui()
  const isStacked = useMediaQuery(STACKED, false, { getInitialValueInEffect: false })
  const [used, setUsed] = useState<{ day?: string | undefined; card?: string | undefined }>({})
  /** The day that gets the focus once it is shown. */
  const wanted = useRef<string>(undefined)
  const last = useRef<{ element: HTMLElement; day: string | undefined; card: string | undefined }>(undefined)

  const cellOf = (one: string) => frame.current?.querySelector<HTMLElement>(`[data-day="${one}"]`)
  const cells = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-day]') ?? [])].filter(isVisible)
  const place = () => {
    const active = document.activeElement
    if (!(active instanceof HTMLElement) || !frame.current?.contains(active)) return undefined
    const list = active.closest<HTMLElement>('[data-day], [data-undated-cards]')
    const card = active.closest<HTMLElement>(CARD)
    return list ? { list, card, stop: linkOf(card) ?? active, day: list.dataset['day'] } : undefined
  }

  const isShown = (one: string) => {
    const content = contents[days.indexOf(one)]
    return days.includes(one) && (!isStacked || one === today || content?.total !== 0)
  }
  const stop = [used.day, day, ...days.filter((one) => one > day), ...days].find(
    (one) => one !== undefined && isShown(one),
  )

  const toDay = (to: string) => {
    wanted.current = to
    if (days.includes(to)) finish()
    else go(view, to)
  }
  const finish = () => {
    const to = wanted.current
    if (to === undefined || !days.includes(to)) return false
    wanted.current = undefined
    cellOf(to)?.focus()
    return true
  }
  /** To the day before or after, in the days that come before or after these, too. */
  const beside = (from: HTMLElement, by: 1 | -1) => {
    const all = cells()
    const next = all[all.indexOf(from) + by]
    if (next) return next
    toDay(by === 1 ? dayAfter(days.at(-1)!) : dayAfter(days[0]!, -1))
    return undefined
  }
  const enter = (cell: HTMLElement) =>
    (linkOf(cell.querySelector(CARD)) ?? cell.querySelector<HTMLElement>(STOPS))?.focus()

  const sideways = (by: 1 | -1) => {
    const at = place()
    if (!at?.day) return false
    const next = beside(at.list, by)
    const cardsOf = (cell: HTMLElement) => [...cell.querySelectorAll<HTMLElement>(CARD)]
    if (!next || !at.card) next?.focus()
    else (linkOf(cardsOf(next)[cardsOf(at.list).indexOf(at.card)] ?? cardsOf(next).at(-1)) ?? next).focus()
    return true
  }
  const along = (by: 1 | -1) => {
    const at = place()
    if (!at) return false
    if (at.stop !== at.list) {
      const stops = [...at.list.querySelectorAll<HTMLElement>(STOPS)].filter(isVisible)
      const next = stops[stops.indexOf(at.stop) + by]
      if (next) next.focus()
      else if (by === -1 && at.day) at.list.focus()
    } else if (isStacked) beside(at.list, by)?.focus()
    else if (view === 'month') toDay(dayAfter(at.day!, 7 * by))
    else if (by === 1) enter(at.list)
    return true
  }
  const toEnd = (end: 0 | -1) => {
    const at = place()
    if (!at) return false
    const around = at.day ? at.list.closest('[role=row]')! : at.list
    const all = [...around.querySelectorAll<HTMLElement>(at.day ? '[data-day]' : STOPS)].filter(isVisible)
    all.at(end)?.focus()
    return true
  }
  const page = (by: 1 | -1) => {
    const at = place()
    if (at?.day) toDay(sameDayIn(view, at.day, by))
    return at?.day !== undefined
  }
  const back = () => {
    const at = place()
    if (!at?.day || at.stop === at.list) return false
    at.list.focus()
    // The same key is for what else is open.
    return false
  }
  const openDay = () => {
    const at = place()
    if (!at || at.stop !== at.list) return false
    enter(at.list)
    return true
  }
  const openMenu = () => {
    const button = place()?.card?.querySelector<HTMLElement>('[aria-haspopup]')
    button?.click()
    return button !== undefined && button !== null
  }

  const run = (event: KeyboardEvent) => {
    const steps: Record<string, () => boolean> = {
      ArrowLeft: () => sideways(-1),
      ArrowRight: () => sideways(1),
      ArrowUp: () => along(-1),
      ArrowDown: () => along(1),
      Home: () => toEnd(0),
      End: () => toEnd(-1),
      PageUp: () => page(-1),
      PageDown: () => page(1),
      Enter: openDay,
      Escape: back,
      F10: openMenu,
      ContextMenu: openMenu,
    }
    if (steps[event.key]?.()) event.preventDefault()
  }
  const pages = {
    month: t`The month before or after`,
    week: t`The week before or after`,
    day: t`The day before or after`,
  }
  const quiet = { label: '', quiet: true, run }
  useShortcuts([
    { key: 'ArrowLeft', label: t`Another day; within a day, another article`, shown: ['←', '→', '↑', '↓'], run },
    { key: 'ArrowRight', ...quiet },
    { key: 'ArrowUp', ...quiet },
    { key: 'ArrowDown', ...quiet },
    { key: 'Home', label: t`The first or last day of the week`, shown: ['Home', 'End'], run },
    { key: 'End', ...quiet },
    { key: 'PageUp', label: pages[view], shown: ['Page Up', 'Page Down'], run },
    { key: 'PageDown', ...quiet },
    { key: 'Enter', label: t`To the articles of the day`, run },
    { key: 'Escape', label: t`Back to the day`, run },
    { key: 'F10', withShift: true, label: t`Menu of the article`, shown: ['Shift', 'F10'], run },
    { key: 'ContextMenu', ...quiet },
  ])

  useEffect(() => {
    traceFocus()
    // A screen that is shown again, after an article was opened from here.
    const before = last.current?.element
    if (before?.isConnected && (isFocusNowhere() || document.activeElement?.matches('[data-screen]'))) before.focus()
  }, [])
  // After each change: what had the focus may be another element now, or gone.
  useEffect(() => {
    if (finish() || !last.current || last.current.element.isConnected || !isFocusNowhere()) return
    const { card, day: lastDay } = last.current
    const target =
      linkOf(card === undefined ? null : frame.current?.querySelector(`[data-card="${CSS.escape(card)}"]`)) ??
      (lastDay && cellOf(lastDay)) ??
      (lastDay && stop && cellOf(stop))
    if (target) target.focus({ preventScroll: focusTrace.isPointed() })
  })

  return {
    /** The day that is a stop of the Tab key. */
    stop,
    /** The article that is one in the list of those without a date, if it is there. */
    used: used.card,
    /** For what shows other days: the focus goes along where it is in the days. */
    follow: (to: string) => {
      if (place()?.day) wanted.current = to
    },
    onFocus: ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !frame.current?.contains(target)) return
      const at = place()
      last.current = { element: target, day: at?.day, card: at?.card?.dataset['card'] }
      setUsed((before) =>
        at?.day ? { ...before, day: at.day } : at?.card ? { ...before, card: last.current?.card } : before,
      )
    },
  }
}
