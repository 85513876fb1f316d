import type { FastifyInstance } from 'fastify'
import { RELEVANCE } from '#contract/list.ts'
import { NOW_SHOWN, searchRankEndpoints } from '#contract/search-rank.ts'
import { may } from '../../http/actor.ts'
import { limitConcurrency } from '../../http/concurrency-limit.ts'
import { sendCsv } from '../../http/csv-rules.ts'
import { invalidField } from '../../http/problem-error.ts'
import { serve, serveRead } from '../../http/serve.ts'
import { topPage } from '../../db/top-page.ts'
import type { Services } from '../../services.ts'
import { listArticles } from '../articles/article-list-queries.ts'
import { searchForReaders } from '../delivery/search-queries.ts'
import { addSynonym, hideTerm, pinArticles, removeSynonym } from '../search-rules/search-rule-commands.ts'
import { rankSearches } from './search-rank-commands.ts'
import { searchRankTable } from './search-rank-file-rules.ts'
import { FILE_TERMS_MOST, listSearchRank, searchRankAsOf, searchRankTerms } from './search-rank-queries.ts'
import { dismissTermOf, startTermDraft } from './search-term-draft-commands.ts'
import { findSearchTerm, termUsage } from './search-term-queries.ts'

const OFFERED = 10

export function searchRankRoutes(app: FastifyInstance, services: Services) {
  const { db, deliveryDb, events } = services
  const store = events.storeOn(db)
  const withSlot = limitConcurrency({
    total: 2,
    perPerson: 1,
    waiting: 20,
    waitingPerPerson: 5,
    waitMs: 2000,
    retryAfter: 1,
  })
  serve(app, searchRankEndpoints.list, async ({ actor, query }) => {
    const { window, page, pageSize } = query
    const [made, found] = [await searchRankAsOf(db, window), await listSearchRank(db, query, actor)]
    return {
      ...found,
      totalIsExact: true,
      page,
      pageSize,
      window,
      ...made,
      can: { write: may(actor, 'insight.write') },
    }
  })
  serve(app, searchRankEndpoints.exportList, async ({ query: { locale, ...query }, reply }) => {
    const { window } = query
    const items = await searchRankTerms(db, query)
    if (!items) throw invalidField('q', 'too_many_matches', `more than ${FILE_TERMS_MOST} terms match; ask for fewer`)
    return sendCsv(reply, `search-ranking-${window}`, searchRankTable(items, window, locale))
  })
  serve(app, searchRankEndpoints.term, async ({ actor, query }) => {
    return {
      ...(await findSearchTerm(db, store, { ...query, viewer: actor })),
      can: { write: may(actor, 'insight.write') },
    }
  })
  serve(app, searchRankEndpoints.now, async ({ actor, query: { term } }) => {
    const search = { q: term, limit: NOW_SHOWN }
    const { total, totalIsExact, items } = await withSlot(actor.id, () =>
      searchForReaders(deliveryDb, services.config.publicUrl, search),
    )
    return { total, totalIsExact, items: items.map(({ id, title, pinned }) => ({ id, title, pinned })) }
  })
  serveRead(app, searchRankEndpoints.articles, async ({ actor, query: { q = '' }, db: read }) => {
    // As someone who sees nothing but what readers see: editors' lists have the titles of working copies.
    const reader = { id: actor.id, role: 'viewer' } as const
    const asked = { status: 'published', page: 1, pageSize: OFFERED } as const
    const sorted = q ? ({ q, sort: RELEVANCE } as const) : ({ sort: '-publishedAt' } as const)
    const { items } = await listArticles(read, reader, { ...asked, ...sorted }, undefined, topPage)
    return {
      items: items.map(({ id, title, authors }) => ({ id, title, authors: authors.map((one) => one.displayName) })),
    }
  })
  serveRead(app, searchRankEndpoints.usage, ({ query, db: read }) => termUsage(read, query.term))
  serve(app, searchRankEndpoints.dismissTerm, ({ actor, params }) => dismissTermOf(db, actor, params.id))
  serve(app, searchRankEndpoints.startDraft, ({ actor, body }) => startTermDraft(db, actor, body))
  /** What was decided is seen at once, without waiting for the next count. */
  const shown = async <Changed extends { keys: string[] }>(change: Promise<Changed>) => {
    const { keys, ...rest } = await change
    await rankSearches(db, store, new Date(), keys)
    return rest
  }
  serve(app, searchRankEndpoints.pin, ({ actor, body }) => shown(pinArticles(db, actor, body)))
  serve(app, searchRankEndpoints.addSynonym, ({ actor, body: { term, synonym } }) =>
    shown(addSynonym(db, actor, term, synonym)),
  )
  serve(app, searchRankEndpoints.removeSynonym, ({ actor, body: { term } }) => shown(removeSynonym(db, actor, term)))
  serve(app, searchRankEndpoints.hide, ({ actor, body: { term } }) => shown(hideTerm(db, actor, term, true)))
  serve(app, searchRankEndpoints.show, ({ actor, body: { term } }) => shown(hideTerm(db, actor, term, false)))
}
