import type { DecidedAd, DecidedPlacement } from '#contract/ad-delivery.ts'
import type { AdEventInput, Device } from '#contract/events.ts'
import { reservedSize } from '#contract/placements.ts'
import type { Services } from '../../../services.ts'
import { createEventBuffer } from '../../events/event-buffer.ts'
import { createVisitorKeys } from '../../events/visitor-key.ts'
import { adSecret } from '../ad-viewer-queries.ts'
import {
  countsClick,
  countsImpression,
  newNonce,
  readToken,
  signToken,
  type AdSecret,
  type AdToken,
} from './ad-token-rules.ts'
import { decidePage, type Decision } from './decide-commands.ts'
import type { PageArticle } from './decision-rules.ts'
import { unseenArticle } from './explain-queries.ts'
import { createFrequencyCaps } from './frequency-commands.ts'
import { countReports, type Report } from './lease-commands.ts'
import { createLedger } from './ledger.ts'
import { pageArticle } from './live-queries.ts'
import type { LiveAd } from './live-rules.ts'
import { watchLiveAds } from './live-set.ts'

const ARTICLE_KNOWN_FOR_MS = 1000
const ARTICLES_MOST = 5000

export type PageRequest = {
  placements: readonly string[]
  article: string | undefined
  device: Device
  /** What tells visitors apart: an address and the name of a browser. */
  visitor: { ip: string; userAgent: string }
}

export type AdServer = ReturnType<typeof createAdServer>

/** Decides which ads pages show, and counts what became of them; one for each process. */
export function createAdServer(
  { deliveryDb: db, pool, directPool = pool, config, events }: Services,
  warn: (error: unknown) => void,
) {
  const ledger = createLedger(db)
  const frequency = createFrequencyCaps(db)
  const live = watchLiveAds(db, events.storeOn(db), directPool, ledger, warn)
  const visitorKey = createVisitorKeys(db)
  // Many readers see one ad at the same time: their reports share a transaction instead of waiting for each other's.
  const count = createEventBuffer((batches: readonly { events: readonly Report[]; now: number }[]) =>
    db.transaction().execute((trx) =>
      countReports(
        trx,
        batches.flatMap(({ events }) => events),
        Math.max(...batches.map(({ now }) => now)),
      ),
    ),
  )
  const articleOf = rememberArticles((id) => pageArticle(db, id))

  function decidedAd(
    { ad, placement, creative, promised }: Decision,
    article: string | null,
    secret: AdSecret,
    at: number,
  ) {
    const token = signToken(secret, {
      purpose: 'ad',
      ad: ad.id,
      placement: placement.id,
      article,
      issuedAt: at,
      creative,
      nonce: newNonce(),
      ...promised,
    })
    const shown = ad.content.creatives[creative]
    if (!shown) throw new Error('the ad has lost its creative')
    const answer: DecidedAd = {
      id: ad.id,
      advertiser: ad.content.advertiser,
      label: ad.content.label,
      creative:
        shown.kind === 'image'
          ? { kind: 'image', url: config.publicUrl + (ad.pictures[creative] ?? ''), alt: shown.alt }
          : shown.kind === 'html'
            ? { kind: 'html', frame: `${config.publicUrl}/content/v1/ads/frame/${token}` }
            : { kind: 'text', title: shown.title, text: shown.text },
      size: ad.sizes[creative] ?? null,
      clickUrl: `${config.publicUrl}/content/v1/ads/click/${token}`,
      placement: placement.id,
      impression: token,
    }
    return answer
  }

  return {
    /** The ads of a page, in the order of its placements. */
    async decide({ placements, article: articleId, device, visitor }: PageRequest): Promise<DecidedPlacement[]> {
      const [set, secret] = await Promise.all([live.current(), adSecret(db)])
      const at = live.now()
      const known = placements.map((key) => set.placements.get(key))
      const article = articleId === undefined ? null : await articleOf(articleId)
      const decisions = await decidePage(
        { live: set, ledger, frequency, random: Math.random },
        {
          at,
          placements: known.flatMap((placement) => placement ?? []),
          article,
          device,
          visitor: async () => (await visitorKey(visitor.ip, visitor.userAgent, new Date(at))).toString('hex'),
        },
      )
      let next = 0
      return placements.map((key, position) => {
        const placement = known[position]
        if (!placement) return { placement: key, box: null, ad: null }
        const decision = decisions[next++]
        const ad = decision ? decidedAd(decision, article?.id ?? null, secret, at) : null
        return { placement: key, box: reservedSize(placement.sizes), ad }
      })
    },

    /** Which of these events are of ads that were delivered so; counts each kind once for a token. */
    async admit(events: readonly AdEventInput[], device: Device): Promise<ReadonlySet<AdEventInput>> {
      const secret = await adSecret(db)
      const now = live.now()
      const reports = new Map<Report, AdEventInput>()
      for (const event of events) {
        const token = event.impression === undefined ? undefined : readToken(secret, event.impression)
        if (token && isOf(token, event, now)) reports.set({ kind: event.type, token, device }, event)
      }
      if (reports.size === 0) return new Set()
      const taken = await count({ events: [...reports.keys()], now })
      return new Set([...reports].flatMap(([report, event]) => (taken.has(report) ? [event] : [])))
    },

    /** What a token says, if this server signed it. */
    readToken: async (text: string): Promise<AdToken | undefined> => readToken(await adSecret(db), text),
    now: live.now,
    current: live.current,
    counters: ledger.counters,
    /** What was delivered of these ads by now, and on the day of this time, as the database has it. */
    countersOf: (ads: Iterable<LiveAd>, on: number) => ledger.countersNow(ads, live.now(), on),
    close: live.close,
  }
}

function isOf(token: AdToken, { type, ad, placement, article }: AdEventInput, now: number): boolean {
  const counts = type === 'click' ? countsClick : countsImpression
  return counts(token, now) && token.ad === ad && token.placement === placement && token.article === (article ?? null)
}

function rememberArticles(load: (id: string) => Promise<PageArticle | undefined>) {
  const known = new Map<string, { until: number; article: Promise<PageArticle> }>()
  return (id: string): Promise<PageArticle> => {
    const found = known.get(id)
    if (found && found.until > performance.now()) return found.article
    if (known.size >= ARTICLES_MOST) known.clear()
    const article = load(id).then((loaded) => loaded ?? unseenArticle(id))
    known.set(id, { until: performance.now() + ARTICLE_KNOWN_FOR_MS, article })
    // A failure is not remembered.
    article.catch(() => known.delete(id))
    return article
  }
}
