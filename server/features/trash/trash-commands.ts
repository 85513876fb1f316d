import type { ProblemCode } from '#contract/problems.ts'
import { TRASH_LEFT_NAMED, type TrashItem, type TrashResults } from '#contract/trash.ts'
import type { UndoReport } from '#contract/undo.ts'
import { deleteUndoStep, lockUndoStep, undoItemsOf } from '../../db/undo-log.ts'
import { foreignKeyViolation, isDatabaseUnavailable } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { actOnAd, purgeAd } from '../ads/ad-action-commands.ts'
import { actOnAlbum, purgeAlbum } from '../albums/album-action-commands.ts'
import { actOnArticle } from '../articles/article-action-commands.ts'
import { purgeArticle } from '../articles/article-purge-commands.ts'
import { requireNoRun } from '../background/background-run-commands.ts'
import { purgeName } from '../taxonomy/purge-commands.ts'
import { purgeCategory } from '../categories/category-purge-commands.ts'
import { restoreCategoryAtTop } from '../categories/category-undo-commands.ts'
import { giveUpOldFile, type ReplaceItem } from '../media/media-replace-commands.ts'
import { actOnPlacement, purgePlacement } from '../placements/placement-commands.ts'
import { purgeMedia, restoreMedia } from '../media/media-trash-commands.ts'
import { undoDeletion, undoStep } from '../undo/undo-commands.ts'
import { findInTrash } from './trash-queries.ts'

type Key = Pick<TrashItem, 'type' | 'id'>
type Way = (services: Services, actor: Actor, id: string, version: number) => Promise<unknown>

const restoring: Record<TrashItem['type'], Way> = {
  article: (services, actor, id, version) => actOnArticle(services, actor, id, 'restore', { version }),
  media: restoreMedia,
  album: (services, actor, id, version) => actOnAlbum(services, actor, id, 'restore', version),
  author: (services, actor, id) => undoDeletion(services, actor, 'author', id),
  tag: (services, actor, id) => undoDeletion(services, actor, 'tag', id),
  category: restoreCategory,
  ad: (services, actor, id, version) => actOnAd(services, actor, id, 'restore', { version }),
  placement: (services, actor, id, version) => actOnPlacement(services, actor, id, 'restore', version),
  change: (services, actor, id) => undoStep(services, actor, id, {}),
}

const purging: Record<TrashItem['type'], Way> = {
  article: purgeArticle,
  media: purgeMedia,
  album: purgeAlbum,
  author: (services, actor, id) => purgeName(services, actor, 'author', id),
  tag: (services, actor, id) => purgeName(services, actor, 'tag', id),
  category: purgeCategory,
  ad: purgeAd,
  placement: purgePlacement,
  change: forgetChange,
}

/** Undoes the step that deleted a category; where the tree has no room for it any more, the category comes to the top. */
async function restoreCategory(services: Services, actor: Actor, id: string): Promise<UndoReport> {
  try {
    return await undoDeletion(services, actor, 'category', id)
  } catch (error) {
    if (!(error instanceof ProblemError && ['undo_expired', 'not_found'].includes(error.code))) throw error
    return restoreCategoryAtTop(services, actor, id)
  }
}

/**
 * Ends a step, so that it cannot be undone any more; the files of a replaced picture go with the next sweep.
 * @throws ProblemError in_progress while a job makes or undoes it: without its step that would stop half-way
 */
function forgetChange({ db }: Services, _actor: Actor, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const step = await lockUndoStep(trx, id, null)
    if (!step) throw new ProblemError('not_found')
    await requireNoRun(trx, id)
    if (step.noun === 'media' && step.action === 'replace')
      for (const item of await undoItemsOf(trx, id)) await giveUpOldFile(trx, item as ReplaceItem)
    await deleteUndoStep(trx, id)
  })
}

type Log = { error: (of: { err: unknown }, message: string) => void }

/**
 * Brings each of them back in its own transaction: what fails leaves the others alone. What was put there last comes back
 * first, so that names that were merged one after the other find each other as they were.
 */
export function restoreFromTrash(services: Services, actor: Actor, keys: readonly Key[], log: Log) {
  return each(services, actor, keys, restoring, log, (one, other) => other.deletedAt.localeCompare(one.deletedAt))
}

/** Deletes each of them permanently, in its own transaction. */
export const purgeFromTrash = (services: Services, actor: Actor, keys: readonly Key[], log: Log) =>
  each(services, actor, keys, purging, log)

async function each(
  services: Services,
  actor: Actor,
  keys: readonly Key[],
  ways: typeof restoring,
  log: Log,
  order?: (one: TrashItem, other: TrashItem) => number,
): Promise<TrashResults> {
  const found = await findInTrash(services.db, actor, keys)
  const there = new Map(found.map((item) => [item.type + item.id, item]))
  const inOrder = [...new Set(keys.flatMap(({ type, id }) => there.get(type + id) ?? []))]
  if (order) inOrder.sort(order)
  const came = new Map<TrashItem, Outcome>()
  for (const item of inOrder) came.set(item, await outcomeOf(() => act(item), log))
  return keys.map(({ type, id }) => {
    const item = there.get(type + id)
    const { code, skipped, left } = (item && came.get(item)) ?? { code: 'not_found', skipped: 0, left: [] }
    return { type, id, title: item?.title ?? '', ok: code === null, code, skipped, left }
  })

  async function act(item: TrashItem) {
    // Another one of these may have brought it along already.
    const [still] = item.others > 0 ? await findInTrash(services.db, actor, [item]) : [item]
    return still && ways[item.type](services, actor, item.id, item.version)
  }
}

type Outcome = Pick<TrashResults[number], 'code' | 'skipped' | 'left'>

async function outcomeOf(run: () => Promise<unknown>, log: Log): Promise<Outcome> {
  try {
    return { code: null, ...leftBy(await run()) }
  } catch (error) {
    return { code: codeOf(error, log), skipped: 0, left: [] }
  }
}

/** What the others have got already must reach the person, so nothing is thrown here. */
function codeOf(error: unknown, log: Log): ProblemCode {
  if (error instanceof ProblemError && error.code !== 'unexpected') return error.code
  if (foreignKeyViolation(error)) return 'in_use'
  if (isDatabaseUnavailable(error)) return 'busy'
  log.error({ err: error }, 'one of several in the trash failed')
  return 'unexpected'
}

/** What was left alone, where a step was undone. */
function leftBy(result: unknown): Pick<Outcome, 'skipped' | 'left'> {
  const isReport = typeof result === 'object' && result !== null && 'left' in result
  const { skipped, left } = isReport ? (result as UndoReport) : { skipped: 0, left: [] }
  return { skipped, left: left.slice(0, TRASH_LEFT_NAMED) }
}
