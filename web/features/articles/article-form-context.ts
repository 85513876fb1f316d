import { createContext, use } from 'react'
import type { Me } from '#contract/session.ts'
import type { ArticleFields } from '#contract/articles.ts'
import type { FieldName } from './article-fields.ts'
import type { RefNames } from './article-refs.ts'
import type { ArticleSession, SessionState } from './article-session.ts'

/** What every part of the article's form works with. */
export type ArticleForm = SessionState & {
  session: ArticleSession
  change: (part: Partial<ArticleFields>) => void
  /** What is wrong with a field, in the person's language. */
  errorOf: (name: FieldName) => string | undefined
  names: RefNames
  me: Me
  readOnly: boolean
}

export const ArticleFormContext = createContext<ArticleForm | null>(null)

/** @throws Error outside the article's form */
export function useArticleForm(): ArticleForm {
  const form = use(ArticleFormContext)
  if (!form) throw new Error('useArticleForm needs the article form around it')
  return form
}

/** A folding part of the form; it may lead to a field of another one. */
export type SectionProps = { jumpTo: (fieldId: string) => void }
