import { type ListedSnippet, type Snippet, SNIPPET_START } from '#contract/snippets.ts'
import { type Role, scopeOf } from '#contract/permissions.ts'
import { personOf } from '../../db/person.ts'
import { plainText } from '../articles/body-html-text.ts'
import type { SnippetRow } from './snippet-queries.ts'

type Viewer = { id: string; role: Role }

/** Those who may write all articles change all snippets; an author those that they saved. */
export const mayWriteSnippet = ({ id, role }: Viewer, { createdBy }: Pick<SnippetRow, 'createdBy'>): boolean =>
  scopeOf(role, 'articles.write') === 'all' || createdBy === id

/** A snippet as this person may see it. */
export const asSeenBy = (viewer: Viewer, { createdBy, updaterName, ...row }: SnippetRow): Snippet => ({
  ...row,
  updatedBy: personOf(row.updatedBy, updaterName),
  can: { write: mayWriteSnippet(viewer, { createdBy }) },
})

/** The same with how its text begins. */
export function asListed(viewer: Viewer, row: SnippetRow): ListedSnippet {
  const { body, ...snippet } = asSeenBy(viewer, row)
  const text = plainText(body).replace(/\s+/gu, ' ').trim()
  // Never half a character.
  return { ...snippet, start: Array.from(text).slice(0, SNIPPET_START).join('') }
}
