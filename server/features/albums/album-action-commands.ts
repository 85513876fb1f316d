import { sql, type Kysely, type UpdateObject } from 'kysely'
import { albumActionFits, albumActions, missingInAlbum, type AlbumAction } from '#contract/album-actions.ts'
import type { AlbumUse, ChangedAlbum } from '#contract/albums.ts'
import type { Db } from '../../db/database.ts'
import { sweepTrash } from '../../db/sweep-trash.ts'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { claimSlugIn } from '../../slugs/claim-slug.ts'
import { recordAudit, recordPurges } from '../audit/audit-commands.ts'
import { upsertRedirect } from '../../slugs/redirects.ts'
import { slugRace } from './album-commands.ts'
import { lockAlbumForUpdate, replyWith, saveAlbum, type LockedAlbum } from './album-lock-commands.ts'
import { recordAlbumStep, type Part } from './album-step-commands.ts'
import { findAlbumUses } from './album-use-queries.ts'

type Step = (locked: LockedAlbum) => Promise<UpdateObject<Tables, 'album'>>

const steps: Record<Exclude<AlbumAction, 'purge'>, Step> = {
  publish: async ({ row }) => {
    const reasons = missingInAlbum(row)
    if (reasons.length) throw new ProblemError('not_publishable', { reasons })
    return { status: 'published', publishedAt: row.publishedAt ?? sql<string>`now()` }
  },
  unpublish: async () => ({ status: 'draft' }),
  archive: async () => ({ status: 'archived' }),
  trash: async ({ trx, actor, row }) => {
    const { items } = await findAlbumUses(trx, row.id, actor)
    const shownBy = items.filter(({ trashed }) => !trashed)
    if (shownBy.length) throw new ProblemError('in_use', { reasons: shownBy.map(sayUse) })
    return { deletedAt: sql<string>`now()` }
  },
  restore: async ({ trx, row }) => {
    if (!row.deletedAt) return { status: 'draft' }
    const slug = await claimSlugIn(trx, 'album', row.slug)
    await upsertRedirect(trx, 'album', row.id, undefined, slug)
    return { status: 'draft', deletedAt: null, slug }
  },
}

/**
 * One action of the state table.
 * @throws ProblemError not_found, forbidden, stale_version, illegal_transition, not_publishable, in_use
 */
export const actOnAlbum = (
  { db }: Services,
  actor: Actor,
  id: string,
  action: keyof typeof steps,
  version?: number,
): Promise<ChangedAlbum> =>
  slugRace(() =>
    db.transaction().execute(async (trx) => {
      const { locked, part } = await performOn(trx, actor, id, action, version)
      const undo = await recordAlbumStep(locked, action, locked.row.title, [part])
      return { ...(await replyWith(trx, actor, id)), undo }
    }),
  )

/**
 * The action itself, within a transaction of the caller's.
 * @returns the album as it was, and what undoes the action
 */
export async function performOn(trx: Db, actor: Actor, id: string, action: keyof typeof steps, version?: number) {
  const locked = await lockForAction(trx, actor, id, action, version)
  await saveAlbum(locked, await steps[action](locked))
  await recordAudit(trx, actor, {
    action,
    entityType: 'album',
    entityId: id,
    entityTitle: locked.row.title,
    before: { state: locked.access.state },
    after: { state: albumActions[action].to },
  })
  const { status, publishedAt, deletedAt, version: before } = locked.row
  const part: Part =
    action === 'trash'
      ? { kind: 'trashed', album: id, version: before + 1, status }
      : { kind: 'acted', album: id, version: before + 1, action, status, publishedAt, deletedAt }
  return { locked, part }
}

/** Deletes a trashed album permanently; its media files stay. */
export const purgeAlbum = ({ db }: Services, actor: Actor, id: string, version: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { row } = await lockForAction(trx, actor, id, 'purge', version)
    await erase(trx, actor, [row])
  })

async function lockForAction(trx: Db, actor: Actor, id: string, action: AlbumAction, version?: number) {
  const locked = await lockAlbumForUpdate(trx, actor, id, albumActions[action].permission, version)
  const { state } = locked.access
  if (!albumActionFits(action, state))
    throw new ProblemError('illegal_transition', { detail: `${action} is not possible while the album is ${state}` })
  return locked
}

/** Deletes permanently what has been in the trash for thirty days. */
export const sweepAlbums = (db: Kysely<Tables>): Promise<void> =>
  sweepTrash(db, {
    table: 'album',
    title: 'title',
    erase: (trx, rows) => erase(trx, null, rows),
  })

async function erase(trx: Db, actor: Actor | null, rows: readonly { id: string; title: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('redirect').where('entityType', '=', 'album').where('entityId', 'in', ids).execute()
  await trx.deleteFrom('album').where('id', 'in', ids).execute()
  await recordPurges(trx, actor, 'album', rows)
}

const sayUse = ({ title }: AlbumUse): string => (title === null ? 'an article you may not read' : `article “${title}”`)
