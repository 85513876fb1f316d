import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './database.ts'

/** The nouns whose uses are counted in their column `uses`. */
export type CountedNoun = 'author' | 'media' | 'tag'

/** More changed rows than this are left to the job, which adds them within a minute; only after an import are there more. */
const PENDING_MOST = 5000

/** How often a row of `noun` is used: the stored count and the changes that the job has not added to it yet. */
export const usesNow = (noun: CountedNoun): RawBuilder<number> => {
  const table = sql.table(noun)
  return sql<number>`(${table}.uses + coalesce((select sum(delta) from use_change
    where entity_type = ${sql.lit(noun)} and entity_id = ${table}.id), 0))::int`
}

/** The uses of the rows whose stored count is not up to date, by id. Mostly there are none. */
export type PendingUses = ReadonlyMap<string, number>

export async function pendingUses(db: Db, noun: CountedNoun): Promise<PendingUses> {
  const { rows } = await sql<{ id: string; uses: number }>`
    select id, (uses + delta)::int as uses from (
      select entity_id, sum(delta) as delta from use_change where entity_type = ${noun} group by 1 limit ${PENDING_MOST}
    ) as pending join ${sql.table(noun)} on id = entity_id`.execute(db)
  return new Map(rows.map(({ id, uses }) => [id, uses]))
}

/** The key of an order by uses: the stored count, as the index has it; and the exact one while changes are pending. */
export const usesKey = (noun: CountedNoun, pending: PendingUses) => ({
  by: sql`uses`,
  ...(pending.size > 0 && { exactly: usesNow(noun) }),
})

/**
 * A condition on the uses of a row.
 * @param stored the condition on the column `uses`, which an index serves
 * @param fits the same condition, for the rows that have pending changes
 */
export function usesCondition(
  pending: PendingUses,
  stored: RawBuilder<SqlBool>,
  fits: (uses: number) => boolean,
): RawBuilder<SqlBool> {
  if (pending.size === 0) return stored
  const fitting = [...pending].flatMap(([id, uses]) => (fits(uses) ? id : []))
  return sql`((${stored} and id <> all(${[...pending.keys()]}::uuid[])) or id = any(${fitting}::uuid[]))`
}

/** The filter of a list of names by use. */
export function usesFilter(use: 'unused' | 'once', pending: PendingUses): RawBuilder<SqlBool> {
  const wanted = use === 'unused' ? 0 : 1
  return usesCondition(pending, sql`uses = ${wanted}`, (uses) => uses === wanted)
}
