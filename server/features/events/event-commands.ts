import type { AdEventInput, Device, ReaderEventInput } from '#contract/events.ts'
import type { Db } from '../../db/database.ts'
import { deviceOf } from '../../events/device-class.ts'
import type { EventBatch, EventStore } from '../../events/event-store.ts'
import { createEventBuffer } from './event-buffer.ts'
import { browserOf, publicArticles, staffBrowsers } from './event-queries.ts'
import { isAdEvent, isMachine, storedEvent } from './event-rules.ts'
import { createVisitorKeys } from './visitor-key.ts'

type Sender = { ip: string; userAgent: string | undefined; signedIn: boolean }
type Sent = { batch?: string | undefined; sentAt?: string | undefined; events: readonly ReaderEventInput[] }

/** Says which of these events are of ads that were delivered so; others count nowhere. */
export type AdmitAdEvents = (events: readonly AdEventInput[], device: Device) => Promise<ReadonlySet<AdEventInput>>

const STAFF_KNOWN_FOR_MS = 30_000

/** @returns records one call; resolves once what counts of it is stored */
export function createEventRecorder(
  db: Db,
  store: EventStore,
  admitAdEvents: AdmitAdEvents,
  consoleWaits?: () => boolean,
) {
  const visitorKey = createVisitorKeys(db)
  const isStaff = createStaffFilter(db)
  const append = createEventBuffer(
    async (batches: readonly EventBatch[]) => void (await store.append(await withPublicArticles(db, batches))),
    consoleWaits,
  )

  return async ({ ip, userAgent = '', signedIn }: Sender, { batch, sentAt, events }: Sent): Promise<void> => {
    if (signedIn || isMachine(userAgent) || (await isStaff(ip, userAgent))) return
    const now = new Date()
    const skewMs = sentAt === undefined ? 0 : new Date(sentAt).getTime() - now.getTime()
    const visitor = await visitorKey(ip, userAgent, now)
    const reader = { visitor, device: deviceOf(userAgent) }
    const ads = events.filter(isAdEvent)
    const admitted: ReadonlySet<ReaderEventInput> = ads.length > 0 ? await admitAdEvents(ads, reader.device) : new Set()
    const stored = events
      .filter((event) => !isAdEvent(event) || admitted.has(event))
      .flatMap((event) => storedEvent(event, reader, now, skewMs) ?? [])
    if (stored.length > 0) await append({ id: batch, events: stored })
  }
}

/** Made-up ids of articles count nowhere. */
async function withPublicArticles(db: Db, batches: readonly EventBatch[]): Promise<readonly EventBatch[]> {
  const ids = new Set<string>()
  for (const { events } of batches) for (const { article } of events) if (article !== undefined) ids.add(article)
  const known = await publicArticles(db, [...ids])
  if (known.size === ids.size) return batches
  return batches.map(({ id, events }) => ({
    id,
    events: events.filter(({ article }) => article === undefined || known.has(article)),
  }))
}

/** Our own people look at their articles all day. Who they are is asked twice a minute, not at each call. */
function createStaffFilter(db: Db) {
  let known: { until: number; browsers: Promise<Set<string>> } | undefined
  return async (ip: string, userAgent: string): Promise<boolean> => {
    if (!known || known.until < Date.now())
      known = { until: Date.now() + STAFF_KNOWN_FOR_MS, browsers: staffBrowsers(db) }
    known.browsers.catch(() => (known = undefined))
    return (await known.browsers).has(browserOf(ip, userAgent))
  }
}
