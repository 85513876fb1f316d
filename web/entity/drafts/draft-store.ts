import { createStore, del, delMany, entries, get, keys, promisifyRequest, type UseStore } from 'idb-keyval'
import type { StoredDraft } from './draft-merge.ts'

/**
 * Drafts in a database of this browser. Keyed by person too: the next one to sign in on this machine must not get a
 * stranger's text. Where the browser has no storage (private mode, full disk) they last as long as the tab, and `keep`
 * answers false.
 */
export function draftStore<Copy extends { at: string }>(database: string, name: string) {
  let opened: UseStore | undefined
  const store = () => (opened ??= createStore(database, name))
  const inMemory = new Map<string, Copy>()
  const keyOf = (user: string, item: string) => `${user}/${item}`
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const keep = (user: string, item: string, copy: Copy): Promise<boolean> => {
    const key = keyOf(user, item)
    return store()('readwrite', (copies) => {
      copies.put(copy, key)
      // Without waiting for the answer: the tab may be closing.
      copies.transaction.commit()
      return promisifyRequest(copies.transaction)
    })
      .then(
        () => inMemory.delete(key) || true,
        () => !inMemory.set(key, copy),
      )
      .finally(tell)
  }
  const read = (user: string, item: string): Promise<Copy | undefined> => {
    const key = keyOf(user, item)
    const kept = inMemory.get(key)
    return kept ? Promise.resolve(kept) : get<Copy>(key, store()).catch(() => undefined)
  }
  const drop = (user: string, item: string): Promise<void> => {
    inMemory.delete(keyOf(user, item))
    return del(keyOf(user, item), store()).then(tell, tell)
  }
  const remove = async (found: readonly string[]): Promise<void> => {
    if (found.length === 0) return
    for (const key of found) inMemory.delete(key)
    await delMany([...found], store()).catch(() => {})
    tell()
  }
  return {
    keep,
    read,
    drop,
    /** Drops the draft of an item, and those of its parts, whose names begin with its name and a slash. */
    dropAll: async (user: string, item: string): Promise<void> => {
      const key = keyOf(user, item)
      const all = await keys<string>(store()).catch(() => [])
      await remove([...all, ...inMemory.keys()].filter((one) => one === key || one.startsWith(`${key}/`)))
    },
    /** Drops what was typed before this time (ISO 8601), whoever typed it. */
    dropOlderThan: async (time: string): Promise<void> => {
      const all = await entries<string, Copy>(store()).catch(() => [])
      await remove([...all, ...inMemory].filter(([, { at }]) => at < time).map(([key]) => key))
    },
    /** Those whose name begins so, by the rest of their names. */
    readAll: async (user: string, beginning: string): Promise<ReadonlyMap<string, Copy>> => {
      const start = keyOf(user, beginning)
      const all = await entries<string, Copy>(store()).catch(() => [])
      return new Map(
        [...all, ...inMemory]
          .filter(([key]) => key.startsWith(start))
          .map(([key, copy]) => [key.slice(start.length), copy] as const),
      )
    },
    /** One draft, as `Draft` takes it. */
    slot: (user: string, item: string): DraftSlot<Copy> => ({
      name: keyOf(user, item),
      user,
      keep: (copy) => keep(user, item, copy),
      read: () => read(user, item),
      drop: () => drop(user, item),
    }),
    /** Tells of every draft that this tab keeps or drops. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The place of one draft in the store. */
export type DraftSlot<Copy> = {
  name: string
  user: string
  keep: (copy: Copy) => Promise<boolean>
  read: () => Promise<Copy | undefined>
  drop: () => Promise<void>
}

/** Drafts of all forms but the articles', which have a database of their own. */
export const formDrafts = draftStore<StoredDraft<object>>('copydesk-forms', 'unsaved')

/** Articles have a database of their own, as they had before other forms kept drafts. */
export const articleDrafts = draftStore<StoredDraft<object>>('copydesk', 'unsaved-articles')

const KEPT_DAYS = 30

/** Drops every draft of this browser that is older than thirty days. */
export async function sweepDrafts(): Promise<void> {
  const time = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
  await Promise.all([formDrafts.dropOlderThan(time), articleDrafts.dropOlderThan(time)])
}
