import { sql } from 'kysely'
import type { DeliveryKey, DeliveryScope } from '#contract/delivery-keys.ts'
import type { Db } from '../../db/database.ts'
import { deliveryNeedsKey } from '../settings/setting-queries.ts'

type Row = Omit<DeliveryKey, 'createdBy'> & { creatorId: string | null; creatorName: string | null }

/** Keys with their counts: those that work first, then the newest first. @param id only this one */
export async function listDeliveryKeys(db: Db, id?: string): Promise<DeliveryKey[]> {
  const { rows } = await sql<Row>`
    select key.id, key.name, scopes, hint, key.created_at, creator.id as creator_id, creator.name as creator_name,
      expires_at, revoked_at, last_used_at,
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as state,
      coalesce(sum(calls) filter (where day = (now() at time zone 'UTC')::date), 0)::float8 as today,
      coalesce(sum(calls), 0)::float8 as month, coalesce(sum(refused), 0)::float8 as refused
    from delivery_key as key
    left join user_account as creator on creator.id = key.created_by
    left join delivery_key_day on key_id = key.id and day > (now() at time zone 'UTC')::date - 30
    where ${id === undefined ? sql`true` : sql`key.id = ${id}`}
    group by key.id, creator.id
    order by (revoked_at is not null or coalesce(expires_at <= now(), false)), key.created_at desc, key.id`.execute(db)
  return rows.map(({ creatorId, creatorName, ...key }) => ({
    ...key,
    createdBy: creatorId ? { id: creatorId, name: creatorName ?? '' } : null,
  }))
}

export type KnownKey = { id: string; scopes: readonly DeliveryScope[] }
/** What decides about a call: whether a key is needed, and every key that works, by its hash in hex. */
export type DeliveryAccess = { needsKey: boolean; keys: ReadonlyMap<string, KnownKey> }

export async function loadDeliveryAccess(db: Db): Promise<DeliveryAccess> {
  const needsKey = await deliveryNeedsKey(db)
  const rows = await db
    .selectFrom('deliveryKey')
    .select(['id', 'scopes', 'tokenHash'])
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`expires_at is null or expires_at > now()`)
    .execute()
  return { needsKey, keys: new Map(rows.map(({ tokenHash, ...key }) => [tokenHash.toString('hex'), key])) }
}
