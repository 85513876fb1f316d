/** A list of ids after a merge, as the database function merged_ids: the target takes the first place; without one, none. */
export function mergedIds(ids: readonly string[], gone: readonly string[], target: string | null): string[] {
  const mapped = ids.map((id) => (gone.includes(id) ? target : id))
  return [...new Set(mapped)].filter((id) => id !== null)
}
