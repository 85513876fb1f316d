import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type SourceKind =
  | 'account'
  | 'author'
  | 'category'
  | 'tag'
  | 'article'
  | 'version'
  | 'media'
  | 'album'
  | 'snippet'
  | 'placement'
  | 'ad'
type Source = { entityId: string; contentHash: Buffer; entityVersion: number }

/** The version remembered for what was here before the import: never equal to a real one, so it is never overwritten. */
export const NOT_OURS = 0

export type Sources = Awaited<ReturnType<typeof openSources>>

/** Which item of this site became which row here. Read once; written in the caller's transaction. */
export async function openSources(db: Db, site: string) {
  const rows = await db.selectFrom('importSource').selectAll().where('site', '=', site).execute()
  const known = new Map<string, Source>(rows.map((row) => [`${row.kind} ${row.sourceId}`, row]))
  return {
    find: (kind: SourceKind, sourceId: string) => known.get(`${kind} ${sourceId}`),
    /** @param on the transaction, where it is another than the one that was given */
    async remember(
      kind: SourceKind,
      sourceId: string,
      entityId: string,
      contentHash: Buffer,
      entityVersion: number,
      on: Db = db,
    ) {
      const values = { entityId, contentHash, entityVersion }
      await on
        .insertInto('importSource')
        .values({ site, kind, sourceId, ...values })
        .onConflict((conflict) => conflict.columns(['site', 'kind', 'sourceId']).doUpdateSet(values))
        .execute()
      known.set(`${kind} ${sourceId}`, values)
    },
  }
}

/** The site of which these articles were imported, by what its file calls them; undefined for none. */
export async function siteOfArticles(db: Db, sourceIds: readonly string[]): Promise<string | undefined> {
  const found = await db
    .selectFrom('importSource')
    .select('site')
    .where('kind', '=', 'article')
    .where('sourceId', '=', sql<string>`any(${sourceIds}::text[])`)
    .groupBy('site')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('site')
    .executeTakeFirst()
  return found?.site
}

/** Changes when anything that would be written changes. */
export const hashOf = (content: unknown): Buffer => createHash('sha256').update(JSON.stringify(content)).digest()
