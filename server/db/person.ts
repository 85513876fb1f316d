import type { PersonRef } from '#contract/list.ts'

/** A person as shown beside what they did, from the id in a row and the name that was joined to it. */
export const personOf = (id: string | null, name: string | null): PersonRef | null =>
  id ? { id, name: name ?? '' } : null
