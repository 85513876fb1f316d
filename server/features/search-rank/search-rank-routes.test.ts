import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { SearchTermNow } from '#contract/search-rank.ts'
import { createSearches } from './testing/searches.ts'

const {
  app,
  api,
  db,
  signIn,
  administrator,
  editor,
  author,
  adManager,
  viewer,
  createArticle,
  search,
  rank,
  list,
  terms,
  item,
  page,
  change,
  undo,
  store,
  send,
} = await createSearches()
const publish = async (title: string) => createArticle({ status: 'published', title })
const HOUR = 60
const DAY = 24 * HOUR

describe('search ranking', () => {
  it('is empty before the first search', async () => {
    expect(await list()).toMatchObject({
      items: [],
      total: 0,
      asOf: null,
      compared: false,
      window: '7d',
      can: { write: true },
    })
  })

  it('counts what readers searched for and opened, variants as one', async () => {
    const { id } = await publish('Bridges')
    await search('bridge', { readers: 4, results: 7, click: { article: id, position: 3, readers: 2 } })
    await search('bridges', { readers: 3, results: 9, minutesAgo: 1 })
    await rank()
    expect(await item('bridge')).toMatchObject({
      variants: ['bridges'],
      searches: 7,
      previous: null,
      searchers: 4,
      results: 9,
      noResults: 0,
      zeroResultShare: 0,
      clicks: 2,
      clickers: 2,
      clickThrough: 0.5,
      clickPosition: 3,
      tabs: ['top'],
    })
    const { asOf, compared } = await list()
    expect([Math.abs(Date.parse(asOf!) - Date.now()) < 60_000, compared]).toEqual([true, false])
  })

  it('shows nothing that fewer than three readers searched for, and no rare spelling of what more did', async () => {
    await search('my secret', { readers: 2 })
    await search('harbour', { readers: 3 })
    await search('Harbour-s kim', { readers: 1 })
    await search('harbours', { readers: 2 })
    await rank()
    expect(await terms('pageSize=100')).not.toContain('my secret')
    expect(await item('harbour')).toMatchObject({ searches: 5, variants: [] })
    expect(await page('my secret')).toMatchObject({ figures: null, days: [], clicked: [] })
  })

  it('counts a reader once a day and a window from its full hour on', async () => {
    const crowds = [
      { readers: 3, minutesAgo: 3 * DAY },
      { readers: 4, minutesAgo: 2 * DAY + 2 * HOUR },
      { readers: 4, minutesAgo: 2 * DAY },
    ]
    for (const crowd of crowds) await search('twice', crowd)
    await search('twice', { readers: 5, minutesAgo: 40 * DAY })
    await rank()
    // Which of them share a day depends on the hour.
    const ofDay = new Map<string, number>()
    for (const { readers, minutesAgo } of crowds) {
      const day = new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 10)
      ofDay.set(day, Math.max(readers, ofDay.get(day) ?? 0))
    }
    const searchers = [...ofDay.values()].reduce((sum, readers) => sum + readers, 0)
    expect(await item('twice')).toMatchObject({ searches: 11, searchers })
    expect(await item('twice', 'window=30d')).toMatchObject({ searches: 11, previous: null })
    expect(await item('twice', 'window=24h')).toBeUndefined()
  })

  it('compares with the period before once that was counted as a whole', async () => {
    await search('old', { readers: 3, minutesAgo: 29 * DAY })
    await search('storm', { readers: 3, minutesAgo: 9 * DAY })
    await search('storm', { readers: 8 })
    await search('calm', { readers: 6, minutesAgo: 9 * DAY })
    await search('calm', { readers: 7 })
    await rank()
    expect(await item('storm')).toMatchObject({ searches: 8, previous: 3, tabs: expect.arrayContaining(['rising']) })
    const { items, compared } = await list('tab=rising&sort=-trend')
    expect([items.map(({ term }) => term).includes('calm'), compared]).toEqual([false, true])
    expect(items.map((one) => one.searches - one.previous!)).toEqual(
      items.map((one) => one.searches - one.previous!).toSorted((a, b) => b - a),
    )
  })

  it('is saved as a file for a spreadsheet: the period, the filters and the order of the list, all pages, no formulas', async () => {
    await search('=cmd ferry', { readers: 4 })
    await search('ferry crossing', { readers: 6, results: 0 })
    await search('ferry port', { readers: 5, minutesAgo: 3 * DAY })
    await rank()
    const { headers } = await signIn('editor')
    const file = async (query: string, who = headers) =>
      app.inject({ url: `/api/search-rank/export?${query}`, headers: who })
    const lines = ({ body }: { body: string }) => body.trimEnd().split('\r\n')
    const week = await file('q=ferry&sort=searchers')
    expect(week.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="search-ranking-7d.csv"',
    })
    expect(lines(week)[0]).toBe(
      '\ufeffSearch term,Also searched as,Period,Searches,Searches in the period before,Change,Readers,Results of the last search,Searches without results,Share without results,Readers who opened a result,Share who opened a result,Clicks,Click position,Pinned articles',
    )
    expect(lines(week).slice(1)).toEqual([
      // Whether there is a period before to compare with depends on the tests above.
      expect.stringMatching(/^'=cmd ferry,,7 days,4,(0,4|,),4,10,0,0,0,0,0,,0$/),
      expect.stringMatching(/^ferry port,,7 days,5,(0,5|,),5,10,0,0,0,0,0,,0$/),
      expect.stringMatching(/^ferry crossing,,7 days,6,(0,6|,),6,0,6,1,0,0,0,,0$/),
    ])
    const day = await file('q=ferry&window=24h&tab=no-results&locale=zh-CN')
    expect(lines(day)).toEqual([
      expect.stringMatching(/^\ufeff搜索词,其他写法,时段,搜索次数,/),
      expect.stringMatching(/^ferry crossing,,24 小时,6,/),
    ])
    expect((await file('', (await signIn('author')).headers)).statusCode).toBe(
      (await api(author, 'GET', '/api/search-rank')).status,
    )
  })

  it('a file of more terms than it may have is refused, with what to do', async () => {
    await sql`insert into search_rank select (jsonb_populate_record(search_rank, jsonb_build_object('key', 'many ' || n, 'term', 'many ' || n))).*
      from search_rank, generate_series(1, 10001) as n where "window" = '7d' and key = (select min(key) from search_rank where "window" = '7d')`.execute(
      db,
    )
    const { headers } = await signIn('editor')
    const file = await app.inject({ url: '/api/search-rank/export?q=many', headers })
    expect([file.statusCode, file.json()]).toMatchObject([400, { fields: [{ path: 'q', code: 'too_many_matches' }] }])
    await sql`delete from search_rank where key like 'many %'`.execute(db)
  })

  it('lists a gap until an article for it is published', async () => {
    await search('night ferry', { readers: 5, results: 0 })
    await rank()
    expect(await terms('tab=no-results')).toContain('night ferry')
    expect((await item('night ferry'))!.zeroResultShare).toBe(1)
    await publish('The night ferry sails again')
    await rank()
    expect(await terms('tab=no-results')).not.toContain('night ferry')
    expect(await terms()).toContain('night ferry')
  })

  it('keeps a gap whose readers find nothing although an older article has its words', async () => {
    await publish('Tram depot')
    await sql`update article_live set updated_at = now() - interval '2 days' where title = 'Tram depot'`.execute(db)
    await search('tram depot', { readers: 3, results: 0 })
    await rank()
    expect(await terms('tab=no-results')).toContain('tram depot')
    await search('tram depot', { readers: 1, from: 9, results: 2, minutesAgo: 0 })
    await rank()
    expect(await terms('tab=no-results')).not.toContain('tram depot')
  })

  it('lists what readers find and do not open, and what they open far below', async () => {
    const { id } = await publish('Museum')
    await search('museum', { readers: 6, click: { article: id, position: 9 } })
    await search('opera', { readers: 6 })
    await rank()
    expect(await terms('tab=low-position')).toEqual(['museum'])
    expect(await terms('tab=no-clicks&pageSize=100')).toContain('opera')
    expect(await terms('tab=no-clicks&pageSize=100')).not.toContain('museum')
  })

  it('is searched, sorted and paged', async () => {
    expect(await terms('q=Ｏｐｅ')).toEqual(['opera'])
    expect(await terms('q=%25')).toEqual([])
    const all = await list('sort=term&pageSize=100')
    expect(all.items.map(({ term }) => term)).toEqual(all.items.map(({ term }) => term).toSorted())
    const second = await list('sort=term&pageSize=2&page=2')
    expect(second.items).toEqual(all.items.slice(2, 4))
    expect([second.total, (await list('page=50')).total]).toEqual([all.total, all.total])
    const fails = async (query: string) =>
      (await api(editor, 'GET', `/api/search-rank?${query}`)).body.fields?.[0]?.path
    expect([
      await fails('tab=best'),
      await fails('window=2d'),
      await fails('sort=key'),
      await fails('pageSize=101'),
    ]).toEqual(['tab', 'window', 'sort', 'pageSize'])
  })
})

