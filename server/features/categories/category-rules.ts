/** Where an article stands: its primary category and the further ones, in order. */
export type CategoryAssignment = { primary: string | null; categories: string[] }

/** All of them, the primary one first. */
export const categoriesOf = ({ primary, categories }: CategoryAssignment): string[] =>
  primary === null ? categories : [primary, ...categories]

/** What replacements of categories: id → the one that took its place, or null. */
export type ReplacementMap = ReadonlyMap<string, string | null>

/**
 * Where an article stands after some categories replacements others. Nothing is named twice; who loses the primary category
 * gets the first of the further ones in its place.
 */
export function assignmentAfter(
  { primary, categories }: CategoryAssignment,
  replacements: ReplacementMap,
): CategoryAssignment {
  const now = (id: string) => (replacements.has(id) ? (replacements.get(id) ?? null) : id)
  const further = [...new Set(categories.map(now))].filter((id) => id !== null)
  const first = primary === null ? null : (now(primary) ?? further[0] ?? null)
  return { primary: first, categories: further.filter((id) => id !== first) }
}

/** Whether the two are the same, order included. */
export const sameAssignment = (a: CategoryAssignment, b: CategoryAssignment): boolean =>
  a.primary === b.primary && a.categories.join() === b.categories.join()

/**
 * Where an article stands when some of what `replacements` others comes back, having stood at `before`. What somebody gave it
 * or took from it since stays so: what comes back takes the place of what took its own, if that is still there.
 * @returns undefined where there is nothing to give back
 */
export function assignmentBack(
  now: CategoryAssignment,
  before: CategoryAssignment,
  replacements: ReplacementMap,
  back: ReadonlySet<string>,
): CategoryAssignment | undefined {
  const after = assignmentAfter(before, replacements)
  const wanted = assignmentAfter(before, new Map([...replacements].filter(([id]) => !back.has(id))))
  if (sameAssignment(wanted, after)) return undefined
  if (sameAssignment(now, after)) return wanted

  const has = (assignment: CategoryAssignment, id: string | null) =>
    assignment.primary === id || assignment.categories.includes(id!)
  const returning = categoriesOf(wanted).filter((id) => replacements.has(id) && !has(now, id) && fits(id))
  if (returning.length === 0) return undefined
  // What took their places leaves again, unless the article had it before.
  const leaving = new Set(
    returning.map((id) => replacements.get(id) ?? null).filter((id) => id !== null && !has(wanted, id)),
  )
  const [primary, displaced] = primaryBack()
  const further = [...now.categories, ...displaced].filter((id) => !leaving.has(id) && id !== primary)
  const placed = new Set([...returning, ...displaced, ...returning.map((id) => replacements.get(id) ?? null)])
  return { primary, categories: inOrder(further, returning, placed) }

  function fits(id: string): boolean {
    const target = replacements.get(id) ?? null
    if (target !== null) return has(now, target)
    return id !== wanted.primary || now.primary === after.primary
  }
  function primaryBack(): [string | null, string[]] {
    const first = wanted.primary
    if (first !== null && returning.includes(first) && now.primary === after.primary)
      return [first, now.primary !== null && wanted.categories.includes(now.primary) ? [now.primary] : []]
    if (now.primary === null || !leaving.has(now.primary)) return [now.primary, []]
    return [returning.find((id) => replacements.get(id) === now.primary) ?? null, []]
  }
  /** Each of `placed` after the nearest that stood before it and is still there. */
  function inOrder(further: string[], more: string[], placedAgain: ReadonlySet<string | null>): string[] {
    const order = categoriesOf(wanted)
    const all = new Set([...further, ...more].filter((id) => id !== primary))
    const list = [...all].filter((id) => !placedAgain.has(id) || !order.includes(id))
    for (const id of order.filter((one) => all.has(one) && placedAgain.has(one))) {
      const nearest = order.slice(0, order.indexOf(id)).findLast((one) => list.includes(one))
      list.splice(nearest === undefined ? 0 : list.indexOf(nearest) + 1, 0, id)
    }
    return list
  }
}
