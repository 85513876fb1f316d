import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { DELIVERY_KEY_CALLS, DELIVERY_KEY_PREFIX, type DeliveryScope } from '#contract/delivery-keys.ts'
import { deliveryEndpoints } from '#contract/delivery.ts'
import { readerSearchEndpoints } from '#contract/reader-search.ts'
import type { Tables } from '../../db/tables.ts'
import { createCallCounts } from '../../http/call-counts.ts'
import { flushPeriodically } from '../../http/periodic-flush.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { hashToken } from '../../http/session-token.ts'
import { addKeyCalls } from './delivery-key-commands.ts'
import { loadDeliveryAccess, type DeliveryAccess, type KnownKey } from './delivery-key-queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of the delivery API that the call was made with; null without one. */
    deliveryKey: KnownKey | null
  }
}

const KNOWN_FOR_MS = 2000
const FLUSH_SECONDS = 5
const LIMIT = { max: DELIVERY_KEY_CALLS, seconds: 60, of: 'calls with one key' }
const paths = (endpoints: Record<string, { path: string }>) => Object.values(endpoints).map(({ path }) => path)
const scopeOfPath = new Map<string, DeliveryScope>([
  ...paths(deliveryEndpoints).map((path) => [path, 'content'] as const),
  ...paths(readerSearchEndpoints).map((path) => [path, 'search'] as const),
])

/**
 * Checks the keys of the delivery API and counts their calls. A key that is sent must work, even where none is needed: a
 * mistake should show before keys become necessary. Revoking one takes effect within two seconds in every process.
 */
export function requireDeliveryKeys(app: FastifyInstance, db: Kysely<Tables>): void {
  const access = recentAccess(() => loadDeliveryAccess(db))
  const limits = createCallCounts()
  let counts = new Map<string, { calls: number; refused: number }>()
  const add = (id: string, calls: number, refused: number) => {
    const before = counts.get(id) ?? { calls: 0, refused: 0 }
    counts.set(id, { calls: before.calls + calls, refused: before.refused + refused })
  }
  flushPeriodically(app, FLUSH_SECONDS, async () => {
    await limits.share(db)
    if (counts.size === 0) return
    const counted = counts
    counts = new Map()
    try {
      await addKeyCalls(db, counted)
    } catch (error) {
      for (const [id, { calls, refused }] of counted) add(id, calls, refused)
      throw error
    }
  })

  app.decorateRequest('deliveryKey', null)
  app.addHook('onRequest', async (request) => {
    const scope = scopeOfPath.get(request.routeOptions.url ?? '')
    if (!scope) return
    const sent = keyOf(request)
    const { needsKey, keys } = await access()
    if (sent === undefined) {
      if (needsKey && !request.actor)
        throw new ProblemError('wrong_key', { detail: 'A key of the delivery API is needed' })
      return
    }
    const key = keys.get(hashToken(sent).toString('hex'))
    if (!key) throw new ProblemError('wrong_key')
    try {
      limits.count(`delivery key ${key.id}`, LIMIT)
      if (!key.scopes.includes(scope)) throw new ProblemError('forbidden', { detail: `This key is not for ${scope}` })
    } catch (error) {
      add(key.id, 1, 1)
      throw error
    }
    add(key.id, 1, 0)
    request.deliveryKey = key
  })
}

function keyOf(request: FastifyRequest): string | undefined {
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  return token.startsWith(DELIVERY_KEY_PREFIX) ? token : undefined
}

/** What was loaded in the last two seconds. A failure is not remembered. */
function recentAccess(load: () => Promise<DeliveryAccess>): () => Promise<DeliveryAccess> {
  let known: { until: number; loaded: Promise<DeliveryAccess> } | undefined
  return () => {
    if (!known || known.until < performance.now()) {
      known = { until: performance.now() + KNOWN_FOR_MS, loaded: load() }
      known.loaded.catch(() => (known = undefined))
    }
    return known.loaded
  }
}
