import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { claimFreeSlug } from '../../slugs/claim-slug.ts'
import { releaseNames, searchTextOf } from './absorb-rules.ts'
import { mergedNouns, type MergedNoun } from './merge-rules.ts'
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

/** How often a target may itself have become part of another. */
const FOLLOW_MOST = 50

/**
 * The target was changed since: it keeps what others did, and gives up what came with those that leave. So does whatever the
 * target itself became part of, for that took over the same.
 */
async function release(trx: Db, actor: Actor, step: Step, target: string, kept: readonly Kept[]): Promise<void> {
  const back = kept.filter(({ id }) => step.back.includes(id))
  let link: Link = { target, kept, stay: kept.filter(({ id }) => id !== target && !step.back.includes(id)) }
  for (let count = 0; count < FOLLOW_MOST; count++) {
    const before = link.kept.find(({ id }) => id === link.target)
    if (step.noun === 'author') await releaseAccount(trx, actor, link, before, back)
    else await releaseSynonyms(trx, actor, link, before, back)
    const later = await laterStep(trx, step.noun, link.target)
    if (!later) return
    const without = (one: Kept) => (one.id === link.target ? { ...one, synonyms: left(one, before, back, link) } : one)
    link = { ...later, stay: later.kept.filter(({ id }) => id !== later.target).map(without) }
  }
}

/** What became part of `target` in one step, with the rows as they were before it; `stay`: those that do not leave it. */
type Link = { target: string; kept: readonly Kept[]; stay: readonly Kept[] }

async function laterStep(trx: Db, noun: MergedNoun, gone: string): Promise<Omit<Link, 'stay'> | undefined> {
  const step = await trx
    .selectFrom('catalogueUndo')
    .select(['target', 'entities'])
    .where('entityType', '=', noun)
    .where(sql<boolean>`gone @> array[${gone}::uuid]`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return step?.target ? { target: step.target, kept: step.entities as Kept[] } : undefined
}

const named = (rows: readonly Kept[]) => rows.map(({ name = '', synonyms = [] }) => ({ name, synonyms }))
const left = (now: Kept, before: Kept | undefined, back: readonly Kept[], { stay }: Link): string[] =>
  releaseNames(now.synonyms ?? [], before?.synonyms ?? [], named(back), named(stay))

const stampsOf = (actor: Actor) => sql`version = version + 1, updated_at = clock_timestamp(), updated_by = ${actor.id}`

async function releaseAccount(
  trx: Db,
  actor: Actor,
  { target }: Link,
  before: Kept | undefined,
  back: readonly Kept[],
): Promise<void> {
  if (before?.user_id) return
  const accounts = back.flatMap(({ user_id: user }) => user ?? [])
  await sql`update author set user_id = null, ${stampsOf(actor)}
    where id = ${target} and user_id = any(${accounts}::uuid[])`.execute(trx)
}

async function releaseSynonyms(
  trx: Db,
  actor: Actor,
  link: Link,
  before: Kept | undefined,
  back: readonly Kept[],
): Promise<void> {
  const { target } = link
  const now = await trx
    .selectFrom('tag')
    .select(['id', 'slug', 'name', 'synonyms'])
    .where('id', '=', target)
    .executeTakeFirst()
  if (!now) return
  const synonyms = left(now, before, back, link)
  if (synonyms.length === now.synonyms.length) return
  await sql`update tag set synonyms = ${synonyms}::text[], search_text = ${searchTextOf(now.name, synonyms)}, ${stampsOf(actor)}
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
