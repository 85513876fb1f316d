import { sql } from 'kysely'
import type { z } from 'zod'
import type { AuditAction } from '#contract/audit.ts'
import type { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import type { Media, MediaUse } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import type { Db } from '../../db/database.ts'
import { recordUndoStep } from '../../db/undo-log.ts'
import { may, reach, type Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudits, recordPurges } from '../audit/audit-commands.ts'
import { keepOldFiles } from './media-file-commands.ts'
import { askerOf, lockRows, lockedMedia, theMedia, unlessHere } from './media-row-commands.ts'
import { mayWrite } from './media-rules.ts'
import { countUses, findMediaUses } from './media-use-queries.ts'
import { findMediaTwin } from './media-view-queries.ts'

/**
 * Moves an unused picture to the trash; its public addresses stop answering.
 * @param version left out for DELETE, which has none
 * @throws ProblemError not_found, forbidden, stale_version, in_use (with the places)
 */
export async function trashMedia(
  { db }: Services,
  actor: Actor,
  id: string,
  version?: number,
): Promise<Media & { undo: UndoPointer }> {
  return db.transaction().execute(async (trx) => {
    const row = await lockedMedia(trx, id, actor, version)
    const uses = await findMediaUses(trx, id, {
      id: actor.id,
      scope: reach(actor, 'articles.read'),
      readsAds: may(actor, 'ads.write'),
    })
    if (uses.total > 0) throw new ProblemError('in_use', { reasons: uses.items.map(sayUse) })
    const undo = await moveToTrash(trx, actor, [row])
    return { ...(await theMedia(trx, id, actor)), undo }
  })
}

type BulkReply = z.output<typeof mediaBulkEndpoints.trash.reply>

/** Moves those of these pictures that nothing shows to the trash, in one transaction, and says why the others stay. */
export async function trashManyMedia({ db }: Services, actor: Actor, given: readonly string[]): Promise<BulkReply> {
  const ids = [...new Set(given)]
  return db.transaction().execute(async (trx) => {
    const rows = new Map((await lockRows(trx, ids)).map((row) => [row.id, row]))
    const uses = await countUses(trx, ids)
    const refused: BulkReply['refused'] = []
    const going = ids.flatMap((id) => {
      const row = rows.get(id)
      const used = uses.get(id) ?? 0
      const allowed = row && mayWrite(askerOf(actor), row)
      const code = !row || row.deletedAt !== null ? 'not_found' : allowed ? 'in_use' : 'forbidden'
      if (row && allowed && row.deletedAt === null && used === 0) return [row]
      refused.push({ id, code, uses: code === 'not_found' ? 0 : used })
      return []
    })
    const undo = going.length ? await moveToTrash(trx, actor, going) : null
    return { trashed: going.map(({ id }) => id), refused, undo }
  })
}

type Going = { id: string; name: string; version: number }[]

async function moveToTrash(trx: Db, actor: Actor, rows: Going): Promise<UndoPointer> {
  const now = sql<string>`now()`
  await trx
    .updateTable('media')
    .set({ deletedAt: now, updatedAt: now, updatedBy: actor.id, version: sql<number>`version + 1` })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  await auditEach(trx, actor, 'trash', rows)
  const step = { noun: 'media', action: 'trash', title: rows[0]?.name ?? '' } as const
  const items = rows.map(({ id, version }) => ({
    itemId: id,
    part: 'trash',
    before: {},
    after: { version: version + 1, versionBefore: version },
  }))
  return recordUndoStep(trx, actor.id, step, items)
}

/**
 * Takes a picture out of the trash, under its old addresses.
 * @throws ProblemError not_found, forbidden, stale_version; already_here (with the picture) when the very same bytes were
 * uploaded meanwhile
 */
export async function restoreMedia({ db }: Services, actor: Actor, id: string, version: number): Promise<Media> {
  return unlessHere(
    () => findMediaTwin(db, id, askerOf(actor)),
    () =>
      db.transaction().execute(async (trx) => {
        const row = await lockedMedia(trx, id, actor, version, 'trash')
        await bringBack(trx, actor, [id])
        await auditEach(trx, actor, 'restore', [row])
        return theMedia(trx, id, actor)
      }),
  )
}

/** Locked rows, out of the trash. */
export async function bringBack(trx: Db, actor: Actor, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('media')
    .set({ deletedAt: null, updatedAt: sql<string>`now()`, updatedBy: actor.id, version: sql<number>`version + 1` })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Deletes a picture in the trash permanently; its files go with the next run of the job.
 * @throws ProblemError not_found, stale_version, in_use
 */
export async function purgeMedia({ db }: Services, actor: Actor, id: string, version: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockedMedia(trx, id, actor, version, 'trash')
    const uses = await countUses(trx, [id])
    if ((uses.get(id) ?? 0) > 0) throw new ProblemError('in_use')
    await erase(trx, actor, [row])
  })
}

/** Deletes those of these locked pictures permanently that are not used. For the job that empties the trash. */
export async function eraseUnused(trx: Db, locked: readonly { id: string }[]): Promise<void> {
  const ids = locked.map(({ id }) => id)
  const uses = await countUses(trx, ids)
  const rows = await trx.selectFrom('media').selectAll().where('id', 'in', ids).execute()
  const unused = rows.filter(({ id }) => uses.get(id) === 0)
  if (unused.length > 0) await erase(trx, null, unused)
}

type MediaFiles = Parameters<typeof keepOldFiles>[1] & { id: string; name: string }

async function erase(trx: Db, actor: Actor | null, rows: readonly MediaFiles[]): Promise<void> {
  for (const row of rows) await keepOldFiles(trx, row, 0)
  const ids = rows.map(({ id }) => id)
  await trx.deleteFrom('media').where('id', 'in', ids).execute()
  await recordPurges(
    trx,
    actor,
    'media',
    rows.map(({ id, name }) => ({ id, title: name })),
  )
}

const auditEach = (trx: Db, actor: Actor, action: AuditAction, rows: readonly { id: string; name: string }[]) =>
  recordAudits(
    trx,
    actor,
    rows.map(({ id, name }) => ({ action, entityType: 'media', entityId: id, entityTitle: name })),
  )

function sayUse({ type, title, places, trashed }: MediaUse): string {
  const words = {
    cover: 'cover',
    socialImage: 'social image',
    body: 'text',
    published: 'published',
    avatar: 'avatar',
    photo: 'photo',
    creative: 'creative',
    logo: 'logo',
  }
  const where = places.map((place) => words[place]).join(', ')
  if (type === 'setting') return 'the logo of the site'
  const what = title === null ? `an ${type} you may not read` : `${type} “${title}”`
  return `${what} (${where}${trashed ? ', in the trash' : ''})`
}
