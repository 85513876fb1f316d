/** Where an article stands: its primary category and the further ones, in order. */
export type Standing = { primary: string | null; categories: string[] }

/** What became of categories: id → the one that took its place, or null. */
export type Became = ReadonlyMap<string, string | null>

/**
 * Where an article stands after some categories became others. Nothing is named twice; who loses the primary category
 * gets the first of the further ones in its place.
 */
export function standingAfter({ primary, categories }: Standing, became: Became): Standing {
  const now = (id: string) => (became.has(id) ? (became.get(id) ?? null) : id)
  const further = [...new Set(categories.map(now))].filter((id) => id !== null)
  const first = primary === null ? null : (now(primary) ?? further[0] ?? null)
  return { primary: first, categories: further.filter((id) => id !== first) }
}

/** Whether the two are the same, order included. */
export const sameStanding = (a: Standing, b: Standing): boolean =>
  a.primary === b.primary && a.categories.join() === b.categories.join()
