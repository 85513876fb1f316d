import { afterAll, expect, it } from 'vitest'
import type { Ad } from '#contract/ads.ts'
import { buildApp } from '../../../app.ts'
import { createDatabase } from '../../../db/database.ts'
import { startDatabaseProxy } from '../../../db/testing/database-proxy.ts'
import { createAdSite } from './testing/site.ts'

const {
  services,
  databaseUrl,
  db,
  api,
  editor,
  adManager,
  createArticle,
  createAd,
  createPlacement,
  addPicture,
  act,
  decide,
} = await createAdSite()

// Notices of the database come through here, and nothing else that matters to the ads.
const wire = await startDatabaseProxy(databaseUrl)
const direct = createDatabase({ connectionString: wire.url, connectionTimeoutMillis: 500 })
const app = await buildApp({ ...services, directPool: direct.pool })
afterAll(async () => {
  await app.close()
  await direct.close()
  wire.close()
})

let count = 0
async function createShown(fields: object = {}) {
  const place = await createPlacement({ key: `noticed-${++count}` })
  const ad = await createAd({ status: 'approved', placements: [place.id], ...fields })
  return { ad, isShown: async () => (await decide(`placement=${place.key}`, {}, app))[0]?.ad != null }
}
/** A poll a second, and time for a busy machine. */
const becomes = (isShown: () => Promise<boolean>, shown: boolean) =>
  expect.poll(isShown, { timeout: 3000, interval: 50 }).toBe(shown)
const moveToTrash = (media: string) =>
  db.updateTable('media').set({ deletedAt: new Date() }).where('id', '=', media).execute()

it('without a connection for notices, changes are found by asking', async () => {
  await wire.stop()
  const { ad, isShown } = await createShown()
  await becomes(isShown, true)
  await act(ad.id, 'pause')
  await becomes(isShown, false)
  await act(ad.id, 'resume')
  await becomes(isShown, true)
  await wire.start()
})

it('what changed while no notice arrived is found: an ad, and the picture of one', async () => {
  const media = await addPicture()
  const [one, other] = [
    await createShown(),
    await createShown({ creatives: [{ kind: 'image', media, alt: 'A boat' }] }),
  ]
  await becomes(one.isShown, true)
  await becomes(other.isShown, true)
  // The connection is open and says nothing: no error tells that notices are lost.
  wire.swallow()
  await act(one.ad.id, 'pause')
  await becomes(one.isShown, false)
  await moveToTrash(media)
  await becomes(other.isShown, false)
  wire.heal()
})

it('after a lost connection changes are found', async () => {
  const { ad, isShown } = await createShown()
  await becomes(isShown, true)
  wire.reset()
  await act(ad.id, 'pause')
  await becomes(isShown, false)
})

const audience = (names: object) => ({ categories: [], tags: [], devices: [], hours: [], ...names })

it.each([
  ['tag', 'tags', (id: string) => ({ tags: [id] })],
  ['category', 'categories', (id: string) => ({ primaryCategory: id })],
] as const)(
  'an ad follows a %s that is merged, in what it leaves out and in what it asks for, and its undo',
  async (noun, path, of) => {
    const made = async (name: string) => (await api<{ id: string }>(editor, 'POST', `/api/${path}`, { name })).body.id
    const [one, two] = [await made(`Crashes ${noun}`), await made(`Accidents ${noun}`)]
    const place = await createPlacement({ key: `merged-${noun}` })
    const ad = await createAd({ status: 'approved', placements: [place.id], exclusions: audience({ [path]: [one] }) })
    const other = await createAd({ status: 'approved', placements: [place.id], targeting: audience({ [path]: [one] }) })
    const article = await createArticle({ status: 'published', ...of(two) })
    const shown = async () => (await decide(`placement=merged-${noun}&article=${article.id}`, {}, app))[0]?.ad?.id
    await expect.poll(shown, { timeout: 3000 }).toBe(ad.id)
    const merge = await api<{ undo: { id: string } }>(editor, 'POST', `/api/${path}/${two}/merge`, { from: [one] })
    await expect.poll(shown, { timeout: 3000 }).toBe(other.id)
    // The ad can still be edited as it is.
    const { status, body } = await api<Ad>(adManager, 'GET', `/api/ads/${ad.id}`)
    const { version, exclusions } = body
    const hours = { ...exclusions, hours: [(new Date().getUTCHours() + 12) % 24] }
    expect({
      status,
      saved: (await api(adManager, 'PATCH', `/api/ads/${ad.id}`, { version, exclusions: hours })).status,
    }).toEqual({
      status: 200,
      saved: 200,
    })
    await api(editor, 'POST', `/api/undo/${merge.body.undo.id}`)
    await expect.poll(shown, { timeout: 3000 }).toBe(ad.id)
  },
)
