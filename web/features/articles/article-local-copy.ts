import { createStore, del, get, promisifyRequest, type UseStore } from 'idb-keyval'
import type { ArticleFields } from '#contract/articles.ts'

/** What was typed and has not reached the server, kept in this browser. */
export type LocalCopy = { fields: Partial<ArticleFields>; version: number; at: string }

let opened: UseStore | undefined
const store = () => (opened ??= createStore('copydesk', 'unsaved-articles'))
// Keyed by person too: the next one to sign in on this machine must not be offered a stranger's text.
const keyOf = (user: string, article: string | undefined) => `${user}/${article ?? 'new'}`

/** Keeps the copy. A browser without storage (private mode, full disk) is told by `false`. */
export const keepLocalCopy = (user: string, article: string | undefined, copy: LocalCopy): Promise<boolean> =>
  store()('readwrite', (copies) => {
    copies.put(copy, keyOf(user, article))
    // Without waiting for the answer: the tab may be closing.
    copies.transaction.commit()
    return promisifyRequest(copies.transaction)
  }).then(
    () => true,
    () => false,
  )

export const readLocalCopy = (user: string, article: string | undefined): Promise<LocalCopy | undefined> =>
  get<LocalCopy>(keyOf(user, article), store()).catch(() => undefined)

export const dropLocalCopy = (user: string, article: string | undefined): Promise<void> =>
  del(keyOf(user, article), store()).catch(() => undefined)
