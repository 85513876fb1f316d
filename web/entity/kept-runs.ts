import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'

type Kept = { id: string; person: string }
/** Work in the background that this browser tells about when the console is opened again. */
export type KeptRuns = {
  /** For the person who is signed in. */
  keep: (id: string) => void
  forget: (id: string) => void
  /** The ids of this person's, the newest last. */
  of: (person: string) => string[]
}

/** @param key names the kind of work in the storage of the browser */
export function keptRuns(key: string): KeptRuns {
  const read = (): Kept[] => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isKept) : []
    } catch {
      return []
    }
  }
  const write = (kept: readonly Kept[]) => {
    try {
      if (kept.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(kept))
    } catch {
      // A full or closed storage: the end of the work is found under “Changes to undo”.
    }
  }
  return {
    keep: (id) => {
      const person = queryClient.getQueryData(meQuery.queryKey)?.id
      if (person !== undefined) write([...read().filter((one) => one.id !== id), { id, person }])
    },
    forget: (id) => {
      const kept = read()
      // Not another one, which another tab may have begun before this one heard of the end.
      if (kept.some((one) => one.id === id)) write(kept.filter((one) => one.id !== id))
    },
    of: (person) => read().flatMap((one) => (one.person === person ? [one.id] : [])),
  }
}

function isKept(kept: unknown): kept is Kept {
  const { id, person } = (kept ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof person === 'string'
}
