import { createHash } from 'node:crypto'
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

/** Changes when anything that would be written changes. */
export const hashOf = (content: unknown): Buffer => createHash('sha256').update(JSON.stringify(content)).digest()
