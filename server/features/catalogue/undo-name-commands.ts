import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { releaseNames, searchTextOf } from './absorb-rules.ts'
import { mergedNouns } from './merge-rules.ts'
import type { Step } from './undo-use-commands.ts'

/** A row as it was before the step. */
export type Kept = { id: string; slug: string } & Partial<{
  name: string
  synonyms: string[]
  display_name: string
  user_id: string | null
}>

/** The rows of those that come back as they were, and their target without what it took over; counts follow by themselves. */
export async function bringBackNames(
  trx: Db,
  actor: Actor,
  step: Step,
  kept: readonly Kept[],
  targetVersion: number | null,
): Promise<void> {
  const { id, noun, gone, back, target } = step
  const { table, absorbs } = mergedNouns[noun]
  const whole = back.length === gone.length
  const asKept = (columns: readonly string[]) =>
    sql.join(columns.map((column) => sql`${sql.ref(column)} = kept.${sql.ref(column)}`))
  const stamps = ['version', 'updated_at', 'updated_by']
  const source = sql`catalogue_undo, jsonb_populate_recordset(null::${sql.table(table)}, entities) as kept`
  const untouched = await sql`update ${sql.table(table)} as name set ${asKept([...absorbs, ...stamps])} from ${source}
    where ${whole} and catalogue_undo.id = ${id} and name.id = kept.id
      and name.id = ${target}::uuid and name.version = ${targetVersion}::int returning name.id`.execute(trx)
  if (target && untouched.rows.length === 0) await release(trx, actor, step, target, kept)
  await giveWay(trx, step)
  await sql`update ${sql.table(table)} as name set ${asKept(['deleted_at', 'merged_into', ...stamps])} from ${source}
    where catalogue_undo.id = ${id} and name.id = kept.id and name.id = any(${back}::uuid[])`.execute(trx)
}

/** The target was changed since: it keeps what others did, and gives up what came with those that leave. */
async function release(trx: Db, actor: Actor, step: Step, target: string, kept: readonly Kept[]): Promise<void> {
  const leaving = kept.filter(({ id }) => step.back.includes(id))
  const before = kept.find(({ id }) => id === target)
  const stamps = sql`version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id}`
  if (step.noun === 'author') {
    const accounts = leaving.flatMap(({ user_id: user }) => user ?? [])
    if (!before?.user_id)
      await sql`update author set user_id = null, ${stamps}
        where id = ${target} and user_id = any(${accounts}::uuid[])`.execute(trx)
    return
  }
  const now = await trx.selectFrom('tag').select(['name', 'synonyms']).where('id', '=', target).executeTakeFirst()
  if (!now) return
  const named = (rows: readonly Kept[]) => rows.map(({ name = '', synonyms = [] }) => ({ name, synonyms }))
  const staying = kept.filter(({ id }) => id !== target && !step.back.includes(id))
  const synonyms = releaseNames(now.synonyms, before?.synonyms ?? [], named(leaving), named(staying))
  if (synonyms.length === now.synonyms.length) return
  await sql`update tag set synonyms = ${synonyms}::text[], search_text = ${searchTextOf(now.name, synonyms)}, ${stamps}
    where id = ${target}`.execute(trx)
}

/** What is not a name was given away meanwhile without anybody's noticing: another address, and no account. */
async function giveWay(trx: Db, { noun, back }: Step): Promise<void> {
  const table = sql.table(mergedNouns[noun].table)
  const holder = (column: string) => sql`exists (select from ${table} as other
    where other.${sql.ref(column)} = name.${sql.ref(column)} and other.deleted_at is null)`
  const taken = async (slugs: string[]) => {
    const { rows } = await sql<{ slug: string }>`
      select slug from ${table} where slug = any(${slugs}::text[]) and deleted_at is null`.execute(trx)
    return new Set(rows.map(({ slug }) => slug))
  }
  const { rows } = await sql<{ id: string; slug: string }>`
    select id, slug from ${table} as name where id = any(${back}::uuid[]) and ${holder('slug')}`.execute(trx)
  for (const { id, slug } of rows) {
    const free = await claimFreeSlug(trx, noun, slug, taken)
    await sql`update ${table} set slug = ${free} where id = ${id}`.execute(trx)
  }
  if (noun === 'author')
    await sql`update ${table} as name set user_id = null
      where id = any(${back}::uuid[]) and ${holder('user_id')}`.execute(trx)
}
