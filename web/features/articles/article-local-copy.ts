import { createStore, del, get, set } from 'idb-keyval'
import type { ArticleFields } from '#contract/articles.ts'

/** What was typed and has not reached the server, kept in this browser. */
export type LocalCopy = { fields: Partial<ArticleFields>; version: number; at: string }

const store = () => createStore('copydesk', 'unsaved-articles')
// Keyed by person too: the next one to sign in on this machine must not be offered a stranger's text.
const keyOf = (user: string, article: string | undefined) => `${user}/${article ?? 'new'}`

/** Keeps the copy. A browser without storage (private mode, full disk) is told by `false`. */
export const keepLocalCopy = (user: string, article: string | undefined, copy: LocalCopy): Promise<boolean> =>
  set(keyOf(user, article), copy, store()).then(
    () => true,
    () => false,
  )

export const readLocalCopy = (user: string, article: string | undefined): Promise<LocalCopy | undefined> =>
  get<LocalCopy>(keyOf(user, article), store()).catch(() => undefined)

export const dropLocalCopy = (user: string, article: string | undefined): Promise<void> =>
  del(keyOf(user, article), store()).catch(() => undefined)
