import { createStore, delMany, entries, get, keys, promisifyRequest, type UseStore } from 'idb-keyval'
import { combineDrafts, type StoredDraft } from './draft-merge.ts'
import { isTabGone, thisTab } from './open-tabs.ts'

/** How tabs are told apart, and whether one is closed. */
type Tabs = { own: () => string; isGone: (tab: string) => Promise<boolean> }

/**
 * Drafts in a database of this browser. Keyed by person too: the next one to sign in on this machine must not get a
 * stranger's text. Where the browser has no storage (private mode, full disk) they last as long as the tab, and `keep`
 * answers false.
 * @param tabs each tab keeps its own draft of an item, so that none takes the text of another one; a form that opens gets what
 *   closed tabs left
 */
export function draftStore<Copy extends StoredDraft<object>>(database: string, name: string, tabs?: Tabs) {
  let opened: UseStore | undefined
  const store = () => (opened ??= createStore(database, name))
  const inMemory = new Map<string, Copy>()
  const itemOf = (user: string, item: string) => `${user}/${item}`
  const ownKey = (of: string) => (tabs ? `${of}#${tabs.own()}` : of)
  const split = (key: string): [of: string, tab: string | undefined] => {
    const [of, tab] = key.split('#')
    return [of!, tab]
  }
  /** What closed tabs left of an item and its form has shown: it goes when this tab keeps or drops its own. */
  const shown = new Map<string, readonly string[]>()
  /** What this page has kept: until then nothing of its own can be overwritten. */
  const written = new Set<string>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const keep = (user: string, item: string, copy: Copy): Promise<boolean> => {
    const of = itemOf(user, item)
    const key = ownKey(of)
    const older = shown.get(of) ?? []
    written.add(key)
    return store()('readwrite', (copies) => {
      copies.put(copy, key)
      for (const one of older) copies.delete(one)
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
  /** All that fit and are not being typed in another tab, by their keys. */
  const available = async (fits: (of: string) => boolean): Promise<[key: string, copy: Copy][]> => {
    const kept = await entries<string, Copy>(store()).catch(() => [])
    const all = [...new Map([...kept, ...inMemory])].filter(([key]) => fits(split(key)[0]))
    const others = [...new Set(all.flatMap(([key]) => split(key)[1] ?? []))]
    const gone = new Set<string | undefined>([undefined, tabs?.own()])
    await Promise.all(others.map(async (tab) => (gone.has(tab) || (await tabs?.isGone(tab))) && gone.add(tab)))
    return all.filter(([key]) => gone.has(split(key)[1]))
  }
  const combine = (copies: readonly [key: string, copy: Copy][]) => {
    const sorted = copies.map(([, copy]) => copy).toSorted((a, b) => b.at.localeCompare(a.at))
    const { draft, left } = combineDrafts(sorted as unknown as [Copy, ...Copy[]])
    return { draft: draft as Copy, keys: copies.filter(([, copy]) => !left.includes(copy)).map(([key]) => key) }
  }
  const read = async (user: string, item: string): Promise<Copy | undefined> => {
    const of = itemOf(user, item)
    if (!tabs) return inMemory.get(of) ?? get<Copy>(of, store()).catch(() => undefined)
    const copies = await available((one) => one === of)
    if (copies.length === 0) return undefined
    const { draft, keys: found } = combine(copies)
    shown.set(
      of,
      found.filter((key) => key !== ownKey(of)),
    )
    return draft
  }
  const remove = async (found: readonly string[]): Promise<void> => {
    if (found.length === 0) return
    for (const key of found) inMemory.delete(key)
    await delMany([...found], store()).catch(() => {})
    tell()
  }
  /** What this tab has of it, and what its form has shown. */
  const drop = (user: string, item: string): Promise<void> => {
    const of = itemOf(user, item)
    const found = [ownKey(of), ...(shown.get(of) ?? [])]
    shown.delete(of)
    return remove(found)
  }
  return {
    keep,
    read,
    /** Whatever tab had it, unless it is being typed there. */
    drop: async (user: string, item: string): Promise<void> => {
      const of = itemOf(user, item)
      await remove([ownKey(of), ...(tabs ? await available((one) => one === of) : []).map(([key]) => key)])
    },
    /** Drops the draft of an item, and those of its parts, whose names begin with its name and a slash. */
    dropAll: async (user: string, item: string): Promise<void> => {
      const all = itemOf(user, item)
      const found = await keys<string>(store()).catch(() => [])
      const isPart = (of: string) => of === all || of.startsWith(`${all}/`)
      await remove([...found, ...inMemory.keys()].filter((key) => isPart(split(key)[0])))
    },
    /** Drops what was typed before this time (ISO 8601), whoever typed it. */
    dropOlderThan: async (time: string): Promise<void> => {
      const all = await entries<string, Copy>(store()).catch(() => [])
      await remove([...all, ...inMemory].filter(([, { at }]) => at < time).map(([key]) => key))
    },
    /** Those whose name begins so, by the rest of their names. */
    readAll: async (user: string, beginning: string): Promise<ReadonlyMap<string, Copy>> => {
      const start = itemOf(user, beginning)
      const found = new Map<string, [key: string, copy: Copy][]>()
      for (const one of await available((of) => of.startsWith(start))) {
        const [of] = split(one[0])
        found.set(of, [...(found.get(of) ?? []), one])
      }
      return new Map([...found].map(([of, copies]) => [of.slice(start.length), combine(copies).draft] as const))
    },
    /** One draft, as `Draft` takes it. */
    slot: (user: string, item: string): DraftSlot<Copy> => ({
      name: itemOf(user, item),
      user,
      keep: (copy) => keep(user, item, copy),
      keepEarly: (copy) => {
        if (tabs && !written.has(ownKey(itemOf(user, item)))) void keep(user, item, copy)
      },
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
  /** Before the slot was read, where that overwrites nothing: the page is about to be gone. */
  keepEarly?: (copy: Copy) => void
  read: () => Promise<Copy | undefined>
  drop: () => Promise<void>
}

/** Drafts of all forms but the articles', which have a database of their own. */
export const formDrafts = draftStore<StoredDraft<object>>('copydesk-forms', 'unsaved', {
  own: thisTab,
  isGone: isTabGone,
})

/** Articles have a database of their own, as they had before other forms kept drafts. */
export const articleDrafts = draftStore<StoredDraft<object>>('copydesk', 'unsaved-articles')

const KEPT_DAYS = 30

/** Drops every draft of this browser that is older than thirty days. */
export async function sweepDrafts(): Promise<void> {
  const time = new Date(Date.now() - KEPT_DAYS * 86_400_000).toISOString()
  await Promise.all([formDrafts.dropOlderThan(time), articleDrafts.dropOlderThan(time)])
}
