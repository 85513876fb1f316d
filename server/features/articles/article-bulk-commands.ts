import { sql } from 'kysely'
import type { ArticleAction } from '#contract/article-actions.ts'
import type { ArticleBulk, ArticleBulkReply } from '#contract/article-bulk.ts'
import { ARTICLE_LIMITS } from '#contract/article-fields.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { lockTaxonomyShared } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { may, type Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { knownAuthors } from '../authors/author-queries.ts'
import { knownCategories } from '../categories/category-queries.ts'
import { knownTags } from '../tags/tag-queries.ts'
import { performOn } from './article-action-commands.ts'
import { applyEdit, requireEditable } from './article-commands.ts'
import { withFacetsAtEnd } from '../../db/facets-at-end.ts'
import { selectedArticles } from './article-review-commands.ts'
import { bulkPermission } from './article-rules.ts'
import { type ArticleRow, lockArticleRows } from './article-row-queries.ts'
import { lockedArticle, type LockedArticle } from './article-save-commands.ts'
import { requireTimes } from './article-schedule-commands.ts'
import { beginUndoStep, endUndoStep, recordForUndo } from './article-undo-step-commands.ts'

/** Articles that are locked and read at once: their texts may be long. */
const LOADED = 50

type Result = ArticleBulkReply['results'][number]

/**
 * One action on many articles, each for itself: what cannot be done is reported and the rest is done. One undo takes it all back.
 * @throws ProblemError count_changed when the selection is not what the person saw
 */
export const bulkArticles = ({ db }: Services, actor: Actor, bulk: ArticleBulk): Promise<ArticleBulkReply> =>
  db.transaction().execute((trx) => bulkArticlesIn(trx, actor, bulk))

async function bulkArticlesIn(trx: Db, actor: Actor, bulk: ArticleBulk): Promise<ArticleBulkReply> {
  await requireBulk(trx, actor, bulk)
  const ids = await selectedArticles(trx, actor, bulk)
  const undo = await beginUndoStep(trx, actor, bulk.action)
  const results = await changeArticles(trx, actor, bulk, ids, undo)
  return { results, undo: await endUndoStep(trx, undo) }
}

/**
 * Moves articles to the trash that are at these versions still, as a part of a step of the undo log.
 * @throws ProblemError forbidden
 */
export async function trashArticlesIn(
  trx: Db,
  actor: Actor,
  articles: readonly { id: string; version: number }[],
  step: string,
): Promise<Result[]> {
  const bulk: BulkAction = { action: 'trash' }
  await requireBulk(trx, actor, bulk)
  return changeArticles(trx, actor, { ...bulk, versions: articles.map(({ version }) => version) }, idsOf(articles), {
    id: step,
  })
}

type BulkAction = Pick<ArticleBulk, 'action' | 'values'>
type Times = Pick<ArticleBulk, 'publishAt' | 'everyMinutes'>
type Change = BulkAction &
  Times & {
    /** The version that each of them must have still, where that counts. */
    versions?: readonly (number | undefined)[] | undefined
  }
type Step = Pick<UndoPointer, 'id'>
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** @throws ProblemError forbidden, invalid_input: the person may not do this at all, or not with these values */
export async function requireBulk(trx: Db, actor: Actor, bulk: BulkAction & Times) {
  if (!may(actor, bulkPermission(bulk.action))) throw new ProblemError('forbidden')
  // Before requireValues locks a category that someone may be merging.
  await lockTaxonomyShared(trx)
  await requireValues(trx, bulk)
}

/** Changes these articles within a step of the undo log, each for itself. @returns the results in the same order */
export async function changeArticles(
  trx: Db,
  actor: Actor,
  bulk: Change,
  ids: readonly string[],
  undo: Step,
): Promise<Result[]> {
  const results = new Map<string, Result>()
  const changes = changesOf(bulk, ids)
  // In one order for everybody, so that two bulk actions wait for each other instead of locking each other out.
  const inOrder = changes.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await withFacetsAtEnd(trx, ids, async () => {
    for (let first = 0; first < inOrder.length; first += LOADED) {
      const some = inOrder.slice(first, first + LOADED)
      const rows = await lockArticleRows(trx, actor, idsOf(some))
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const change of some)
        results.set(change.id, await performInside(trx, actor, bulk, change, undo, byId.get(change.id)))
    }
  })
  return ids.flatMap((id) => results.get(id) ?? [])
}

/** One article of the selection: the version that the person saw, and when it goes out. */
type BulkChange = { id: string; version: number | undefined; publishAt: string | undefined }

/** Later ones have no year of four digits. */
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

