import { sql, type Kysely } from 'kysely'
import { SYNONYMS_MAX } from '#contract/search-rank.ts'
import { termKey } from '#contract/search-terms.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { UndoPointer } from '#contract/undo.ts'
import { recordUndoStep, undoItemsOf, type UndoStep } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { searchGroupOf } from './search-rule-queries.ts'
import { hidden, joined, pinned, separated, telling, type SearchRule } from './search-rule-rules.ts'

const NOUN = 'searchTerm'
type Action = 'pin' | 'synonym' | 'unsynonym' | 'hide' | 'show'
type StoredRule = SearchRule & { version: number }
/** The rules of all terms concerned, as the change found them and as it left them. */
type Rules = { rules: SearchRule[] }
/** `keys`: the keys whose ranking must be written again. */
type Changed = { undo: UndoPointer | null; keys: string[] }

/**
 * @param seen the pins that the person saw
 * @throws ProblemError stale_version where the term has other pins by now; invalid_input for an article that readers cannot see,
 *   unless it is pinned already
 */
export const pinArticles = (
  db: Kysely<Tables>,
  actor: Actor,
  { term, articles, seen }: { term: string; articles: string[]; seen?: string[] | undefined },
): Promise<Changed> =>
  changeRules(db, actor, 'pin', [term], async (trx, [group = []]) => {
    if (seen) await requireSeenPins(trx, term, seen)
    await requireLive(trx, articles, new Set(group.flatMap(({ pins }) => pins)))
    return pinned(group, term, articles)
  })

/** @throws ProblemError invalid_input for a variant of the very term, or when the group would have too many terms */
export const addSynonym = (db: Kysely<Tables>, actor: Actor, term: string, synonym: string): Promise<Changed> => {
  if (termKey(term) === termKey(synonym)) throw invalidField('synonym', 'same_term', 'is counted with the term already')
  return changeRules(db, actor, 'synonym', [term, synonym], async (_trx, [group = [], others = []]) => {
    if (group.some(({ key }) => key === termKey(synonym))) return group
    const all = joined([group, term], [others, synonym])
    if (all.length > SYNONYMS_MAX) throw invalidField('synonym', 'too_many', 'too many terms in a group', SYNONYMS_MAX)
    return all
  })
}

/** Nothing happens to a term that has no synonyms. */
export const removeSynonym = (db: Kysely<Tables>, actor: Actor, term: string): Promise<Changed> =>
  changeRules(db, actor, 'unsynonym', [term], async (_trx, [group = []]) =>
    group.length > 1 ? separated(group, term) : group,
  )

export const hideTerm = (db: Kysely<Tables>, actor: Actor, term: string, isHidden: boolean): Promise<Changed> =>
  changeRules(db, actor, isHidden ? 'hide' : 'show', [term], async (_trx, [group = []]) =>
    hidden(group, term, isHidden),
  )

/** One change at a time: they are rare, and may move terms from group to group. */
function changeRules(
  db: Kysely<Tables>,
  actor: Actor,
  action: Action,
  terms: readonly [string, ...string[]],
  change: (trx: Db, groups: SearchRule[][]) => Promise<SearchRule[]>,
): Promise<Changed> {
  const [term] = terms
  return db.transaction().execute(async (trx) => {
    await lockRules(trx)
    const groups: StoredRule[][] = []
    for (const one of terms) groups.push(await groupOf(trx, one))
    const before = [...new Map(groups.flat().map((rule) => [rule.key, rule])).values()]
    const after = telling(
      await change(
        trx,
        groups.map((group) => group.map(plain)),
      ),
    )
    const keys = [...new Set([...terms.map(termKey), ...before.map(({ key }) => key)])]
    if (isSame(before.map(plain), after)) return { undo: null, keys }
    await write(trx, actor, before, after)
    const found = before.map(plain)
    await recordAudit(trx, actor, {
      action,
      entityType: NOUN,
      entityId: null,
      entityTitle: term,
      before: found,
      after,
    })
    const undo = await recordUndoStep(trx, actor.id, { noun: NOUN, action, title: term }, [
      { itemId: randomUUID(), part: 'rules', before: { rules: found }, after: { rules: after.map(plain) } },
    ])
    return { undo, keys }
  })
}

/**
 * Restores the rules that a step found, if they are still as it left them.
 * @returns the item of the step, whether its rules were restored, and the keys whose ranking must be written again
 */
