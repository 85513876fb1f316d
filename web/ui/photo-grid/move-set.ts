/**
 * Takes some out of an order and puts them, in the order they had, into one of its gaps. Gap 0 is before the first,
 * gap `order.length` after the last, counted before anything is taken out.
 */
export function moveSet<Item>(order: readonly Item[], isMoved: (item: Item) => boolean, gap: number): Item[] {
  const moved = order.filter(isMoved)
  const before = order.slice(0, gap).filter((item) => !isMoved(item))
  const after = order.slice(gap).filter((item) => !isMoved(item))
  return [...before, ...moved, ...after]
}

/** The photo that the set is moved in front of; undefined: at the end. */
export const firstAfter = <Item>(
  order: readonly Item[],
  isMoved: (item: Item) => boolean,
  gap: number,
): Item | undefined => order.slice(gap).find((item) => !isMoved(item))

/** The gap that brings the first of the set to a place, counted from 0 among all. */
export function gapForPlace<Item>(order: readonly Item[], isMoved: (item: Item) => boolean, place: number): number {
  let left = place
  for (const [at, item] of order.entries()) {
    if (isMoved(item)) continue
    if (left === 0) return at
    left--
  }
  return order.length
}

/** The position of the set once it is gathered: before which place among the others, counted from 0. */
export const placeOfSet = <Item>(order: readonly Item[], isMoved: (item: Item) => boolean): number => {
  const first = order.findIndex(isMoved)
  return first < 0 ? order.length : first
}
