import { sql } from 'kysely'
import type { MergePreview } from '#contract/merge.ts'
import type { Db } from '../../db/database.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { absorbNames } from './absorb-rules.ts'
import { countArticlesOf, countKnownOf } from './merge-queries.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
import { usesNow } from '../../db/use-counts.ts'

/** What a merge would change; the counts are of this moment. @throws ProblemError not_found, invalid_input */
export async function previewMerge(
  db: Db,
  noun: MergedNoun,
  target: string,
  from: readonly string[],
): Promise<MergePreview> {
  const { rows } = await sql<MergePreview['from'][number]>`
    select id, ${sql.ref(mergedNouns[noun].name)} as name, ${usesNow(noun)} as uses from ${sql.table(mergedNouns[noun].table)}
    where id = any(${[target, ...from]}::uuid[]) and deleted_at is null`.execute(db)
  if (!rows.some(({ id }) => id === target)) throw new ProblemError('not_found')
  const unknown = from.findIndex((id) => id === target || !rows.some((row) => row.id === id))
  if (unknown >= 0) throw invalidField(`from.${unknown}`, 'unknown_id', 'there is nothing with this id')
  return {
    ...(await countArticlesOf(db, noun, from)),
    ...(await countKnownOf(db, noun, target, from)),
    from: rows.filter(({ id }) => id !== target),
    unfit: noun === 'tag' ? await unfitNames(db, target, from) : [],
  }
}

/** Names for which this tag has no room. */
async function unfitNames(db: Db, target: string, from: readonly string[]): Promise<string[]> {
  const tags = await db
    .selectFrom('tag')
    .select(['id', 'name', 'synonyms'])
    .where('id', 'in', [target, ...from])
    .execute()
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  const into = byId.get(target)
  const gone = [...new Set(from)].flatMap((id) => byId.get(id) ?? [])
  return into ? absorbNames(into, gone).unfit : []
}
