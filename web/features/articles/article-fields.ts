import { type ArticleField, articleFieldNames, ArticleFields, pickFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import { type FieldFault, faultOfIssue } from '#contract/field-faults.ts'

export type FieldName = ArticleField
export const fieldNames = articleFieldNames

/** The editable part of an article. */
export const fieldsOf = (article: Article): ArticleFields => pickFields(article, articleFieldNames)

/** The first fault of each field by the contract's own rules; empty: all is well. */
export function faultsOf(fields: ArticleFields): Partial<Record<FieldName, FieldFault>> {
  const parsed = ArticleFields.safeParse(fields)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), faultOfIssue(issue)]).reverse())
}