describe('a term', () => {
  it('has its days, what readers opened and at which position, whatever its spelling', async () => {
    const [one, other] = [await publish('First'), await publish('Second')]
    await search('lighthouse', { readers: 4, minutesAgo: 2 * DAY, click: { article: one.id, position: 1, readers: 3 } })
    await search('lighthouse', { readers: 3, click: { article: one.id, position: 3, readers: 1 } })
    await search('light house', {
      readers: 3,
      results: 0,
      minutesAgo: 50,
      click: { article: other.id, position: 2, readers: 2 },
    })
    await rank()
    const { term, figures, days, clicked } = await page('Light-Houses')
    expect([term, figures!.searches, figures!.clicks]).toEqual(['lighthouse', 10, 6])
    expect(days).toHaveLength(30)
    expect(days.at(-3)).toMatchObject({ searches: 4, noResults: 0, clicks: 3 })
    expect(days.reduce((sum, { searches }) => sum + searches, 0)).toBe(10)
    expect(clicked).toEqual([
      { id: one.id, title: 'First', clicks: 4, position: 1.5, isPublished: true },
      { id: other.id, title: 'Second', clicks: 2, position: 2, isPublished: true },
    ])
  })

  it('tells only those who see drafts what an article is called that readers do not see any more', async () => {
    const gone = await publish('Hidden by now')
    await search('gone by', { readers: 3, click: { article: gone.id, position: 1 } })
    await rank()
    const { version } = (await api(editor, 'GET', `/api/articles/${gone.id}`)).body
    await api(editor, 'POST', `/api/articles/${gone.id}/unpublish`, { version })
    expect((await page('gone by')).clicked).toMatchObject([{ title: 'Hidden by now', isPublished: false }])
    for (const who of [author, viewer, adManager]) expect((await page('gone by', '', who)).clicked).toEqual([])
  })

  it('offers the tags that a draft about it begins with', async () => {
    const made = async (name: string) => (await api<{ id: string }>(editor, 'POST', '/api/tags', { name })).body.id
    const ids = [await made('Old Town'), await made('Tram'), await made('有轨电车')]
    expect((await page('trams in the old town')).tags.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect((await page('北京有轨电车线路')).tags.map(({ id }) => id)).toEqual(ids.slice(2))
  })
})

describe('what editors decide about a term', () => {
  it('pins articles in order, tells who, and unpins them', async () => {
    const [one, two] = [await publish('Pin one'), await publish('Pin two')]
    const done = await change('pins', { term: 'Opera', articles: [two.id, one.id] })
    expect(done.status).toBe(200)
    expect(await page('operas')).toMatchObject({
      pins: [{ id: two.id, title: 'Pin two', isPublished: true }, { id: one.id }],
      decidedBy: { name: editor.user.name },
    })
    expect(await item('opera')).toMatchObject({ pins: 2 })
    expect((await change('pins', { term: 'opera', articles: [two.id, one.id] })).body.undo).toBeNull()
    expect((await undo(done.body.undo)).body).toEqual({ restored: 1, skipped: 0, left: [] })
    expect(await page('opera')).toMatchObject({ pins: [], decidedBy: null })
    expect((await undo(done.body.undo)).body.code).toBe('undo_expired')
  })

  it('pins that someone else changed meanwhile are not lost', async () => {
    const [one, two, gone] = [await publish('Mine'), await publish('Yours'), await publish('Gone')]
    const pinsOf = async () => (await page('shared')).pins.map(({ id }) => id)
    await change('pins', { term: 'shared', articles: [one.id], seen: [] })
    const late = await change('pins', { term: 'shared', articles: [two.id], seen: [] }, administrator)
    expect([late.status, late.body]).toMatchObject([409, { code: 'stale_version', changedBy: editor.user.name }])
    expect(await pinsOf()).toEqual([one.id])
    expect((await change('pins', { term: 'shared', articles: [one.id, gone.id], seen: [one.id] })).status).toBe(200)
    // What was deleted permanently is on no screen, so no one can have seen it.
    await db.deleteFrom('articleLive').where('articleId', '=', gone.id).execute()
    await db.deleteFrom('article').where('id', '=', gone.id).execute()
    expect((await change('pins', { term: 'shared', articles: [two.id, one.id], seen: [one.id] })).status).toBe(200)
    expect(await pinsOf()).toEqual([two.id, one.id])
  })

  it('a pin fills a gap at once', async () => {
    await search('gap to pin', { readers: 3, results: 0 })
    await rank()
    expect(await terms('tab=no-results')).toContain('gap to pin')
    const done = await change('pins', { term: 'gap to pin', articles: [(await publish('Elsewhere')).id] })
    expect(await terms('tab=no-results')).not.toContain('gap to pin')
    await undo(done.body.undo)
    expect(await terms('tab=no-results')).toContain('gap to pin')
  })

  it('what readers get now is told by their own search: nothing, then what a synonym finds, pinned articles first', async () => {
    const now = async () =>
      (await api<SearchTermNow>(viewer, 'GET', `/api/search-rank/now?term=${encodeURIComponent('Zeppelins')}`)).body
    const found = await publish('Quixotic airship')
    const pinned = await publish('Something else entirely')
    expect(await now()).toEqual({ total: 0, totalIsExact: true, items: [] })
    await change('synonyms', { term: 'zeppelins', synonym: 'airship' })
    expect(await now()).toMatchObject({ total: 1, items: [{ id: found.id, title: 'Quixotic airship', pinned: false }] })
    await change('pins', { term: 'zeppelins', articles: [pinned.id] })
    const { total, items } = await now()
    expect([total, items.map(({ id }) => id)]).toEqual([2, [pinned.id, found.id]])
    await change('synonyms/remove', { term: 'airship' })
    await change('pins', { term: 'zeppelins', articles: [] })
    expect((await now()).total).toBe(0)
  })

  it('a synonym adds its figures, before and after the next count, until it is taken out', async () => {
    await search('car', { readers: 3 })
    await search('automobile', { readers: 4 })
    await rank()
    const done = await change('synonyms', { term: 'car', synonym: 'automobile' })
    expect(done.status).toBe(200)
    const both = { searches: 7, searchers: 7, variants: ['automobile'] }
    expect(await item('car')).toMatchObject(both)
    expect(await item('automobile')).toBeUndefined()
    await rank()
    expect(await item('car')).toMatchObject(both)
    expect(await page('automobiles')).toMatchObject({ term: 'car', synonyms: ['car'], figures: { searches: 7 } })
    await change('synonyms/remove', { term: 'automobile' })
    expect([(await item('car'))!.searches, (await item('automobile'))!.searches]).toEqual([3, 4])
    expect(await db.selectFrom('searchRule').selectAll().where('term', 'in', ['car', 'automobile']).execute()).toEqual(
      [],
    )
  })

  it('changes are undone the last one first; one that a later change rests on is left alone and named', async () => {
    const first = await change('synonyms', { term: 'boat', synonym: 'ship' })
    const second = await change('hide', { term: 'ship' })
    const left = [{ title: 'boat', code: 'stale_version' }]
    expect((await undo(first.body.undo)).body).toMatchObject({ restored: 0, skipped: 1, left })
    expect((await undo(second.body.undo, administrator)).body.code).toBe('undo_expired')
    expect((await undo(second.body.undo)).body).toMatchObject({ restored: 1 })
    expect(await page('boat')).toMatchObject({ synonyms: ['ship'], hidden: false })
    expect((await undo(first.body.undo)).body).toMatchObject({ restored: 1 })
    expect(await page('boat')).toMatchObject({ synonyms: [] })
    await change('synonyms', { term: 'boat', synonym: 'ship' })
    await change('hide', { term: 'ship' })
    await change('show', { term: 'ship' })
  })

  it('hides a term at once, lists it among the hidden ones, and shows it again', async () => {
    await change('hide', { term: 'Opera' })
    await change('hide', { term: 'never searched' })
    expect(await terms('pageSize=100')).not.toContain('opera')
    expect(await terms('hidden=true')).toEqual(expect.arrayContaining(['opera', 'never searched']))
    await rank()
    expect(await terms('pageSize=100')).not.toContain('opera')
    await change('show', { term: 'opera' })
    expect(await terms('pageSize=100')).toContain('opera')
    expect(await terms('hidden=true')).toEqual(['boat', 'never searched'].slice(1))
  })

  it('is audited with what was before', async () => {
    const lines = await db
      .selectFrom('auditEvent')
      .selectAll()
      .where('entityType', '=', 'searchTerm')
      .orderBy('id')
      .execute()
    expect(new Set(lines.map(({ action }) => action))).toEqual(
      new Set(['pin', 'undo', 'synonym', 'unsynonym', 'hide', 'show']),
    )
    expect(lines.find(({ action }) => action === 'hide')).toMatchObject({
      entityTitle: 'ship',
      actorId: editor.user.id,
    })
  })

  it('is read by everybody who is signed in, and decided by administrators and editors', async () => {
    const paths = ['pins', 'synonyms', 'synonyms/remove', 'hide', 'show']
    const bodyOf = (path: string) => ({
      term: 'roles',
      ...(path === 'pins' && { articles: [] }),
      ...(path === 'synonyms' && { synonym: 'parts' }),
    })
    for (const who of [administrator, editor, author, adManager, viewer]) {
      const writes = who === administrator || who === editor
      expect((await list('', who)).can).toEqual({ write: writes })
      expect((await page('opera', '', who)).can).toEqual({ write: writes })
      for (const path of paths) expect((await change(path, bodyOf(path), who)).status).toBe(writes ? 200 : 403)
    }
    expect((await api(null, 'GET', '/api/search-rank')).status).toBe(401)
    expect((await change('hide', { term: 'x' }, null)).status).toBe(401)
  })

  it('names what is wrong in a call', async () => {
    const draft = await createArticle()
    const { id } = await publish('Right')
    const fails = async (action: string, body: object) => {
      const { status, body: problem } = await change(action, body)
      return [status, (problem as { fields?: { path: string }[] }).fields?.[0]?.path]
    }
    expect(await fails('pins', { term: 'x', articles: [id, draft.id] })).toEqual([400, 'articles.1'])
    expect(await fails('pins', { term: 'x', articles: [id, id] })).toEqual([400, 'articles'])
    expect(await fails('pins', { term: 'x', articles: Array.from({ length: 6 }, () => id) })).toEqual([400, 'articles'])
    expect(await fails('pins', { term: ' ', articles: [] })).toEqual([400, 'term'])
    expect(await fails('pins', { term: 'x'.repeat(201), articles: [] })).toEqual([400, 'term'])
    expect(await fails('synonyms', { term: 'boat', synonym: 'Boats' })).toEqual([400, 'synonym'])
    expect(await fails('hide', { term: 'x', for: 'ever' })).toEqual([400, 'for'])
    for (let n = 0; n < 19; n++) await change('synonyms', { term: 'many', synonym: `word${n}a` })
    expect(await fails('synonyms', { term: 'many', synonym: 'one more' })).toEqual([400, 'synonym'])
  })
})

it('races of one term have one result: fifty pins at once leave one of the lists', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, async (_, n) => (await publish(`Race ${n}`)).id))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => change('pins', { term: 'race', articles: [ids[n % 5]!, ids[(n + 1) % 5]!] })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await page('race')).pins).toHaveLength(2)
})

