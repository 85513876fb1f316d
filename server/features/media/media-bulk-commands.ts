import { sql } from 'kysely'
import type { z } from 'zod'
import type { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import { numberedText } from '#contract/numbered-text.ts'
import { keepUndoStep } from '../../db/undo-steps.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { recordAudits } from '../audit/audit-commands.ts'
import { findBlocked } from './media-published-queries.ts'
import { askerOf, lockRows, requireUnpublished } from './media-row-commands.ts'
import { mayWrite } from './media-rules.ts'

const textFields = ['alt', 'caption', 'credit'] as const
type Texts = Partial<Record<(typeof textFields)[number], string>>

/** What brings the old texts back: only those that were changed, and the version that the change gave. */
export type Rewritten = { id: string; versionAfter: number; texts: Texts }[]

type Body = z.output<typeof mediaBulkEndpoints.texts.body>
type BulkReply = z.output<typeof mediaBulkEndpoints.texts.reply>

/** Writes texts to many pictures in one transaction; what is not allowed or changes nothing is skipped and said. */
export async function writeManyTexts({ db }: Services, actor: Actor, body: Body): Promise<BulkReply> {
  const ids = [...new Set(body.ids)]
  return db.transaction().execute(async (trx) => {
    const rows = new Map((await lockRows(trx, ids)).map((row) => [row.id, row]))
    const blocked = await findBlocked(trx, askerOf(actor), ids)
    const skipped: BulkReply['skipped'] = []
    const changes = ids.flatMap((id, index) => {
      const row = rows.get(id)
      if (!row || row.deletedAt !== null) skipped.push({ id, code: 'not_found' })
      else if (!mayWrite(askerOf(actor), row)) skipped.push({ id, code: 'forbidden' })
      else if (blocked.has(id)) skipped.push({ id, code: 'needs_publisher' })
      else {
        const texts = changedTexts(row, body, index + 1)
        if (Object.keys(texts).length > 0) return [{ row, texts }]
        skipped.push({ id, code: 'unchanged' })
      }
      return []
    })
    if (changes.length === 0) return { changed: 0, skipped, undo: null }
    await setTexts(
      trx,
      actor,
      changes.map(({ row, texts }) => ({ id: row.id, texts })),
    )
    const old = changes.map(({ row, texts }) => ({ row, texts: partOf(row, texts) }))
    await recordAudits(
      trx,
      actor,
      changes.map(({ row, texts }) => ({
        action: 'edit',
        entityType: 'media',
        entityId: row.id,
        entityTitle: row.name,
        before: partOf(row, texts),
        after: texts,
      })),
    )
    const changed: Rewritten = old.map(({ row, texts }) => ({ id: row.id, versionAfter: row.version + 1, texts }))
    const title = changes[0]?.row.name ?? ''
    const undo = await keepUndoStep(trx, actor.id, { noun: 'media', action: 'texts', title, changed })
    return { changed: changed.length, skipped, undo }
  })
}

function changedTexts(row: Required<Texts>, body: Body, n: number): Texts {
  const texts: Texts = {}
  for (const field of textFields) {
    const template = body[field]
    if (template === undefined || (body.onlyEmpty && row[field] !== '')) continue
    const text = numberedText(template, n)
    if (text !== row[field]) texts[field] = text
  }
  return texts
}

const partOf = (row: Required<Texts>, { ...texts }: Texts): Texts =>
  Object.fromEntries(Object.keys(texts).map((field) => [field, row[field as keyof Texts]]))

/** Locked rows, in one statement; a text that is left out stays. */
async function setTexts(trx: Db, actor: Actor, changes: { id: string; texts: Texts }[]): Promise<void> {
  const given = JSON.stringify(changes.map(({ id, texts }) => ({ id, ...texts })))
  await sql`update media set alt = coalesce(given.alt, media.alt), caption = coalesce(given.caption, media.caption),
      credit = coalesce(given.credit, media.credit), version = version + 1, updated_at = now(), updated_by = ${actor.id}
    from jsonb_to_recordset(${given}::jsonb) as given(id uuid, alt text, caption text, credit text)
    where media.id = given.id`.execute(trx)
}

/** @returns how many were changed meanwhile and stay */
export async function takeBackTexts(trx: Db, actor: Actor, kept: Rewritten): Promise<number> {
  const ids = kept.map(({ id }) => id)
  const rows = new Map((await lockRows(trx, ids)).map((row) => [row.id, row]))
  const still = kept.filter(
    ({ id, versionAfter }) => rows.get(id)?.version === versionAfter && rows.get(id)?.deletedAt === null,
  )
  await requireUnpublished(
    trx,
    askerOf(actor),
    still.map(({ id }) => id),
  )
  await setTexts(trx, actor, still)
  return kept.length - still.length
}
