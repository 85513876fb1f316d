import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Device } from '#contract/events.ts'
import { createReaders } from '../features/events/testing/readers.ts'
import { deviceOf } from './device-class.ts'
import type { ReaderEvent } from './event-store.ts'

const { store, loseCounts } = await createReaders()
const HOUR = 3_600_000
/** Two days ago at noon: all hours of the test are of one day. */
const NOON = Math.floor(Date.now() / (24 * HOUR)) * 24 * HOUR - 36 * HOUR
const period = { from: new Date(NOON - 12 * HOUR), to: new Date(NOON + 12 * HOUR) }

type Wish = { ad: string; minutes?: number; reader?: number; impression?: string; placement?: string; device?: Device }
const sidebar = randomUUID()
const event = (
  kind: ReaderEvent['kind'],
  { ad, minutes = 0, reader = 1, impression, placement = sidebar, device = 'phone' }: Wish,
): ReaderEvent => ({
  kind,
  at: new Date(NOON + minutes * 60_000),
  visitor: Buffer.from(`reader ${reader}`),
  ad,
  placement,
  device,
  ...(impression && { impression }),
})
const count = async (events: ReaderEvent[]) => {
  await store.append([{ id: undefined, events }])
  await store.rollUp()
}

describe('an ad', () => {
  it('that was delivered, seen and clicked counts once for its token, whoever sends the token again', async () => {
    const [ad, impression] = [randomUUID(), randomUUID()]
    const sent = [1, 2, 3].flatMap((reader) =>
      (['impression', 'viewable', 'click'] as const).map((kind) =>
        event(kind, { ad, reader, impression, minutes: reader }),
      ),
    )
    await count(sent)
    expect(await store.adTotals([ad])).toEqual(new Map([[ad, { impressions: 1, viewable: 1, clicks: 1 }]]))
  })

  it('without a token counts once per reader, placement and half hour', async () => {
    const [ad, footer] = [randomUUID(), randomUUID()]
    await count([
      event('impression', { ad }),
      event('impression', { ad, minutes: 29 }),
      event('impression', { ad, minutes: 61 }),
      event('impression', { ad, reader: 2 }),
      event('impression', { ad, placement: footer }),
    ])
    expect((await store.adTotals([ad])).get(ad)?.impressions).toBe(4)
  })

  it('is counted by hour, day, placement, hour of the day and device, for all time or a period', async () => {
    const [ad, footer] = [randomUUID(), randomUUID()]
    const tokens = Array.from({ length: 6 }, () => randomUUID())
    const wishes: Wish[] = [
      { ad, device: 'desktop', minutes: 0 },
      { ad, device: 'desktop', minutes: 70 },
      { ad, minutes: 70, placement: footer },
      { ad, device: 'tablet', minutes: 10 * 60 },
      { ad, minutes: 11 * 60 },
      { ad, minutes: 24 * 60 },
    ]
    const events = wishes.map((wish, n) => event('impression', { ...wish, impression: tokens[n]! }))
    await count([...events, event('click', { ad, minutes: 71, placement: footer, impression: tokens[2]! })])

    expect((await store.adTotals([ad, randomUUID()])).get(ad)).toEqual({ impressions: 6, viewable: 0, clicks: 1 })
    expect((await store.adTotals([ad], period)).get(ad)).toEqual({ impressions: 5, viewable: 0, clicks: 1 })
    const hours = await store.adSeries(ad, period, 'hour')
    expect(hours.map(({ at, impressions }) => [(Date.parse(at) - NOON) / HOUR, impressions])).toEqual([
      [0, 1],
      [1, 2],
      [10, 1],
      [11, 1],
    ])
    // In Shanghai the day ends at 16:00 UTC.
    const days = await store.adSeries(ad, period, 'day', 'Asia/Shanghai')
    expect(days.map(({ at, impressions }) => [(Date.parse(at) - NOON) / HOUR, impressions])).toEqual([
      [-20, 3],
      [4, 2],
    ])
    expect(await store.adBy(ad, 'placement', period)).toEqual([
      { key: sidebar, impressions: 4, viewable: 0, clicks: 0 },
      { key: footer, impressions: 1, viewable: 0, clicks: 1 },
    ])
    const local = await store.adBy(ad, 'hour', period, 'Asia/Shanghai')
    expect(local.map(({ key, impressions }) => [key, impressions])).toEqual([
      ['21', 2],
      ['20', 1],
      ['6', 1],
      ['7', 1],
    ])
    const devices = await store.adBy(ad, 'device', period)
    expect(devices.map(({ key, impressions }) => [key, impressions])).toEqual([
      ['desktop', 2],
      ['phone', 2],
      ['tablet', 1],
    ])
  })

  it('has the same counts before and after its hours are rolled up, late repeats included', async () => {
    const [ad, impression] = [randomUUID(), randomUUID()]
    const questions = () =>
      Promise.all([
        store.adTotals([ad]),
        store.adTotals([ad], period),
        store.adSeries(ad, period, 'hour'),
        store.adSeries(ad, period, 'day', 'Asia/Shanghai'),
        store.adBy(ad, 'placement', period),
        store.adBy(ad, 'hour', period, 'Asia/Shanghai'),
        store.adBy(ad, 'device', period),
      ])
    await count([event('impression', { ad }), event('click', { ad, minutes: 65, impression })])
    await store.append([
      {
        id: undefined,
        events: [
          event('impression', { ad, minutes: 20 }),
          event('impression', { ad, minutes: 70, device: 'desktop', placement: randomUUID() }),
          event('click', { ad, minutes: 80, reader: 2, impression }),
          event('viewable', { ad, minutes: 5 * 60 }),
          event('impression', { ad, minutes: 26 * 60 }),
        ],
      },
    ])
    const before = await questions()
    expect(before[0].get(ad)).toEqual({ impressions: 3, viewable: 1, clicks: 1 })
    await store.rollUp()
    expect(await questions()).toEqual(before)
  })

  it('has the same counts when they are made again from the raw events', async () => {
    const ad = randomUUID()
    await count([event('impression', { ad }), event('click', { ad }), event('viewable', { ad })])
    const questions = () => Promise.all([store.adTotals([ad]), store.adBy(ad, 'device', period)])
    const before = await questions()
    await loseCounts()
    expect(await questions()).not.toEqual(before)
    await store.rebuild(period)
    expect(await questions()).toEqual(before)
  })
})

describe('an estimate', () => {
  it('has the views of all articles or of some by the hour, and of all by device', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const view = (article: string, reader: number, device: Device, minutes: number): ReaderEvent => ({
      kind: 'view',
      at: new Date(NOON + minutes * 60_000),
      visitor: Buffer.from(`viewer ${reader}`),
      article,
      device,
    })
    await count([view(one, 1, 'desktop', 0), view(one, 2, 'phone', 0), view(other, 1, 'desktop', 60)])
    const hours = async (articles?: string[]) =>
      (await store.pageViews(period, articles)).map(({ hour, views }) => [(Date.parse(hour) - NOON) / HOUR, views])
    expect(await hours([one])).toEqual([[0, 2]])
    expect(await hours()).toEqual([
      [0, 2],
      [1, 1],
    ])
    expect(await store.deviceViews(period)).toEqual({ desktop: 2, phone: 1, tablet: 0 })
  })

  it.each<[string, Device]>([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'desktop'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'phone'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'phone'],
    ['Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148', 'tablet'],
    ['', 'desktop'],
  ])('a browser that says %j is a %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
})
