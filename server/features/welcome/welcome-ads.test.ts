import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import type { welcomeEndpoints } from '#contract/welcome.ts'
import { createAdDesk } from '../ads/testing/ads.ts'
import type { Person } from '../articles/testing/desk.ts'

const { api, db, administrator, adManager, editor, createAd, act } = await createAdDesk()
const adsOf = async (who: Person) =>
  (await api<Reply<typeof welcomeEndpoints.view>>(who, 'GET', '/api/welcome')).body.ads
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)
const named = (section: { items: { name: string }[] } | undefined) => section?.items.map(({ name }) => name)

it('the home page tells who approves how many ads wait, and who books them what was rejected, ends soon or is behind', async () => {
  await createAd({ name: 'First time', status: 'pending' })
  const changed = await createAd({ name: 'Changed', status: 'approved' })
  await api(adManager, 'PATCH', `/api/ads/${changed.id}`, { version: changed.version, label: 'Paid' })
  await act(changed.id, 'submit', {}, adManager)
  await createAd({ name: 'Rejected', status: 'rejected' })
  await createAd({ name: 'Of the administrator', status: 'rejected' }, administrator)
  const again = await createAd({ name: 'Submitted again', status: 'rejected' })
  await act(again.id, 'submit', {}, adManager)
  const running = { status: 'approved', timeZone: 'UTC' } as const
  await createAd({ ...running, name: 'Ends soon', endsAt: dayIn(3) })
  await createAd({ ...running, name: 'Ends later', endsAt: dayIn(30) })
  const goal = { kind: 'impressions', amount: 1000 }
  const slow = await createAd({ ...running, name: 'Behind', startsAt: dayIn(-10), endsAt: dayIn(10), goal })
  await createAd({ ...running, name: 'Not begun', startsAt: dayIn(2), endsAt: dayIn(4), goal })
  await createAd({ ...running, name: 'Over', endsAt: '2020-01-01T00:00' })
  await sql`update ad set approved_at = now() - interval '10 days' where id = ${slow.id}`.execute(db)

  const toManager = await adsOf(adManager)
  expect(toManager?.toApprove).toBe(0)
  expect(named(toManager?.returned)).toEqual(['Rejected'])
  expect(toManager?.returned).toMatchObject({
    total: 1,
    items: [{ status: 'rejected', rejectedAt: expect.any(String) }],
  })
  expect(named(toManager?.watch)).toEqual(['Ends soon', 'Behind'])
  expect(toManager?.watch.items[1]).toMatchObject({ pace: 'behind', phase: 'running' })
  // What the person submitted, and waits for an administrator; the first submitted first.
  expect(named(toManager?.waiting)).toEqual(['First time', 'Changed', 'Submitted again'])
  expect(toManager?.waiting).toMatchObject({ total: 3, items: [{ submittedAt: expect.any(String) }, {}, {}] })
  expect((await adsOf(administrator))?.waiting).toEqual({ items: [], total: 0 })
  expect(await adsOf(administrator)).toMatchObject({ toApprove: 3, returned: { total: 1 } })
  expect(await adsOf(editor)).toBeNull()
})
