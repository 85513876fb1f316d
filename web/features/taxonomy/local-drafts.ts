import { createStore, del, entries, get, promisifyRequest, type UseStore } from 'idb-keyval'

/** What was typed and has not reached the server, kept in this browser. `base`: what stood there when it was typed. */
export type LocalDraft<Fields> = { fields: Fields; base?: Partial<Fields>; at: string }

/**
 * Copies in a database of this browser. Keyed by person too: the next one to sign in on this machine must not be offered
 * a stranger's text. A browser without storage (private mode, full disk) keeps nothing, and `keep` answers false.
 */
export function localDrafts<Copy>(database: string, name: string) {
  let opened: UseStore | undefined
  const store = () => (opened ??= createStore(database, name))
  const keyOf = (user: string, thing: string) => `${user}/${thing}`
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    keep: (user: string, thing: string, copy: Copy): Promise<boolean> =>
      store()('readwrite', (copies) => {
        copies.put(copy, keyOf(user, thing))
        // Without waiting for the answer: the tab may be closing.
        copies.transaction.commit()
        return promisifyRequest(copies.transaction)
      }).then(
        () => {
          tell()
          return true
        },
        () => false,
      ),
    read: (user: string, thing: string): Promise<Copy | undefined> =>
      get<Copy>(keyOf(user, thing), store()).catch(() => undefined),
    /** Those whose name begins so, by the rest of their names. */
    readAll: (user: string, beginning: string): Promise<ReadonlyMap<string, Copy>> =>
      entries<string, Copy>(store()).then(
        (all) => {
          const start = keyOf(user, beginning)
          return new Map(
            all.filter(([key]) => key.startsWith(start)).map(([key, copy]) => [key.slice(start.length), copy] as const),
          )
        },
        () => new Map<string, Copy>(),
      ),
    drop: (user: string, thing: string): Promise<void> => del(keyOf(user, thing), store()).then(tell, () => undefined),
    /** Tells of every copy that this tab keeps or drops. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Of all forms but the articles', which have their own. */
export const formCopies = localDrafts<LocalDraft<object>>('copydesk-forms', 'unsaved')
