import type { ArticleFields } from '#contract/articles.ts'
import { type KeptCopy, keptCopies } from '../catalogue/kept-copies.ts'

export type LocalCopy = KeptCopy<Partial<ArticleFields>> & { version: number }

const copies = keptCopies<LocalCopy>('copydesk', 'unsaved-articles')
const nameOf = (article: string | undefined) => article ?? 'new'

export const keepLocalCopy = (user: string, article: string | undefined, copy: LocalCopy): Promise<boolean> =>
  copies.keep(user, nameOf(article), copy)
export const readLocalCopy = (user: string, article: string | undefined): Promise<LocalCopy | undefined> =>
  copies.read(user, nameOf(article))
export const dropLocalCopy = (user: string, article: string | undefined): Promise<void> =>
  copies.drop(user, nameOf(article))
