import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'

/** `rest`: what was asked for together with it, and follows it. */
type Kept<Rest> = { id: string; person: string; rest?: Rest | undefined }
/** Work in the background that this browser tells about when the console is opened again. */
export type KeptRuns<Rest = never> = {
  /** For the person who is signed in. */
  keep: (id: string, rest?: Rest) => void
  forget: (id: string) => void
  /** This person's, the newest last. */
  of: (person: string) => Pick<Kept<Rest>, 'id' | 'rest'>[]
}

/** @param key names the kind of work in the storage of the browser. `Rest` is stored as JSON. */
export function keptRuns<Rest = never>(key: string): KeptRuns<Rest> {
  const read = (): Kept<Rest>[] => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept.filter((one): one is Kept<Rest> => isKept(one)) : []
    } catch {
      return []
    }
  }
  const write = (kept: readonly Kept<Rest>[]) => {
    try {
      if (kept.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(kept))
    } catch {
      // A full or closed storage: the end of the work is found under “Changes to undo”.
    }
  }
  return {
    keep: (id, rest) => {
      const person = queryClient.getQueryData(meQuery.queryKey)?.id
      if (person !== undefined) write([...read().filter((one) => one.id !== id), { id, person, rest }])
    },
    forget: (id) => {
      const kept = read()
      // Not another one, which another tab may have begun before this one heard of the end.
      if (kept.some((one) => one.id === id)) write(kept.filter((one) => one.id !== id))
    },
    of: (person) => read().filter((one) => one.person === person),
  }
}

function isKept(kept: unknown): boolean {
  const { id, person } = (kept ?? {}) as Record<string, unknown>
  return typeof id === 'string' && typeof person === 'string'
}
