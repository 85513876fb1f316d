import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Snippet, SNIPPET_BODY_MAX, type snippetEndpoints, SNIPPETS_MOST } from '#contract/snippets.ts'
import type { Db } from '../../db/database.ts'
import { changedFields, nextVersion } from '../../db/row-change.ts'
import type { Actor } from '../../http/actor.ts'
import { namingIndexes } from '../../http/index-problem.ts'
import { invalidField, ProblemError, staleVersion, takenField } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { cleanGivenBody } from '../articles/given-body-commands.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { findSnippet } from './snippet-queries.ts'
import { asSeenBy, mayWriteSnippet } from './snippet-rules.ts'

type Create = z.output<typeof snippetEndpoints.create.body>
type Edit = z.output<typeof snippetEndpoints.edit.body>

const named = <T>(act: () => Promise<T>): Promise<T> => namingIndexes({ snippet_name: () => takenField('name') }, act)

/** @throws ProblemError name_taken, ignoring case; invalid_input, also at the name when there are as many as may be */
export async function createSnippet(
  { db }: Services,
  actor: Actor,
  { name, body: html }: Create,
  id = uuidv7(),
): Promise<Snippet> {
  const body = await bodyOf(actor, html)
  return named(() =>
    db.transaction().execute(async (trx) => {
      // One after the other, so that each counts those before it.
      await sql`select pg_advisory_xact_lock(hashtextextended('snippets', 0))`.execute(trx)
      const { all } = await trx
        .selectFrom('snippet')
        .select(({ fn }) => fn.countAll<number>().as('all'))
        .executeTakeFirstOrThrow()
      if (all >= SNIPPETS_MOST)
        throw invalidField('name', 'too_many', `at most ${SNIPPETS_MOST} snippets; delete one first`, SNIPPETS_MOST)
      await insertSnippet(trx, actor.id, { name, body }, id)
      await recordAudit(trx, actor, { ...lineOf('create', id, name), after: { name, body } })
      return replyWith(trx, actor, id)
    }),
  )
}

/** A new snippet with a body that may be stored, within a transaction of the caller's. @param by the account that made it */
export async function insertSnippet(trx: Db, by: string | null, fields: Create, id = uuidv7()): Promise<string> {
  await trx
    .insertInto('snippet')
    .values({ id, ...fields, createdBy: by, updatedBy: by })
    .execute()
  return id
}

/**
 * Changes a snippet; nothing is written where nothing changed.
 * @throws ProblemError not_found, forbidden, stale_version, name_taken, invalid_input
 */
export async function editSnippet(
  { db }: Services,
  actor: Actor,
  id: string,
  { version, ...given }: Edit,
): Promise<Snippet> {
  const change = { ...given, ...(given.body !== undefined && { body: await bodyOf(actor, given.body) }) }
  return named(() =>
    db.transaction().execute(async (trx) => {
      const row = await lockSnippet(trx, actor, id)
      if (row.version !== version) throw staleVersion(await replyWith(trx, actor, id))
      const fields = changedFields(row, change)
      if (fields.length === 0) return replyWith(trx, actor, id)
      await trx
        .updateTable('snippet')
        .set({ ...change, ...nextVersion(actor.id, row) })
        .where('id', '=', id)
        .execute()
      const { name, body } = row
      await recordAudit(trx, actor, { ...lineOf('edit', id, name), before: { name, body }, after: change })
      return replyWith(trx, actor, id)
    }),
  )
}

/** @throws ProblemError not_found, forbidden */
export const removeSnippet = ({ db }: Services, actor: Actor, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { name, body } = await lockSnippet(trx, actor, id)
    await trx.deleteFrom('snippet').where('id', '=', id).execute()
    await recordAudit(trx, actor, { ...lineOf('delete', id, name), before: { name, body } })
  })

const lineOf = (action: 'create' | 'edit' | 'delete', entityId: string, entityTitle: string) =>
  ({ action, entityType: 'snippet', entityId, entityTitle }) as const

async function bodyOf(actor: Actor, html: string): Promise<string> {
  const body = await cleanGivenBody(actor, html, SNIPPET_BODY_MAX)
  if (body.trim() === '') throw invalidField('body', 'required', 'must not be empty')
  return body
}

async function lockSnippet(trx: Db, actor: Actor, id: string) {
  const row = await trx.selectFrom('snippet').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new ProblemError('not_found')
  if (!mayWriteSnippet(actor, row)) throw new ProblemError('forbidden')
  return row
}

async function replyWith(trx: Db, actor: Actor, id: string): Promise<Snippet> {
  const snippet = await findSnippet(trx, id)
  if (!snippet) throw new ProblemError('not_found')
  return asSeenBy(actor, snippet)
}
