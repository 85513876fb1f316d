import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  DELIVERY_KEY_PREFIX,
  DELIVERY_KEYS_MAX,
  type DeliveryKey,
  type DeliveryScope,
} from '#contract/delivery-keys.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { hashToken, newToken } from '../../http/session-token.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { listDeliveryKeys } from './delivery-key-queries.ts'

type NewKey = { name: string; scopes: DeliveryScope[]; expiresAt: string | null }

/**
 * Makes a key and answers it; only its hash is stored.
 * @throws ProblemError invalid_input when the expiry is past, or there are too many keys
 */
export const createDeliveryKey = (
  db: Services['db'],
  actor: Actor,
  given: NewKey,
): Promise<DeliveryKey & { key: string }> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('copydesk delivery keys'))`.execute(trx)
    const { rows } = await sql<{ keys: number; past: boolean }>`
      select count(*)::int as keys, coalesce(${given.expiresAt}::timestamptz <= now(), false) as past from delivery_key`.execute(
      trx,
    )
    const [{ keys, past } = { keys: 0, past: false }] = rows
    if (past) throw invalidField('expiresAt', 'past', 'is past')
    if (keys >= DELIVERY_KEYS_MAX)
      throw invalidField('name', 'too_many', `at most ${DELIVERY_KEYS_MAX} keys; delete one first`, DELIVERY_KEYS_MAX)
    const id = uuidv7()
    const key = `${DELIVERY_KEY_PREFIX}${newToken()}`
    const scopes = [...new Set(given.scopes)]
    const { name, expiresAt } = given
    const row = { id, name, scopes, expiresAt, tokenHash: hashToken(key), hint: key.slice(-4), createdBy: actor.id }
    await trx.insertInto('deliveryKey').values(row).execute()
    await recordAudit(trx, actor, { ...lineOf('create', id, name), after: { name, scopes, expiresAt } })
    return { ...(await requireKey(trx, id)), key }
  })

/** Ends a key; ending one twice changes nothing. @throws ProblemError not_found */
export const revokeDeliveryKey = (db: Services['db'], actor: Actor, id: string): Promise<DeliveryKey> =>
  db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('deliveryKey')
      .set({ revokedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returning('name')
      .executeTakeFirst()
    const key = await requireKey(trx, id)
    if (revoked) await recordAudit(trx, actor, lineOf('revoke', id, key.name))
    return key
  })

/** @throws ProblemError not_found; illegal_transition while the key works */
export const deleteDeliveryKey = (db: Services['db'], actor: Actor, id: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('deliveryKey').select('id').where('id', '=', id).forUpdate().execute()
    const { state, name, scopes, createdAt, expiresAt } = await requireKey(trx, id)
    if (state === 'active') throw new ProblemError('illegal_transition', { reasons: ['key_active'] })
    await trx.deleteFrom('deliveryKey').where('id', '=', id).execute()
    await recordAudit(trx, actor, { ...lineOf('delete', id, name), before: { name, scopes, createdAt, expiresAt } })
  })

async function requireKey(db: Db, id: string): Promise<DeliveryKey> {
  const [key] = await listDeliveryKeys(db, id)
  if (!key) throw new ProblemError('not_found')
  return key
}

const lineOf = (action: 'create' | 'revoke' | 'delete', entityId: string, entityTitle: string) => ({
  action,
  entityType: 'delivery_key' as const,
  entityId,
  entityTitle,
})

export type KeyCounts = ReadonlyMap<string, { calls: number; refused: number }>

/** Adds calls to the counts of today. */
export async function addKeyCalls(db: Db, counts: KeyCounts): Promise<void> {
  const rows = [...counts].map(([id, count]) => ({ id, ...count })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, calls bigint, refused bigint)),
    used as (
      update delivery_key set last_used_at = now() from given where given.id = delivery_key.id returning delivery_key.id
    )
    insert into delivery_key_day (key_id, day, calls, refused)
    select given.id, (now() at time zone 'UTC')::date, calls, refused from given join used using (id) order by id
    on conflict (key_id, day) do update set
      calls = delivery_key_day.calls + excluded.calls, refused = delivery_key_day.refused + excluded.refused`.execute(
    db,
  )
}

/** Deletes counts that no screen shows any more. */
export async function sweepKeyCalls(db: Db): Promise<void> {
  await sql`delete from delivery_key_day where day < (now() at time zone 'UTC')::date - 400`.execute(db)
}