function changesOf({ versions, publishAt, everyMinutes = 0 }: Change, ids: readonly string[]): BulkChange[] {
  const first = publishAt === undefined ? undefined : Date.parse(publishAt)
  if (first !== undefined && first + (ids.length - 1) * everyMinutes * 60_000 > LAST_TIME)
    throw invalidField('everyMinutes', 'too_late', 'the last of them would be after the year 9999')
  return ids.map((id, index) => ({
    id,
    version: versions?.[index],
    publishAt: first === undefined ? undefined : new Date(first + index * everyMinutes * 60_000).toISOString(),
  }))
}

async function performInside(
  trx: Db,
  actor: Actor,
  bulk: Change,
  change: BulkChange,
  undo: Step,
  row: ArticleRow | undefined,
): Promise<Result> {
  const { id, version } = change
  let title = ''
  await sql`savepoint item`.execute(trx)
  try {
    const locked = await lockedArticle(trx, actor, row, bulkPermission(bulk.action))
    title = locked.row.title
    if (version !== undefined && version !== locked.row.version) throw new ProblemError('stale_version')
    const changed = await recordForUndo(locked, undo, () => changeOne(actor, locked, bulk, change))
    await sql`release savepoint item`.execute(trx)
    const hasChanges = changed && isEdit(bulk.action) && locked.row.status === 'published'
    return { id, title, ok: true, code: null, changed, ...(hasChanges && { hasChanges }) }
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : uniqueViolation(error) && 'slug_taken'
    if (!code) throw error
    await sql`rollback to savepoint item`.execute(trx)
    return { id, title, ok: false, code, changed: false }
  }
}

/** What changes fields of an article, and not its state. */
/** Changes the text, or what is around it; not its state. */
export const isEdit = (action: ArticleBulk['action']) =>
  action in takes || action === 'feature' || action === 'unfeature'

async function changeOne(
  actor: Actor,
  locked: LockedArticle,
  { action, values = [] }: Change,
  { publishAt }: BulkChange,
): Promise<void> {
  const [first = '', second = ''] = values
  const { authors, tags } = locked.content
  const edits = {
    feature: { featured: true },
    unfeature: { featured: false },
    addTags: { tags: [...new Set([...tags, ...values])] },
    removeTags: { tags: tags.filter((id) => !values.includes(id)) },
    setCategory: { primaryCategory: first },
    setAuthors: { authors: values },
    replaceAuthor: { authors: [...new Set(authors.map((id) => (id === first ? second : id)))] },
  }
  if (!(action in edits)) return performOn(locked, action as ArticleAction, publishAt ? { publishAt } : {})
  requireEditable(actor, locked)
  // One edit that gives more is refused, too, and what has more could not be saved again.
  if (action === 'addTags' && edits.addTags.tags.length > Math.max(ARTICLE_LIMITS.terms, tags.length))
    throw new ProblemError('too_large')
  await applyEdit(locked, edits[action as keyof typeof edits], 'save')
}

const takes: Partial<Record<ArticleBulk['action'], { least: number; most: number; known: typeof knownTags }>> = {
  addTags: { least: 1, most: 20, known: knownTags },
  removeTags: { least: 1, most: 20, known: knownTags },
  setCategory: { least: 1, most: 1, known: knownCategories },
  setAuthors: { least: 1, most: 20, known: knownAuthors },
  replaceAuthor: { least: 2, most: 2, known: knownAuthors },
}

async function requireValues(
  trx: Db,
  { action, values = [], publishAt, everyMinutes }: Parameters<typeof requireBulk>[2],
): Promise<void> {
  const { least, most, known } = takes[action] ?? { least: 0, most: 0, known: knownTags }
  if (values.length > most) throw invalidField('values', 'too_big', `${action} takes at most ${most}`)
  if (values.length < least) throw invalidField('values', 'too_small', `${action} needs at least ${least}`)
  const found = await known(trx, values)
  // An author who is replaced may be in the trash by now.
  const unknown = values.findIndex((id, index) => !found.has(id) && !(action === 'replaceAuthor' && index === 0))
  if (unknown >= 0) throw invalidField(`values.${unknown}`, 'unknown_id', 'there is nothing with this id')
  if (action !== 'schedule' && publishAt !== undefined)
    throw invalidField('publishAt', 'unrecognized_keys', `${action} takes no time`)
  if (action !== 'schedule' && everyMinutes !== undefined)
    throw invalidField('everyMinutes', 'unrecognized_keys', `${action} takes no times`)
  if (action === 'schedule') await requireTimes(trx, publishAt ?? null, null)
}
