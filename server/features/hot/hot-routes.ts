import type { FastifyInstance } from 'fastify'
import { hotEndpoints, isHotShown } from '#contract/hot.ts'
import { may } from '../../http/actor.ts'
import { sendCsv } from '../../http/csv-rules.ts'
import { serve, serveRead } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { chooseHot, clearHotChoice, movePin } from './hot-choice-commands.ts'
import { hotWeights, siteZone } from '../settings/setting-queries.ts'
import { hotTable } from './hot-file-rules.ts'
import { hotAsOf, hotComparedWith, hotItems } from './hot-queries.ts'
import { sparklineStep } from './hot-rank-commands.ts'

export function hotRoutes(app: FastifyInstance, { db }: Services) {
  serveRead(app, hotEndpoints.list, async ({ actor, query: { window }, db }) => {
    const [asOf, comparedWith, { halfLifeHours }, items] = await Promise.all([
      hotAsOf(db, window),
      hotComparedWith(db, window),
      hotWeights(db),
      hotItems(db, window),
    ])
    const can = { write: may(actor, 'insight.write') }
    return { window, asOf, comparedWith, halfLifeHours, stepMinutes: sparklineStep[window], items, can }
  })
  serveRead(app, hotEndpoints.exportList, async ({ query: { window, locale, ...shown }, reply, db: from }) => {
    const [items, timeZone] = await Promise.all([hotItems(from, window), siteZone(from)])
    const now = Date.now()
    const rows = items.filter((item) => isHotShown(item, { ...shown, now }))
    return sendCsv(reply, `hot-${window}`, hotTable(rows, { window, timeZone, locale }))
  })
  serve(app, hotEndpoints.pin, ({ actor, params: { id }, body: { until, place } }) =>
    chooseHot(db, actor, { id, kind: 'pin', until, place }),
  )
  serve(app, hotEndpoints.movePin, ({ actor, params: { id }, body: { place } }) => movePin(db, actor, id, place))
  serve(app, hotEndpoints.bury, ({ actor, params: { id }, body: { until } }) =>
    chooseHot(db, actor, { id, kind: 'bury', until }),
  )
  serve(app, hotEndpoints.clear, ({ actor, params: { id } }) => clearHotChoice(db, actor, id))
}
