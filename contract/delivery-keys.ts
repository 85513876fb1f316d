import { z } from 'zod'
import { ById, endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { PersonRef } from './list.ts'
import { requiredLine, TimeInput } from './text.ts'

/** What a key opens. `content`: everything that is published. `search`: the search and its suggestions. */
export const deliveryScopes = ['content', 'search'] as const
export type DeliveryScope = (typeof deliveryScopes)[number]

/** How every key begins, so that people and secret scanners know it. */
export const DELIVERY_KEY_PREFIX = 'cdk_'
export const DELIVERY_KEYS_MAX = 100
export const DELIVERY_KEY_NAME_MAX = 60
/** Calls in a minute with one key, all its users together. */
export const DELIVERY_KEY_CALLS = 6000

/** A key of the delivery API. The key itself is answered once, when it is made. */
export const DeliveryKey = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(deliveryScopes)),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: PersonRef.nullable(),
  /** Null: it does not expire. */
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  /** Calls of today (UTC) and of the last 30 days, and how many of those were refused. */
  today: z.int(),
  month: z.int(),
  refused: z.int(),
})
export type DeliveryKey = z.output<typeof DeliveryKey>

export const NewDeliveryKey = z.strictObject({
  name: requiredLine(DELIVERY_KEY_NAME_MAX),
  scopes: z.array(z.enum(deliveryScopes)).min(1).max(deliveryScopes.length),
  expiresAt: TimeInput.nullable(),
})

export const deliveryKeyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/delivery-keys',
    summary: 'Keys of the delivery API, those that work first',
    access: 'settings.manage',
    reply: z.object({ items: z.array(DeliveryKey) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/delivery-keys',
    summary: 'Make a key; it is answered this once',
    access: 'settings.manage',
    body: NewDeliveryKey,
    reply: DeliveryKey.extend({ key: z.string() }),
    status: 201,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/delivery-keys/:id/revoke',
    summary: 'End a key; calls with it are refused within two seconds',
    access: 'settings.manage',
    params: ById,
    reply: DeliveryKey,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/delivery-keys/:id',
    summary: 'Delete a key that has expired or was revoked, with its counts',
    access: 'settings.manage',
    params: ById,
    status: 204,
  }),
}
