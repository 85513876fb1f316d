/** The categories of an article: the primary one and the further ones, in order. */
export type CategoryAssignment = { primary: string | null; categories: string[] }

/** All of them, the primary one first. */
export const categoriesOf = ({ primary, categories }: CategoryAssignment): string[] =>
  primary === null ? categories : [primary, ...categories]

/** What replaces categories: id → the one that takes its place, or null. */
export type ReplacementMap = ReadonlyMap<string, string | null>

/**
 * The categories of an article after some were replaced by others, each once. An article that loses its primary category
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
