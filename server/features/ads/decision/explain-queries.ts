import type { Kysely } from 'kysely'
import type { Competition, ExplainInput, Explanation } from '#contract/ad-insight.ts'
import { adRules } from '#contract/ad-rules.ts'
import type { Device } from '#contract/events.ts'
import type { Tables } from '../../../db/tables.ts'
import type { EventStore } from '../../../events/event-store.ts'
import { sharesOf } from './choose-rules.ts'
import type { Counters, PageArticle } from './decision-rules.ts'
import { traceOf } from './explain-rules.ts'
import { anyAdRow, audienceNames, creativePictures, namesNow, withNames, pageArticle } from './live-queries.ts'
import { type LiveAd, liveAdOf, type LivePlacement } from './live-rules.ts'
import { liveSetOf, type LiveSet } from './live-set-rules.ts'
import { usualWeek } from './view-profile-queries.ts'

/** `at`: the time that is asked about, ms since 1970. `countersOf`: what was delivered by now, and on the day of that time. */
export type Known = {
  live: LiveSet
  countersOf: (ads: Iterable<LiveAd>) => Promise<Omit<Counters, 'seen'>>
  at: number
}

/** An article that readers do not see carries no ads. */
export const unseenArticle = (id: string): PageArticle => ({
  id,
  adsPolicy: 'none',
  sensitive: true,
  categories: new Set(),
  tags: new Set(),
})

const articleOf = async (db: Kysely<Tables>, id: string | null | undefined): Promise<PageArticle | null> =>
  id ? ((await pageArticle(db, id)) ?? unseenArticle(id)) : null

/** Why an ad is, or is not, shown; undefined where the ad or the placement is not there. */
export async function explainAd(
  db: Kysely<Tables>,
  store: EventStore,
  id: string,
  { placement: placementId, article: articleId, device, seen, onPage }: ExplainInput,
  { live, countersOf, at: time }: Known,
): Promise<Explanation | undefined> {
  const stored = await anyAdRow(db, id)
  const placement = [...live.placements.values(), ...live.trashedPlacements].find((one) => one.id === placementId)
  if (!stored || !placement) return undefined
  const [row = stored] = withNames([stored], await namesNow(db, audienceNames([stored])))
  const profile = await usualWeek(db, store)
  const ad = liveAdOf(row, await creativePictures(db, [row]), profile)
  const others = [...live.ads.values()].filter((other) => other.id !== id)
  const candidates = liveSetOf([...others, ad], [placement]).candidates.get(placement.id) ?? []
  const [article, counters] = await Promise.all([articleOf(db, articleId), countersOf([...others, ad])])
  const trace = traceOf(
    ad,
    candidates,
    { at: time, placement, article, device, onPage },
    { ...counters, seen: (other) => (other.id === id ? seen : 0) },
  )
  const owners = { ad: id, placement: placement.id, article: article?.id }
  return {
    at: new Date(time).toISOString(),
    shown: trace.stoppedBy === null,
    share: trace.share,
    stoppedBy: trace.stoppedBy,
    outrankedBy: trace.outrankedBy ? { id: trace.outrankedBy.id, name: trace.outrankedBy.name } : null,
    rules: trace.rules.map(({ rule, outcome }) => {
      const field = adRules[rule]
      const owner = owners[field.entity]
      return { rule, outcome, field: owner === undefined ? null : { ...field, id: owner } }
    }),
  }
}

type PageInput = {
  article?: string | undefined
  placement?: string | undefined
  device: Device
}

/** Which ads a page would show in its active placements, and with which share. */
export async function adsOnPage(
  db: Kysely<Tables>,
  { article: articleId, placement: only, device }: PageInput,
  { live, countersOf, at }: Known,
): Promise<Competition> {
  const [article, counters] = await Promise.all([articleOf(db, articleId), countersOf(live.ads.values())])
  const shown = (placement: LivePlacement) => (only === undefined ? placement.active : placement.id === only)
  return {
    items: [...live.placements.values()]
      .filter(shown)
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((placement) => ({
        placement: { id: placement.id, key: placement.key, name: placement.name },
        ads: sharesOf(
          live.candidates.get(placement.id) ?? [],
          { at, placement, article, device, onPage: [] },
          { ...counters, seen: () => 0 },
        ).map(({ ad, share }) => ({ id: ad.id, name: ad.name, advertiser: ad.content.advertiser, share })),
      })),
  }
}
