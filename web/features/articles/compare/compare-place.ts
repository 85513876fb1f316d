import classes from './compare.module.css'

/** The changes on the screen, in their order. */
export const changesIn = (container: HTMLElement | null) => [
  ...(container?.querySelectorAll<HTMLElement>('[data-change]') ?? []),
]

/** Index of the change that was stepped to; -1 for none. */
export const currentOf = (changes: readonly HTMLElement[]) =>
  changes.findIndex((element) => element.dataset['current'] !== undefined)

export function markCurrent(changes: readonly HTMLElement[], target: HTMLElement) {
  for (const element of changes) delete element.dataset['current']
  target.dataset['current'] = ''
}

/** A row that stays in the document in every layout, and where it was. */
export type Place = { row: HTMLElement; top: number; isCurrent: boolean }

/** What the person looks at: the current change, else the first row below `edge` (px from the top of the window). */
export function placeIn(container: HTMLElement, edge: number): Place | undefined {
  const changes = changesIn(container)
  const current = changes[currentOf(changes)]?.closest<HTMLElement>(`.${classes.row}`)
  const isSeen = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > edge && top < window.innerHeight
  }
  const rows = container.getElementsByClassName(classes.row!)
  const seen = current && isSeen(current) ? current : [...(rows as HTMLCollectionOf<HTMLElement>)].find(isSeen)
  const row = seen ?? current
  return row ? { row, top: row.getBoundingClientRect().top, isCurrent: row === current } : undefined
}

/** Scrolls so that the row is where it was. In another layout its change may be the row, or a part of it. */
export function returnToPlace(container: HTMLElement, { row, top, isCurrent }: Place) {
  const changes = changesIn(container)
  const target = changes.find((change) => change === row || row.contains(change))
  if (isCurrent && target && currentOf(changes) < 0) markCurrent([row, ...changes], target)
  scrollerOf(container).scrollTop += row.getBoundingClientRect().top - top
}

function scrollerOf(element: HTMLElement): Element {
  let one = element.parentElement
  while (one && !(one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)))
    one = one.parentElement
  return one ?? document.documentElement
}
