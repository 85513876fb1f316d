import type { ArticleFields } from '#contract/article-fields.ts'
import type { StoredDraft } from '../../entity/drafts/draft-merge.ts'
import { articleDrafts } from '../../entity/drafts/draft-store.ts'
import { isTabGone, thisTab } from '../../entity/drafts/open-tabs.ts'

export type LocalCopy = StoredDraft<ArticleFields>
/** A copy, and its name in the store. */
export type NamedCopy = { name: string; copy: LocalCopy }

let opened = 0

/**
 * Who keeps a copy: each screen with an article has one of its own. With one for all tabs, the last one that typed would take the
 * text of the others.
 */
export const newCopyOwner = (): string => `${thisTab()}.${++opened}`

const beginningOf = (article: string | undefined) => article ?? 'new'
const nameOf = (article: string | undefined, owner: string) => `${beginningOf(article)}/${owner}`

export const keepLocalCopy = (user: string, article: string | undefined, owner: string, copy: LocalCopy) =>
  articleDrafts.keep(user, nameOf(article, owner), copy)
export const dropLocalCopy = (user: string, article: string | undefined, owner: string) =>
  articleDrafts.drop(user, nameOf(article, owner))

/** What was left of this article by screens that are gone, newest first. `owner` asks. */
export async function readLocalCopiesOf(
  user: string,
  article: string | undefined,
  owner: string,
): Promise<NamedCopy[]> {
  const beginning = beginningOf(article)
  const own = nameOf(article, owner)
  const copies = [...(await readLocalCopies(user))].filter(([name]) => name.split('/')[0] === beginning && name !== own)
  const left = await Promise.all(copies.map(([name]) => isTabGone(name.slice(beginning.length + 1).split('.')[0]!)))
  return copies
    .filter((_, index) => left[index])
    .map(([name, copy]) => ({ name, copy }))
    .toSorted((a, b) => b.copy.at.localeCompare(a.copy.at))
}

/** Puts back a copy that was dropped. */
export const keepNamedCopy = (user: string, { name, copy }: NamedCopy): Promise<boolean> =>
  articleDrafts.keep(user, name, copy)
export const dropNamedCopy = (user: string, name: string): Promise<void> => articleDrafts.drop(user, name)

/** All of this person in this browser, by a name of their own. */
export const readLocalCopies = async (user: string): Promise<ReadonlyMap<string, LocalCopy>> => {
  const copies = (await articleDrafts.readAll(user, '')) as ReadonlyMap<string, LocalCopy>
  return new Map([...copies].filter(([, { fields }]) => Object.keys(fields).length > 0))
}