export async function restoreSearchRules(
  trx: Db,
  actor: Actor,
  { id, title }: UndoStep,
): Promise<{ item: string; restored: boolean; keys: string[] }> {
  await lockRules(trx)
  const [item] = await undoItemsOf<Rules, Rules>(trx, id)
  if (!item) throw new ProblemError('undo_expired')
  const [before, after] = [item.before.rules, item.after.rules]
  const keys = [...new Set([termKey(title), ...[...before, ...after].map(({ key }) => key)])]
  const now = await rulesOf(trx, sql<boolean>`key = any(${keys}::text[])`)
  if (!isSame(now, after)) return { item: item.itemId, restored: false, keys }
  await write(trx, actor, now, before)
  const audited = { before: now.map(plain), after: before }
  await recordAudit(trx, actor, { action: 'undo', entityType: NOUN, entityId: null, entityTitle: title, ...audited })
  return { item: item.itemId, restored: true, keys }
}

const lockRules = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('search rules', 0))`.execute(trx)
}

const plain = ({ key, term, head, pins, hidden: isHidden }: SearchRule): SearchRule => ({
  key,
  term,
  head,
  pins,
  hidden: isHidden,
})

const isSame = (one: readonly SearchRule[], other: readonly SearchRule[]): boolean => {
  const text = (rules: readonly SearchRule[]) =>
    JSON.stringify(rules.map(plain).toSorted((a, b) => (a.key < b.key ? -1 : 1)))
  return text(one) === text(other)
}

/** The main term first. */
const groupOf = (trx: Db, term: string): Promise<StoredRule[]> =>
  rulesOf(trx, sql<boolean>`head = (select head from search_rule where key = ${termKey(term)})`)

const rulesOf = (trx: Db, which: ReturnType<typeof sql<boolean>>): Promise<StoredRule[]> =>
  trx
    .selectFrom('searchRule')
    .select(['key', 'term', 'head', 'hidden', 'version', sql<string[]>`pins::text[]`.as('pins')])
    .where(which)
    .orderBy(sql`key <> head`)
    .orderBy('term')
    .execute()

/** Versions only grow, of what is written again after a deletion too: they begin with the time. */
async function write(trx: Db, actor: Actor, before: readonly SearchRule[], after: readonly SearchRule[]) {
  const stays = new Set(after.map(({ key }) => key))
  const gone = before.flatMap(({ key }) => (stays.has(key) ? [] : [key]))
  // The head of a row may be written after it, or be deleted before it: the reference is checked at the end.
  if (gone.length > 0) await sql`update search_rule set head = key where key = any(${gone}::text[])`.execute(trx)
  for (const { pins, ...rule } of after) {
    const values = { ...rule, pins: sql<string[]>`${pins}::uuid[]`, updatedBy: actor.id, updatedAt: sql<string>`now()` }
    await trx
      .insertInto('searchRule')
      .values({ ...values, version: sql<number>`extract(epoch from clock_timestamp())::integer` })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ ...values, version: sql<number>`search_rule.version + 1` }),
      )
      .execute()
  }
  if (gone.length > 0) await trx.deleteFrom('searchRule').where('key', 'in', gone).execute()
}

async function requireSeenPins(trx: Db, term: string, seen: readonly string[]): Promise<void> {
  const { pins, decidedBy } = await searchGroupOf(trx, term)
  const rows = await trx
    .selectFrom('article')
    .where('id', '=', sql<string>`any(${pins}::uuid[])`)
    .select('id')
    .execute()
  // A pin of an article that was deleted permanently is on no screen.
  const shown = new Set(rows.map(({ id }) => id))
  if (
    !isDeepStrictEqual(
      pins.filter((id) => shown.has(id)),
      seen,
    )
  )
    throw new ProblemError('stale_version', { changedBy: decidedBy?.name ?? null })
}

async function requireLive(trx: Db, articles: readonly string[], known: ReadonlySet<string>): Promise<void> {
  const asked = articles.filter((id) => !known.has(id))
  if (asked.length === 0) return
  const rows = await trx.selectFrom('articleLive').where('articleId', 'in', asked).select('articleId').execute()
  const live = new Set(rows.map(({ articleId }) => articleId))
  const missing = articles.findIndex((id) => !known.has(id) && !live.has(id))
  if (missing >= 0) throw invalidField(`articles.${missing}`, 'unknown_id', 'is not a published article')
}
