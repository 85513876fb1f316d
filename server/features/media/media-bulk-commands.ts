import { sql } from 'kysely'
import type { z } from 'zod'
import { MEDIA_TEXT_MOST } from '#contract/media.ts'
import type { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import { numberedText } from '#contract/numbered-text.ts'
import { recordUndoStep, type UndoItem } from '../../db/undo-log.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { recordAudits } from '../audit/audit-commands.ts'
import { findBlocked } from './media-published-queries.ts'
import { askerOf, lockRows, requireUnpublished } from './media-row-commands.ts'
import { mayWrite } from './media-rules.ts'

const textFields = ['alt', 'caption', 'credit'] as const
type Texts = Partial<Record<(typeof textFields)[number], string>>

/** Only the texts that the step changed, and the version that it gave the picture. */
export type TextItem = UndoItem<Texts, { version: number; versionBefore: number }>

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
        const texts = changedTexts(row, row.name, body, index + 1)
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
    const items = old.map(({ row, texts }): TextItem => ({
      itemId: row.id,
      part: 'texts',
      before: texts,
      after: { version: row.version + 1, versionBefore: row.version },
    }))
    const step = { noun: 'media', action: 'texts', title: changes[0]?.row.name ?? '' } as const
    return { changed: items.length, skipped, undo: await recordUndoStep(trx, actor.id, step, items) }
  })
}

function changedTexts(row: Required<Texts>, name: string, body: Body, n: number): Texts {
  const texts: Texts = {}
  for (const field of textFields) {
    const template = body[field]
    if (template === undefined || (body.onlyEmpty && row[field] !== '')) continue
    const text = fitting(numberedText(template, n, name), MEDIA_TEXT_MOST[field])
    if (text !== row[field]) texts[field] = text
  }
  return texts
}

/** A long name may not fit; no half of a character stays. */
const fitting = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

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

/** Writes the old texts to locked pictures. @throws ProblemError needs_publisher */
export async function restoreTexts(trx: Db, actor: Actor, items: readonly TextItem[]): Promise<void> {
  await requireUnpublished(
    trx,
    askerOf(actor),
    items.map(({ itemId }) => itemId),
  )
  await setTexts(
    trx,
    actor,
    items.map(({ itemId, before }) => ({ id: itemId, texts: before })),
  )
}
