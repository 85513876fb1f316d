import { type Article, ArticleFields } from '#contract/articles.ts'
import { type FieldFault, faultOfIssue } from '#contract/field-faults.ts'

export type FieldName = keyof ArticleFields
export const fieldNames = Object.keys(ArticleFields.shape) as FieldName[]

/** The editable part of an article. */
export const fieldsOf = (article: Article): ArticleFields =>
  Object.fromEntries(fieldNames.map((name) => [name, article[name]])) as ArticleFields

export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** The names of the fields in which the two differ. */
export const differingFields = (a: ArticleFields, b: ArticleFields): FieldName[] =>
  fieldNames.filter((name) => !sameValue(a[name], b[name]))

/** Only the named fields. */
export const pickFields = (fields: ArticleFields, names: readonly FieldName[]): Partial<ArticleFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]))

/** The state both people started from: `sent` as this screen wrote it, `stored` as the server keeps it (sanitised, trimmed). */
export type MergeBase = { sent: ArticleFields; stored: ArticleFields }

/**
 * What to do when someone else saved in between. `mine` is what is on this screen, `theirs` what is on the server now.
 * Fields that only they changed are taken over; fields that both changed differently are for the person to decide.
 * The new base makes exactly my own changes count as unsaved.
 */
export function mergeFields(base: MergeBase, mine: ArticleFields, theirs: ArticleFields) {
  const merged = { ...mine }
  const sent = { ...base.sent }
  const takenOver: FieldName[] = []
  const conflicts: FieldName[] = []
  for (const name of differingFields(base.stored, theirs)) {
    Object.assign(sent, { [name]: theirs[name] })
    if (sameValue(mine[name], theirs[name])) continue
    if (sameValue(base.sent[name], mine[name])) {
      Object.assign(merged, { [name]: theirs[name] })
      takenOver.push(name)
    } else conflicts.push(name)
  }
  return { merged, base: { sent, stored: theirs }, takenOver, conflicts }
}

/** The first fault of each field by the contract's own rules; empty: all is well. */
export function faultsOf(fields: ArticleFields): Partial<Record<FieldName, FieldFault>> {
  const parsed = ArticleFields.safeParse(fields)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), faultOfIssue(issue)]).reverse())
}
