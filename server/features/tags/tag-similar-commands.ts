import { sql, type Kysely } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { spellInLatin } from '../../slugs/make-slug.ts'
import { isSimilar, variantsOf } from './tag-similar-rules.ts'

const BATCH = 500

type Named = { id: string; name: string }

/**
 * Compares all tags that came in or were renamed by other ways than a form (imports, merges that were undone) with the
 * others. The job's.
 */
export async function compareNewTags(db: Kysely<Tables>): Promise<void> {
  for (;;) {
    const fresh = await db
      .selectFrom('tag')
      .select(['id', 'name'])
      .where('similarKnown', '=', false)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const compared = fresh.length > 0 && (await db.transaction().execute((trx) => compareTags(trx, fresh)))
    if (!compared || fresh.length < BATCH) return
  }
}

/**
 * Finds the tags whose names are similar to these. One transaction at a time: a second one leaves its tags to the job.
 * @returns how many of them were compared
 */
export async function compareTags(trx: Db, fresh: readonly Named[]): Promise<number> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('similar tags', 0)) as alone`.execute(trx)
  return rows[0]?.alone ? storeSimilar(trx, fresh) : 0
}

async function storeSimilar(db: Db, fresh: readonly Named[]): Promise<number> {
  const ids = fresh.map(({ id }) => id)
  const variants = fresh.flatMap(({ id, name }) =>
    variantsOf(name, spellInLatin(name)).map((variant) => ({ id, variant })),
  )
  await sql`delete from tag_variant where tag_id = any(${ids}::uuid[])`.execute(db)
  await sql`insert into tag_variant (tag_id, variant)
    select * from unnest(${variants.map(({ id }) => id)}::uuid[], ${variants.map(({ variant }) => variant)}::text[])
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string; name: string; otherId: string; otherName: string }>`
    select distinct one.id, one.name, other.id as other_id, other.name as other_name
    from tag_variant as mine join tag_variant as theirs using (variant)
    join tag as one on one.id = mine.tag_id join tag as other on other.id = theirs.tag_id
    where mine.tag_id = any(${ids}::uuid[]) and theirs.tag_id <> mine.tag_id`.execute(db)
  const pairs = rows.filter(({ name, otherName }) =>
    isSimilar(name, spellInLatin(name), otherName, spellInLatin(otherName)),
  )
  await sql`delete from similar_tag where tag_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[])`.execute(db)
  await sql`insert into similar_tag (tag_id, other_id)
    select one, other from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ otherId }) => otherId)}::uuid[])
      as pair(one, other)
    union select other, one from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ otherId }) => otherId)}::uuid[])
      as pair(one, other)
    on conflict do nothing`.execute(db)
  // Only what still has the name that was compared; a tag that is locked, as by a merge, is left for the next time.
  const { numAffectedRows = 0n } = await sql`update tag set similar_known = true where id in (
    select tag.id from tag join unnest(${ids}::uuid[], ${fresh.map(({ name }) => name)}::text[]) as seen(id, name)
      on tag.id = seen.id and tag.name = seen.name order by tag.id for no key update of tag skip locked)`.execute(db)
  return Number(numAffectedRows)
}
