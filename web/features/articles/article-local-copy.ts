import type { ArticleFields } from '#contract/articles.ts'
import { type LocalDraft, localDrafts } from '../taxonomy/local-drafts.ts'

export type LocalCopy = LocalDraft<Partial<ArticleFields>> & { version: number }

const copies = localDrafts<LocalCopy>('copydesk', 'unsaved-articles')
const nameOf = (article: string | undefined) => article ?? 'new'

export const keepLocalCopy = (user: string, article: string | undefined, copy: LocalCopy): Promise<boolean> =>
  copies.keep(user, nameOf(article), copy)
export const readLocalCopy = (user: string, article: string | undefined): Promise<LocalCopy | undefined> =>
  copies.read(user, nameOf(article))
export const dropLocalCopy = (user: string, article: string | undefined): Promise<void> =>
  copies.drop(user, nameOf(article))
