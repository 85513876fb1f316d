import type { ArticleFields } from '#contract/article-fields.ts'
import type { StoredDraft } from '../../entity/drafts/draft-merge.ts'
import { articleDrafts } from '../../entity/drafts/draft-store.ts'

export type LocalCopy = StoredDraft<ArticleFields>

const nameOf = (article: string | undefined) => article ?? 'new'
/** A copy that waits for an answer while something else is typed already. */
const asideOf = (article: string | undefined) => `${nameOf(article)}/aside`

export const keepLocalCopy = (user: string, article: string | undefined, copy: LocalCopy): Promise<boolean> =>
  articleDrafts.keep(user, nameOf(article), copy)
export const readLocalCopy = async (user: string, article: string | undefined): Promise<LocalCopy | undefined> =>
  ((await articleDrafts.read(user, nameOf(article))) ?? (await articleDrafts.read(user, asideOf(article)))) as
    | LocalCopy
    | undefined
export const dropLocalCopy = (user: string, article: string | undefined): Promise<void> =>
  articleDrafts.drop(user, nameOf(article))

/** The next save of this article in the browser would overwrite it: it is put beside. */
export const setLocalCopyAside = (user: string, article: string | undefined, copy: LocalCopy): Promise<boolean> =>
  articleDrafts.keep(user, asideOf(article), copy)
export const dropLocalCopyAside = (user: string, article: string | undefined): Promise<void> =>
  articleDrafts.drop(user, asideOf(article))

/** All of this person in this browser, by a name of their own. */
export const readLocalCopies = async (user: string): Promise<ReadonlyMap<string, LocalCopy>> => {
  const copies = (await articleDrafts.readAll(user, '')) as ReadonlyMap<string, LocalCopy>
  return new Map([...copies].filter(([, { fields }]) => Object.keys(fields).length > 0))
}
