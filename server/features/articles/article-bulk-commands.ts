import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { ArticleAction } from '#contract/article-actions.ts'
import type { ArticleBulk, ArticleBulkReply } from '#contract/articles.ts'
import { shareCatalogue } from '../../db/catalogue-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { knownCategories } from '../categories/category-queries.ts'
import { knownTags } from '../tags/tag-queries.ts'
import { performOn } from './article-action-commands.ts'
import { rememberForUndo } from './article-bulk-undo-commands.ts'
import { applyEdit, demandEditable } from './article-commands.ts'
import { matchingArticles } from './article-list-queries.ts'
import { bulkPermission } from './article-rules.ts'
import { holdArticle, type Held } from './article-save-commands.ts'

type Bulk = z.output<typeof ArticleBulk>
type BulkReply = z.output<typeof ArticleBulkReply>

/**
 * One action on many articles, each for itself: what cannot be done is reported and the rest is done. One undo takes it all back.
 * @throws ProblemError count_changed when the selection is not what the person saw
 */
export async function bulkArticles({ db }: Services, actor: Actor, bulk: Bulk): Promise<BulkReply> {
  if (!may(actor, bulkPermission(bulk.action))) throw new ProblemError('forbidden')
  return db.transaction().execute(async (trx) => {
    // Before demandValues holds a category that somebody may be merging.
    await shareCatalogue(trx)
    await demandValues(trx, bulk)
    const ids = bulk.ids ?? (await idsOf(trx, actor, bulk))
    if (ids.length !== bulk.expectedCount) throw new ProblemError('count_changed')
    const undo = uuidv7()
    await trx.insertInto('bulkUndo').values({ id: undo, createdBy: actor.id, action: bulk.action }).execute()
    const results = new Map<string, BulkReply['results'][number]>()
    // In one order for everybody, so that two bulk actions wait for each other instead of locking each other out.
    for (const id of ids.toSorted()) results.set(id, await performInside(trx, actor, bulk, id, undo))
    const kept = await trx.selectFrom('bulkUndoItem').select('articleId').where('undoId', '=', undo).limit(1).execute()
    return { results: ids.flatMap((id) => results.get(id) ?? []), undo: kept.length ? undo : null }
  })
}

async function idsOf(trx: Db, actor: Actor, { filter = {}, expectedCount }: Bulk): Promise<string[]> {
  const matching = await matchingArticles(trx, actor, filter)
  const rows = await matching.limit(expectedCount + 1).execute()
  return rows.map(({ id }) => id)
}

async function performInside(
  trx: Db,
  actor: Actor,
  bulk: Bulk,
  id: string,
  undo: string,
): Promise<BulkReply['results'][number]> {
  let title = ''
  await sql`savepoint item`.execute(trx)
  try {
    const held = await holdArticle(trx, actor, id, bulkPermission(bulk.action))
    title = held.row.title
    await rememberForUndo(held, undo, () => changeOne(actor, held, bulk))
    await sql`release savepoint item`.execute(trx)
    return { id, title, ok: true, code: null }
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : uniqueViolation(error) && 'slug_taken'
    if (!code) throw error
    await sql`rollback to savepoint item`.execute(trx)
    return { id, title, ok: false, code }
  }
}

async function changeOne(actor: Actor, held: Held, { action, values = [] }: Bulk): Promise<void> {
  const edits = {
    feature: { featured: true },
    unfeature: { featured: false },
    addTags: { tags: [...new Set([...held.content.tags, ...values])] },
    setCategory: { primaryCategory: values[0] },
  }
  if (!(action in edits)) return performOn(held, action as ArticleAction)
  demandEditable(actor, held)
  await applyEdit(held, edits[action as keyof typeof edits], 'save')
}

async function demandValues(trx: Db, { action, values = [] }: Bulk): Promise<void> {
  const takes = action === 'addTags' ? 20 : action === 'setCategory' ? 1 : 0
  if (values.length > takes) throw invalidField('values', 'too_big', `${action} takes at most ${takes}`)
  if (takes > 0 && values.length === 0) throw invalidField('values', 'too_small', `${action} needs a value`)
  const known = action === 'addTags' ? await knownTags(trx, values) : await knownCategories(trx, values)
  const unknown = values.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalidField(`values.${unknown}`, 'unknown_id', 'there is nothing with this id')
}
