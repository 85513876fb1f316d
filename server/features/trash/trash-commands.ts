import type { TrashItem, TrashResults } from '#contract/trash.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { actOnAlbum, purgeAlbum } from '../albums/album-action-commands.ts'
import { actOnArticle } from '../articles/article-action-commands.ts'
import { purgeArticle } from '../articles/article-purge-commands.ts'
import { purgeName, restoreName } from '../catalogue/undo-commands.ts'
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

/** Brings each of them back in its own transaction: what fails leaves the others alone. */
export const restoreFromTrash = (services: Services, actor: Actor, keys: readonly Key[]): Promise<TrashResults> =>
  each(services, actor, keys, restoring)

/** Deletes each of them for good, in its own transaction. */
export const purgeFromTrash = (services: Services, actor: Actor, keys: readonly Key[]): Promise<TrashResults> =>
  each(services, actor, keys, purging)

async function each(services: Services, actor: Actor, keys: readonly Key[], ways: typeof restoring) {
  const there = new Map((await findInTrash(services.db, actor, keys)).map((item) => [item.id, item]))
  const results: TrashResults = []
  for (const { type, id } of keys) {
    const item = there.get(id)
    const code = item?.type === type ? await codeOf(() => comeBack(item)) : 'not_found'
    results.push({ type, id, title: item?.title ?? '', ok: code === null, code })
  }
  return results

  async function comeBack(item: TrashItem) {
    // Another one of these may have brought it along already.
    const [still] = item.others > 0 ? await findInTrash(services.db, actor, [item]) : [item]
    if (still) await ways[item.type](services, actor, item.id, item.version)
  }
}

async function codeOf(run: () => Promise<unknown>) {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof ProblemError && error.code !== 'unexpected') return error.code
    throw error
  }
}
