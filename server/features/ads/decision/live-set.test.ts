import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { createDatabase } from '../../../db/database.ts'
import { startDatabaseProxy } from '../../../db/testing/database-proxy.ts'
import { createAdSite } from './testing/site.ts'

const { services, databaseUrl, db, createAd, createPlacement, addPicture, act, decide } = await createAdSite()

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
