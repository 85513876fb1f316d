import type { FastifyInstance, FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { adDeliveryEndpoints } from '#contract/ad-delivery.ts'
import { deviceOf } from '../../../events/device-class.ts'
import { createCallCounts } from '../../../http/call-counts.ts'
import { networkOf } from '../../../http/network.ts'
import { flushPeriodically } from '../../../http/periodic-flush.ts'
import { ProblemError } from '../../../http/problem-error.ts'
import { serve } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { createEventRecorder } from '../../events/event-commands.ts'
import { isMachine } from '../../events/event-rules.ts'
import { findAdRow } from '../ad-queries.ts'
import type { AdServer } from './ad-server.ts'
import { countsClick, showsFrame } from './ad-token-rules.ts'
import { adsScript } from './ads-script.ts'
import { FRAME_POLICY, frameDocument } from './creative-frame.ts'

const DECISIONS = { max: 600, seconds: 60, of: 'ad decisions from one network' }
const CLICKS = { max: 60, seconds: 60, of: 'ad clicks from one network' }
const FLUSH_SECONDS = 5

/** The routes for pages of the outside site: the decision which ads to show, their frames, their clicks, and the script for pages. */
export function adDeliveryRoutes(
  app: FastifyInstance,
  { deliveryDb: db, config, events: engine }: Services,
  ads: AdServer,
): void {
  const record = createEventRecorder(db, engine.storeOn(db), (events, device) => ads.admit(events, device))
  const calls = createCallCounts()
  /** Clicks beyond the limit lead on as well, and are not counted: whole offices share an address. */
  const isBelowLimit = (key: string): boolean => {
    try {
      calls.count(key, CLICKS)
      return true
    } catch (error) {
      if (error instanceof ProblemError) return false
      throw error
    }
  }
  flushPeriodically(app, FLUSH_SECONDS, () => calls.share(db))
  app.addHook('onClose', () => ads.close())

  serve(app, adDeliveryEndpoints.decision, async ({ query, request, reply }) => {
    const { placement: placements, article, visitor } = query
    const userAgent = request.headers['user-agent'] ?? ''
    if (visitor === undefined) calls.count(`decisions ${networkOf(request.ip)}`, DECISIONS)
    reply.header('cache-control', 'no-store')
    // Ads for machines would use up what advertisers pay for. A site whose server asks says who its visitor is.
    if (visitor === undefined && isMachine(userAgent))
      return { items: placements.map((placement) => ({ placement, box: null, ad: null })) }
    const device = query.device ?? deviceOf(userAgent)
    const who = visitor === undefined ? { ip: request.ip, userAgent } : { ip: 'visitor', userAgent: visitor }
    return { items: await ads.decide({ placements, article, device, visitor: who }) }
  })

  serve(app, adDeliveryEndpoints.click, async ({ params, request, reply }) => {
    const token = await ads.readToken(params.token)
    const ad = token?.purpose === 'ad' ? await findAdRow(db, token.ad) : undefined
    // Only to the approved address, whatever the address of the click asks for. A header holds ASCII only, so Chinese and the like are
    // sent percent-encoded.
    const target = URL.parse(ad?.live?.clickUrl ?? '')?.href
    if (!token || !target) throw new ProblemError('not_found')
    if (countsClick(token, ads.now()) && isBelowLimit(`clicks ${networkOf(request.ip)}`)) {
      const { ad: id, placement, article } = token
      const event = { type: 'click', ad: id, placement, impression: params.token } as const
      const sender = { ip: request.ip, userAgent: request.headers['user-agent'], signedIn: request.actor !== null }
      // The reader is redirected even when the click cannot be counted.
      await record(sender, { events: [{ ...event, ...(article && { article }) }] }).catch((error: unknown) =>
        request.log.warn(error, 'a click was not counted'),
      )
    }
    return reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).redirect(target, 302)
  })

  serve(app, adDeliveryEndpoints.frame, async ({ params, reply }) => {
    const token = await ads.readToken(params.token)
    const ad = token && showsFrame(token, ads.now()) ? await findAdRow(db, token.ad) : undefined
    const isPreview = token?.purpose === 'preview'
    const creative = (isPreview ? ad?.fields : ad?.live)?.creatives[token?.creative ?? -1]
    if (creative?.kind !== 'html') throw new ProblemError('not_found')
    const click = isPreview ? null : `${config.publicUrl}/content/v1/ads/click/${params.token}`
    return framed(reply).send(frameDocument(creative.html, click))
  })

  const etag = `"${createHash('sha256').update(adsScript).digest('base64url').slice(0, 27)}"`
  app.get('/content/v1/ads.js', (request, reply) => {
    reply.headers({
      etag,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
    })
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(adsScript)
  })
}

/** Any site may frame it: it holds only what the advertiser wrote, in an origin of its own. */
const framed = (reply: FastifyReply): FastifyReply =>
  reply.removeHeader('x-frame-options').removeHeader('cross-origin-opener-policy').headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': FRAME_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  })
