import type { DecidedAd, DecidedPlacement } from '#contract/ad-delivery.ts'
import type { Ad } from '#contract/ads.ts'
import { BROWSER } from '../../../events/testing/readers.ts'
import { createPostgresEvents } from '../../../../events/postgres/postgres-events.ts'
import { createAdDesk } from '../../testing/ads.ts'

type From = { ip?: string; userAgent?: string; headers?: Record<string, string> }

/** An ad desk with readers outside: `const { decide, report, click } = await createAdSite()`. */
export async function createAdSite() {
  const desk = await createAdDesk()
  const store = createPostgresEvents(desk.db)
  await store.maintain()
  const headersOf = ({ userAgent = BROWSER, headers }: From) => ({ 'user-agent': userAgent, ...headers })

  /** The ads of a page, by the query of the call. */
  async function decide(query: string, from: From = {}, app = desk.app): Promise<DecidedPlacement[]> {
    const reply = await app.inject({
      url: `/content/v1/ads/decision?${query}`,
      remoteAddress: from.ip ?? '203.0.113.7',
      headers: headersOf(from),
    })
    if (reply.statusCode !== 200) throw new Error(reply.body)
    return reply.json<{ items: DecidedPlacement[] }>().items
  }
  const decideOne = async (query: string, from: From = {}): Promise<DecidedAd | null> =>
    (await decide(query, from))[0]?.ad ?? null

  /** Reports events of ads as a page does. */
  const report = (
    type: 'impression' | 'viewable' | 'click',
    ads: readonly Partial<DecidedAd>[],
    { ip = '203.0.113.7', ...from }: From & { article?: string } = {},
  ) =>
    desk.app.inject({
      method: 'POST',
      url: '/content/v1/events',
      remoteAddress: ip,
      headers: headersOf(from),
      payload: {
        events: ads.map(({ id, placement, impression }) => ({
          type,
          ad: id,
          placement,
          impression,
          ...(from.article && { article: from.article }),
        })),
      },
    })

  const click = (address: string, { ip = '203.0.113.7', ...from }: From = {}) =>
    desk.app.inject({ url: new URL(address).pathname, remoteAddress: ip, headers: headersOf(from) })

  const countsOf = async (ad: { id: string }) =>
    (await desk.api<Ad>(desk.adManager, 'GET', `/api/ads/${ad.id}`)).body.delivery

  return { ...desk, store, decide, decideOne, report, click, countsOf }
}
