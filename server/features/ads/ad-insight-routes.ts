import type { FastifyInstance } from 'fastify'
import { adInsightEndpoints, type AdListPeriod } from '#contract/ad-insight.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { sendCsv } from '../../http/csv-rules.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { makeSlug } from '../../slugs/make-slug.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import { siteZone } from '../settings/setting-queries.ts'
import { estimateViews } from './ad-estimate-queries.ts'
import { withDelivery } from './ad-list-queries.ts'
import { findAdRow } from './ad-queries.ts'
import { countedAds, countedRows, listReportTable, summaryOf } from './ad-list-report-queries.ts'
import { adReport, firstDayOf, reportTable } from './ad-report-queries.ts'
import { reportDays } from './ad-report-rules.ts'
import { tooManyAds } from './ad-routes.ts'
import { adViewer } from './ad-viewer-queries.ts'
import type { AdServer } from './decision/ad-server.ts'
import { adsOnPage, explainAd, type Known } from './decision/explain-queries.ts'
import { loadLiveSet } from './decision/live-set.ts'

/** Why ads are shown or not, how many views fit a targeting, and what was delivered. */
export function adInsightRoutes(app: FastifyInstance, services: Services, ads: AdServer): void {
  const { db } = services
  const store = services.events.storeOn(db)
  const e = adInsightEndpoints

  // As the database has it now, not as this process knew it a moment ago: what was just saved is explained. Of a whole page, as
  // decisions know it, which is two seconds old at most: reading ten thousand ads would take longer than anyone waits.
  const known = async (placement: string | undefined, at: string | undefined): Promise<Known> => {
    const current = await ads.current()
    if (placement === undefined && at === undefined)
      return { live: current, countersOf: async () => ads.counters, at: ads.now() }
    const time = at === undefined ? ads.now() : Date.parse(at)
    const since = Math.min(time, ads.now())
    const live = await loadLiveSet(db, store, { ...(placement && { placement }), since })
    return { live, countersOf: (of) => ads.countersOf(of, time), at: time }
  }
  serve(app, e.explain, async ({ params, body }) => {
    const explanation = await explainAd(db, store, params.id, body, await known(body.placement, body.at))
    if (!explanation) throw new ProblemError('not_found')
    return explanation
  })
  serve(app, e.onPage, async ({ query }) => adsOnPage(db, query, await known(query.placement, query.at)))
  serve(app, e.estimate, async ({ actor, body }) => estimateViews(db, store, body, await adViewer(services, actor)))

  const periodOf = async (from: Db, { firstDay, lastDay, timeZone: given }: AdListPeriod) => {
    const timeZone = given ?? (await siteZone(from))
    const { fault, ...days } = reportDays({ from: firstDay, to: lastDay }, timeZone, Date.now())
    if (fault) throw invalidField(fault.path === 'to' ? 'lastDay' : 'firstDay', fault.code, fault.message)
    return { ...days, timeZone }
  }
  // In a report of a placement are also ads that are no longer booked there.
  const filterOf = async (
    from: Db,
    actor: Actor,
    { firstDay: _first, lastDay: _last, timeZone: _zone, placement, ...asked }: AdListPeriod,
  ) => ({ ...(await withDelivery(from, await adViewer(services, actor), asked)), ...(placement && { placement }) })
  serveRead(app, e.listReport, async ({ actor, query, db: from }) => {
    const filter = await filterOf(from, actor, query)
    const period = await periodOf(from, query)
    const [[placement], counts] = await Promise.all([
      placementRefs(from, filter.placement ? [filter.placement] : []),
      countedAds(from, filter, period),
    ])
    if (!counts) throw tooManyAds()
    return {
      firstDay: period.from,
      lastDay: period.to,
      timeZone: period.timeZone,
      at: new Date().toISOString(),
      placement: placement ? { id: placement.id, name: placement.name } : null,
      ...summaryOf(counts, period),
    }
  })
  serveRead(app, e.exportListReport, async ({ actor, query, reply, db: from }) => {
    const { locale, ...asked } = query
    const filter = await filterOf(from, actor, asked)
    const period = await periodOf(from, query)
    const rows = await countedRows(from, filter, period)
    if ('tooMany' in rows)
      throw rows.tooMany === 'ads'
        ? tooManyAds()
        : invalidField('lastDay', 'too_long', 'the file would be too long; ask for fewer days or ads')
    return sendCsv(reply, `ads-${period.from}-${period.to}`, listReportTable(rows, period.timeZone, locale))
  })

  const reportOf = async (actor: Actor, id: string, period: Parameters<typeof reportDays>[0]) => {
    const [viewer, row] = await Promise.all([adViewer(services, actor), findAdRow(db, id)])
    if (!row) throw new ProblemError('not_found')
    const { fault, ...days } = reportDays(period, row.fields.timeZone, viewer.now)
    if (fault) throw invalidField(fault.path, fault.code, fault.message)
    return { fields: row.fields, firstDay: firstDayOf(row), report: await adReport(db, viewer, row, days) }
  }
  serve(app, e.report, async ({ actor, params, query }) => (await reportOf(actor, params.id, query)).report)
  serve(app, e.exportReport, async ({ actor, params, query: { locale, ...query }, reply }) => {
    const { fields, report, firstDay } = await reportOf(actor, params.id, query)
    const name = `ad-delivery-${makeSlug(fields.name, 'ad')}-${report.from}-${report.to}`
    return sendCsv(reply, name, reportTable(fields, report, firstDay, locale))
  })
}
