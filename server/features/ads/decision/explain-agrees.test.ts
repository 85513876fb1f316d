import { describe, expect, it } from 'vitest'
import type { Explanation } from '#contract/ad-insight.ts'
import { type AdRule, adRuleNames } from '#contract/ad-rules.ts'
import type { Ad } from '#contract/ads.ts'
import type { Placement } from '#contract/placements.ts'
import { createAdSite } from './testing/site.ts'

const site = await createAdSite()
const { api, db, adManager, createAd, createArticle, createPlacement, addPicture, act, decide } = site
const impressions = (amount: number) => ({ kind: 'impressions', amount })
const audience = (fields: object) => ({ categories: [], tags: [], devices: [], hours: [], ...fields })
const hourFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).getUTCHours()

/** An ad of its own in a placement of its own, both asked about on one page. */
type Asked = {
  ad: Ad
  place: Placement
  /** More of the query of the page. */
  page?: string
  /** What the same page is in the words of the explanation. */
  visit?: object
  /** Placements that the page asks for before this one. */
  before?: Placement[]
}
let count = 0
const newPlace = () => createPlacement({ key: `asked-${++count}` })
async function made(fields: object = {}): Promise<Asked & { place: Placement }> {
  const place = await newPlace()
  return { ad: await createAd({ status: 'approved', placements: [place.id], ...fields }), place }
}
async function isShown({ ad, place, page = '', before = [] }: Asked): Promise<boolean> {
  const keys = [...before, place].map(({ key }) => `placement=${key}`).join('&')
  return (await decide(`${keys}${page}`)).at(-1)?.ad?.id === ad.id
}
/** Once the decision shows it, so that what stops it is what comes now. */
async function shown(fields: object = {}) {
  const asked = await made(fields)
  await expect.poll(() => isShown(asked)).toBe(true)
  return asked
}
async function on(fields: object, asked: Promise<Asked>): Promise<Asked> {
  const article = await createArticle({ status: 'published', ...fields })
  return { ...(await asked), page: `&article=${article.id}`, visit: { article: article.id } }
}
async function then(asked: Promise<Asked>, cause: (asked: Asked) => Promise<unknown>): Promise<Asked> {
  const found = await asked
  await cause(found)
  return found
}
const delivered = (ad: Ad, amount: number) =>
  db
    .insertInto('adDelivery')
    .values({ ad: ad.id, impressions: amount })
    .onConflict((conflict) => conflict.column('ad').doUpdateSet({ impressions: amount }))
    .execute()

/** What stops an ad by each rule, made as people and readers make it. */
const causes: Record<AdRule, () => Promise<Asked>> = {
  trashed: () => then(shown(), ({ ad }) => act(ad.id, 'trash')),
  archived: () => then(shown(), ({ ad }) => act(ad.id, 'archive')),
  not_approved: () => made({ status: 'draft' }),
  paused: () => then(shown(), ({ ad }) => act(ad.id, 'pause')),
  not_started: () => made({ startsAt: '2199-01-01T00:00' }),
  ended: () => made({ startsAt: '2020-01-01T00:00', endsAt: '2020-02-01T00:00' }),
  goal_reached: () => then(shown({ goal: impressions(500), pacing: 'asap' }), ({ ad }) => delivered(ad, 500)),
  not_booked: async () => ({ ...(await shown()), place: await newPlace() }),
  placement_inactive: () =>
    then(shown(), ({ place: { id, version } }) =>
      api(adManager, 'PATCH', `/api/placements/${id}`, { version, active: false }),
    ),
  creative_size: async () => {
    const media = await addPicture()
    return then(shown({ creatives: [{ kind: 'image', media, alt: 'A boat' }] }), () =>
      db.updateTable('media').set({ deletedAt: new Date() }).where('id', '=', media).execute(),
    )
  },
  article_without_ads: () => on({ adsPolicy: 'none' }, shown()),
  article_sensitive: () => on({ sensitive: true }, shown()),
  article_limited: async () => {
    const first = await shown()
    const asked = await on({ adsPolicy: 'limited' }, shown())
    return { ...asked, before: [first.place], visit: { ...asked.visit, onPage: [first.ad.id] } }
  },
  category: async () => {
    const { body } = await api<{ id: string }>(site.administrator, 'POST', '/api/categories', { name: 'Elsewhere' })
    return on({}, made({ targeting: audience({ categories: [body.id] }) }))
  },
  tag: () => on({}, made({ targeting: audience({ tags: [site.tag.id] }) })),
  device: () => made({ targeting: audience({ devices: ['phone'] }) }),
  hour: () => made({ targeting: audience({ hours: [hourFromNow(12)] }) }),
  excluded_category: async () => {
    const { primaryCategory } = await createArticle({ status: 'published' })
    return on({ primaryCategory }, shown({ exclusions: audience({ categories: [primaryCategory] }) }))
  },
  excluded_tag: () => on({ tags: [site.tag.id] }, shown({ exclusions: audience({ tags: [site.tag.id] }) })),
  excluded_device: () => made({ exclusions: audience({ devices: ['desktop'] }) }),
  // The next hour, too: it may begin meanwhile.
  excluded_hour: () => made({ exclusions: audience({ hours: [...new Set([hourFromNow(0), hourFromNow(1)])] }) }),
  already_on_page: async () => {
    const first = await newPlace()
    const place = await newPlace()
    const ad = await createAd({ status: 'approved', placements: [first.id, place.id] })
    await expect.poll(() => isShown({ ad, place })).toBe(true)
    return { ad, place, before: [first], visit: { onPage: [ad.id] } }
  },
  daily_cap: () =>
    then(shown({ dailyCap: 500 }), async ({ ad }) => {
      await delivered(ad, 500)
      const day = new Date().toISOString().slice(0, 10)
      const row = { ad: ad.id, day, impressions: 500 }
      await db
        .insertInto('adDeliveryDay')
        .values(row)
        .onConflict((conflict) => conflict.columns(['ad', 'day']).doUpdateSet({ impressions: 500 }))
        .execute()
    }),
  frequency: async () => ({ ...(await shown({ frequencyCap: { count: 1, per: 'day' } })), visit: { seen: 1 } }),
  outranked: () =>
    then(shown({ priority: 1 }), ({ place }) => createAd({ status: 'approved', placements: [place.id], priority: 9 })),
  pacing: () =>
    then(shown({ goal: impressions(100_000), startsAt: '2020-01-01T00:00', endsAt: '2199-01-01T00:00' }), ({ ad }) =>
      delivered(ad, 90_000),
    ),
}

describe('D2 the answer of the explanation and that of the decision are one', () => {
  it.each(adRuleNames)('where “%s” stops the ad', async (rule) => {
    const asked = await causes[rule]()
    const { ad, place, visit } = asked
    const explain = async () =>
      (await api<Explanation>(adManager, 'POST', `/api/ads/${ad.id}/explain`, { placement: place.id, ...visit })).body
    expect(await explain()).toMatchObject({ stoppedBy: rule, shown: false, share: 0 })
    // What was leased before is handed out first; counts are read every two seconds.
    await expect.poll(() => isShown(asked), { timeout: 10_000 }).toBe(false)
    for (let n = 0; n < 5; n++) expect(await isShown(asked)).toBe(false)
    expect((await explain()).stoppedBy).toBe(rule)
  })
})
