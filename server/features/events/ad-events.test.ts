import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AdEventInput } from '#contract/events.ts'
import { createEventRecorder } from './event-commands.ts'
import { createReaders } from './testing/readers.ts'

const { db, store, raw, send } = await createReaders()
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const storedOf = async (id: string) =>
  (await raw())
    .flatMap(({ ad, kind, device }) => (ad === id ? [{ kind, device }] : []))
    .toSorted((a, b) => a.kind - b.kind)

it('stores ad events that were admitted, with the device class of the browser, and no others', async () => {
  const [ad, forged, placement] = [randomUUID(), randomUUID(), randomUUID()]
  const record = createEventRecorder(db, store, async (events) => new Set(events.filter((event) => event.ad === ad)))
  const event = (type: AdEventInput['type'], id: string): AdEventInput => ({
    type,
    ad: id,
    placement,
    impression: 'a.b',
  })
  const sent = [event('impression', ad), event('click', ad), event('click', forged)]
  await record({ ip: '203.0.113.40', userAgent: PHONE, signedIn: false }, { events: sent })
  expect(await storedOf(ad)).toEqual([
    { kind: 4, device: 2 },
    { kind: 6, device: 2 },
  ])
  expect(await storedOf(forged)).toEqual([])
})

it('refuses ad events of a wrong shape with the field named', async () => {
  const shape = { type: 'impression', ad: randomUUID(), placement: randomUUID() }
  const wrong = [
    [{ ...shape, ad: '1 or 1=1' }, 'events.0.ad'],
    [{ ...shape, placement: undefined }, 'events.0.placement'],
    [{ ...shape, impression: 'a'.repeat(401) }, 'events.0.impression'],
    [{ ...shape, impression: '<script>' }, 'events.0.impression'],
    [{ ...shape, article: [] }, 'events.0.article'],
    [{ ...shape, device: 'phone' }, 'events.0.device'],
  ] as const
  for (const [event, path] of wrong) {
    const answer = await send([event], { ip: '203.0.113.41' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ fields: { path: string }[] }>().fields[0]?.path).toBe(path)
  }
  expect((await send([shape], { ip: '203.0.113.41' })).statusCode).toBe(202)
  expect(await storedOf(shape.ad)).toEqual([])
})
