import { sql } from 'kysely'
import { type ListedSnippet, type Snippet, SNIPPET_START } from '#contract/snippets.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { personOf } from '../../db/person.ts'
import type { Actor } from '../../http/actor.ts'
import { plainText } from '../articles/body-html-text.ts'

type Viewer = Pick<Actor, 'id' | 'role'>
type Row = {
  id: string
  version: number
  name: string
  body: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
  updaterName: string | null
}

/** Those who may write all articles change all snippets; an author those that they saved. */
export const mayWriteSnippet = ({ id, role }: Viewer, { createdBy }: Pick<Row, 'createdBy'>): boolean =>
  scopeOf(role, 'articles.write') === 'all' || createdBy === id

const rows = (db: Db) =>
  db
    .selectFrom('snippet')
    .leftJoin('userAccount as updater', 'updater.id', 'snippet.updatedBy')
    .select([
      'snippet.id',
      'snippet.version',
      'snippet.name',
      'snippet.body',
      'snippet.createdBy',
      'snippet.updatedAt',
      'snippet.updatedBy',
      'updater.name as updaterName',
    ])

function asSeenBy(viewer: Viewer, { createdBy, updaterName, ...row }: Row): Snippet {
  return {
    ...row,
    updatedBy: personOf(row.updatedBy, updaterName),
    can: { write: mayWriteSnippet(viewer, { createdBy }) },
  }
}

export async function listSnippets(db: Db, viewer: Viewer): Promise<ListedSnippet[]> {
  const all: Row[] = await rows(db)
    .orderBy(sql`lower(snippet.name)`)
    .orderBy('snippet.id')
    .execute()
  return all.map((row) => {
    const { body, ...snippet } = asSeenBy(viewer, row)
    const text = plainText(body).replace(/\s+/gu, ' ').trim()
    // Never half a character.
    return { ...snippet, start: Array.from(text).slice(0, SNIPPET_START).join('') }
  })
}

export async function findSnippet(db: Db, viewer: Viewer, id: string): Promise<Snippet | undefined> {
  const row: Row | undefined = await rows(db).where('snippet.id', '=', id).executeTakeFirst()
  return row && asSeenBy(viewer, row)
}
