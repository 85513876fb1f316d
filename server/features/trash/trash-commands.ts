import type { ProblemCode } from '#contract/problems.ts'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import { foreignKeyViolation, isDatabaseUnavailable } from '../../db/errors.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { actOnAlbum, purgeAlbum } from '../albums/album-action-commands.ts'
import { actOnArticle } from '../articles/article-action-commands.ts'
import { purgeArticle } from '../articles/article-purge-commands.ts'
import { purgeName } from '../catalogue/purge-commands.ts'
import { restoreName } from '../catalogue/undo-commands.ts'
import { purgeCategory } from '../categories/category-purge-commands.ts'
import { restoreCategory } from '../categories/category-undo-commands.ts'
import { purgeMedia, restoreMedia } from '../media/media-trash-commands.ts'
import { findInTrash } from './trash-queries.ts'

type Key = Pick<TrashItem, 'type' | 'id'>
type Way = (services: Services, actor: Actor, id: string, version: number) => Promise<unknown>

const restoring: Record<TrashItem['type'], Way> = {
  article: (services, actor, id, version) => actOnArticle(services, actor, id, 'restore', { version }),
  media: restoreMedia,
  album: (services, actor, id, version) => actOnAlbum(services, actor, id, 'restore', version),
  author: (services, actor, id) => restoreName(services, actor, 'author', id),
  tag: (services, actor, id) => restoreName(services, actor, 'tag', id),
  category: restoreCategory,
}

const purging: Record<TrashItem['type'], Way> = {
  article: purgeArticle,
  media: purgeMedia,
  album: purgeAlbum,
  author: (services, actor, id) => purgeName(services, actor, 'author', id),
  tag: (services, actor, id) => purgeName(services, actor, 'tag', id),
  category: purgeCategory,
}

type Log = { error: (of: { err: unknown }, message: string) => void }

/**
 * Brings each of them back in its own transaction: what fails leaves the others alone. What was put there last comes back
 * first, so that names that were merged one after the other find each other as they were.
 */
export function restoreFromTrash(services: Services, actor: Actor, keys: readonly Key[], log: Log) {
  return each(services, actor, keys, restoring, log, (one, other) => other.deletedAt.localeCompare(one.deletedAt))
}

/** Deletes each of them for good, in its own transaction. */
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
    const { code, skipped } = (item && came.get(item)) ?? { code: 'not_found', skipped: 0 }
    return { type, id, title: item?.title ?? '', ok: code === null, code, skipped }
  })

  async function act(item: TrashItem) {
    // Another one of these may have brought it along already.
    const [still] = item.others > 0 ? await findInTrash(services.db, actor, [item]) : [item]
    return still && ways[item.type](services, actor, item.id, item.version)
  }
}

type Outcome = Pick<TrashResults[number], 'code' | 'skipped'>

async function outcomeOf(run: () => Promise<unknown>, log: Log): Promise<Outcome> {
  try {
    return { code: null, skipped: skippedOf(await run()) }
  } catch (error) {
    return { code: codeOf(error, log), skipped: 0 }
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

const skippedOf = (result: unknown): number =>
  typeof result === 'object' && result && 'skipped' in result && typeof result.skipped === 'number' ? result.skipped : 0
