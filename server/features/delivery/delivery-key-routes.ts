import type { FastifyInstance } from 'fastify'
import { deliveryKeyEndpoints } from '#contract/delivery-keys.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { createDeliveryKey, deleteDeliveryKey, revokeDeliveryKey } from './delivery-key-commands.ts'
import { listDeliveryKeys } from './delivery-key-queries.ts'

/** Keys of the delivery API, for administrators. */
export function deliveryKeyRoutes(app: FastifyInstance, { db }: Services) {
  serve(app, deliveryKeyEndpoints.list, async () => ({ items: await listDeliveryKeys(db) }))
  // The reply carries the key: its length must not tell about it.
  serve(app, deliveryKeyEndpoints.create, ({ actor, body }) => createDeliveryKey(db, actor, body), { compress: false })
  serve(app, deliveryKeyEndpoints.revoke, ({ actor, params }) => revokeDeliveryKey(db, actor, params.id))
  serve(app, deliveryKeyEndpoints.remove, ({ actor, params }) => deleteDeliveryKey(db, actor, params.id))
}
