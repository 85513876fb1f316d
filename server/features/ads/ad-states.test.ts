import { expect, it } from 'vitest'
import { adActionFits, adActionNames, adActions, adStateAfter, adStates } from '#contract/ad-actions.ts'
import type { Ad } from '#contract/ads.ts'
import { allows, type Permission } from '#contract/permissions.ts'
import { keepUnchanged } from '../../testing/unchanged-items.ts'
import { createAdDesk } from './testing/ads.ts'

const desk = await createAdDesk()
const { api, db, createAd } = desk
const people = [desk.administrator, desk.editor, desk.author, desk.adManager, desk.viewer]
const input = (action: string) => {
  if (action === 'reject') return { reason: 'Wrong colours' }
  return action === 'extend' ? { endsAt: '2199-02-01T00:00' } : {}
}

const cells = adStates.flatMap((state) =>
  adActionNames.flatMap((action) =>
    people.map((person) => {
      const allowed = allows(person.user.role, adActions[action].permission as Permission)
      const fits = adActionFits(action, { state, hasChanges: false, isSubmitted: state === 'pending' })
      const word = !allowed ? 'is not allowed to' : fits ? 'may' : 'cannot'
      const sentence = `${person.user.role} ${word} ${action} a ${state} ad`
      return { sentence, state, action, person, allowed, fits }
    }),
  ),
)

const unchanged = keepUnchanged<Ad>()

it.each(cells)('$sentence', async ({ state, action, person, allowed, fits }) => {
  const make = () => createAd({ status: state, endsAt: '2199-01-01T00:00' })
  const ad = allowed && fits ? await make() : await unchanged.take(state, make)
  const rowOf = () =>
    db.selectFrom('ad').select(['status', 'deletedAt', 'version']).where('id', '=', ad.id).executeTakeFirst()
  const before = await rowOf()
  const seen = await api<Ad>(person, 'GET', `/api/ads/${ad.id}`)
  expect(seen.status).toBe(allows(person.user.role, 'ads.write') ? 200 : 403)
  if (seen.status === 200) expect(seen.body.can[action]).toBe(allowed && fits)

  const body = { version: ad.version, ...input(action) }
  const did = await api<Ad>(person, 'POST', `/api/ads/${ad.id}/${action}`, body)
  const after = await rowOf()
  if (!allowed || !fits) {
    expect([did.status, did.body.code]).toEqual(allowed ? [409, 'illegal_transition'] : [403, 'forbidden'])
    expect(after).toEqual(before)
    return unchanged.giveBack(state, ad)
  }
  const to = adStateAfter(action, state)
  if (to === null) return expect([did.status, after]).toEqual([204, undefined])
  expect(did.status).toBe(200)
  expect(after).toMatchObject(
    to === 'trashed' ? { deletedAt: expect.any(String) } : { status: to, deletedAt: null, version: ad.version + 1 },
  )
})

it.each(people)('$user.role: only who writes ads starts, lists and edits them', async (person) => {
  const may = allows(person.user.role, 'ads.write')
  const ad = await createAd()
  const answers = [
    await api(person, 'POST', '/api/ads', { name: 'Mine' }),
    await api(person, 'GET', '/api/ads'),
    await api(person, 'PATCH', `/api/ads/${ad.id}`, { version: 1, weight: 20 }),
    await api(person, 'GET', '/api/placements'),
    await api(person, 'POST', '/api/placements', {
      key: `of-${person.user.role.replace('_', '-')}`,
      name: 'New',
      sizes: [{ width: 1, height: 1 }],
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(may ? [201, 200, 200, 200, 201] : [403, 403, 403, 403, 403])
})

it('an ad whose end has passed is neither submitted nor approved until it has a later end', async () => {
  const past = { startsAt: '2020-01-01T00:00', endsAt: '2020-02-01T00:00' }
  const ad = await createAd(past)
  expect(ad.missing).toEqual(['endsAt'])
  const submitted = await api<Ad>(desk.adManager, 'POST', `/api/ads/${ad.id}/submit`, { version: ad.version })
  expect([submitted.status, submitted.body]).toMatchObject([409, { code: 'not_publishable', reasons: ['endsAt'] }])
  const waits = await createAd({ status: 'pending', endsAt: '2199-01-01T00:00' })
  await db.updateTable('ad').set({ endsAt: '2020-02-01T00:00:00Z' }).where('id', '=', waits.id).execute()
  const approved = await api<Ad>(desk.administrator, 'POST', `/api/ads/${waits.id}/approve`, { version: waits.version })
  expect([approved.status, approved.body]).toMatchObject([409, { code: 'not_publishable', reasons: ['endsAt'] }])
  await api(desk.adManager, 'PATCH', `/api/ads/${ad.id}`, { version: ad.version, endsAt: '2199-01-01T00:00' })
  expect((await desk.act(ad.id, 'submit', {}, desk.adManager)).missing).toEqual([])
})

it('an ad that is ended in the minute in which it began ends with that minute, and can still be saved', async () => {
  const startsAt = new Date().toISOString().slice(0, 16)
  const nextMinute = new Date(Date.parse(`${startsAt}Z`) + 60_000).toISOString()
  const ad = await createAd({ status: 'approved', startsAt, endsAt: null, timeZone: 'UTC' })
  expect(await desk.act(ad.id, 'end')).toMatchObject({ endsAt: nextMinute.slice(0, 16), endsAtTime: nextMinute })
  const { version } = (await api<Ad>(desk.adManager, 'GET', `/api/ads/${ad.id}`)).body
  expect((await api<Ad>(desk.adManager, 'PATCH', `/api/ads/${ad.id}`, { version, weight: 20 })).status).toBe(200)
})

it('who reviews an ad again sees why it was rejected, by whom and when; approval ends that', async () => {
  const rejected = await createAd({ status: 'rejected' })
  const why = { rejection: 'No.', rejectedAt: expect.any(String), rejectedBy: { name: desk.administrator.user.name } }
  expect(rejected).toMatchObject(why)
  expect(await desk.act(rejected.id, 'submit', {}, desk.adManager)).toMatchObject({ status: 'pending', ...why })
  expect(await desk.act(rejected.id, 'withdraw', {}, desk.adManager)).toMatchObject({ status: 'draft', ...why })
  await desk.act(rejected.id, 'submit', {}, desk.adManager)
  const none = { rejection: '', rejectedAt: null, rejectedBy: null }
  expect(await desk.act(rejected.id, 'approve')).toMatchObject({ status: 'approved', ...none })
})

it('who reviews changes sees what readers see beside them', async () => {
  const ad = await createAd({ status: 'approved', advertiser: 'Globex' })
  expect(ad.live).toBeNull()
  const edited = await api<Ad>(desk.adManager, 'PATCH', `/api/ads/${ad.id}`, {
    version: ad.version,
    advertiser: 'Initech',
  })
  const { label, clickUrl, creatives } = ad
  expect(edited.body.live).toEqual({ advertiser: 'Globex', label, clickUrl, creatives })
  expect((await desk.act(ad.id, 'submit')).live?.advertiser).toBe('Globex')
  expect((await desk.act(ad.id, 'approve')).live).toBeNull()
})

it('R05 no one without a token', async () => {
  for (const path of ['', '/0190a000-0000-7000-8000-00000000c0de', '/export'])
    expect((await api(null, 'GET', `/api/ads${path}`)).status).toBe(401)
})
