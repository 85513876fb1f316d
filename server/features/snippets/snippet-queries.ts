import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** As it is stored, with the name of who changed it last. */
export type SnippetRow = {
  id: string
  version: number
  name: string
  body: string
  createdBy: string | null
  updatedAt: string
  updatedBy: string | null
  updaterName: string | null
}

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

/** All of them, by name. */
export const listSnippets = (db: Db): Promise<SnippetRow[]> =>
  rows(db)
    .orderBy(sql`lower(snippet.name)`)
    .orderBy('snippet.id')
    .execute()

export const findSnippet = (db: Db, id: string): Promise<SnippetRow | undefined> =>
  rows(db).where('snippet.id', '=', id).executeTakeFirst()
