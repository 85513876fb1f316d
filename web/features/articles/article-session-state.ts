import type { z } from 'zod'
import type { ArticleFields } from '#contract/article-fields.ts'
import type { Article, ArticleCreate, ArticleEdit, PresentPerson } from '#contract/articles.ts'
import type { FieldFault } from '#contract/field-faults.ts'
import type { ApiError } from '../../api/call.ts'
import type { BodyChoice, Side } from './article-body-places.ts'
import type { FieldName } from './article-fields.ts'
import type { LocalCopy } from './article-local-copy.ts'

export type SaveState =
  | { kind: 'unchanged' }
  | { kind: 'here' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; error: ApiError; keptHere: boolean }

export type Conflict = {
  theirs: Article
  changedBy: string
  fields: FieldName[]
  /** The person is being asked. Never by itself while they write: the next keys would answer. */
  isAsked: boolean
}
/** What the person chose: of the text, for each place. */
export type ConflictChoice = { [Name in FieldName]?: Name extends 'body' ? BodyChoice : Side }

export type SaveReason = z.output<typeof ArticleEdit>['reason']

export type SessionState = {
  /** As the server last told; undefined before the first save of a new article. */
  article: Article | undefined
  fields: ArticleFields
  save: SaveState
  dirty: boolean
  /** Field → what is wrong, by our own check or the server's. */
  faults: Partial<Record<FieldName, FieldFault>>
  conflict: Conflict | undefined
  /** The last change by someone else that was merged in without a question; `besideOwn`: into changes that were not saved yet. */
  merged: { changedBy: string; fields: FieldName[]; besideOwn: boolean } | undefined
  /** Restored text of an earlier visit, and what its fields contained before. */
  restored: { at: string; fields: Partial<ArticleFields>; before: Partial<ArticleFields> } | undefined
  /** Who else has the article open to write it; the person, too, in another tab. */
  others: readonly PresentPerson[]
}

export type SessionPorts = {
  /** @param key sent again with it, the call makes no second article */
  create: (body: z.input<typeof ArticleCreate>, key: string) => Promise<Article>
  edit: (id: string, body: z.input<typeof ArticleEdit>) => Promise<Article>
  keep: (id: string | undefined, copy: LocalCopy) => Promise<boolean>
  drop: (id: string | undefined) => Promise<void>
  /** Pulls what the text editor has not reported yet. */
  flush: () => void
}