it('what the beacon reports is ranked by the job that counts', async () => {
  for (let n = 0; n < 3; n++)
    await send([{ type: 'search', term: ' Ｃａｆé  opening ', results: 0 }], { ip: `198.51.100.${n}` })
  await store.rollUp()
  await rank()
  expect(await item('café opening')).toMatchObject({
    searches: 3,
    tabs: ['top', 'no-results'],
  })
})

describe('articles to pin', () => {
  it('are offered, found and listed by the title that readers see', async () => {
    const article = await publish('Lanterns over the quay')
    await createArticle({ title: 'Lanterns in a draft' })
    const rename = { version: article.version, title: 'Working title of lamps' }
    expect((await api(editor, 'PATCH', `/api/articles/${article.id}`, rename)).status).toBe(200)
    const offered = async (q: string, who = editor) =>
      (await api<{ items: object[] }>(who, 'GET', `/api/search-rank/articles?${new URLSearchParams({ q }).toString()}`))
        .body.items
    expect(await offered('lanterns')).toMatchObject([{ id: article.id, title: 'Lanterns over the quay' }])
    expect(await offered('lamps')).toEqual([])
    const first = await api<{ items: object[] }>(editor, 'GET', '/api/search-rank/articles')
    expect(first.body.items).toContainEqual(expect.objectContaining({ title: 'Lanterns over the quay' }))
    await change('pins', { term: 'lanterns', articles: [article.id] })
    expect((await page('lanterns')).pins).toMatchObject([{ title: 'Lanterns over the quay', isPublished: true }])
    expect((await api(author, 'GET', '/api/search-rank/articles')).status).toBe(403)
  })
})
