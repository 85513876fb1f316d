import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ReaderSearchReply } from '#contract/reader-search.ts'
import { createDesk } from '../articles/testing/desk.ts'
import { countPopularity, flushArticleIndex, indexPublished } from '../articles/article-index-commands.ts'
import { createPostgresEvents } from '../../events/postgres/postgres-events.ts'

const desk = await createDesk({ publicUrl: 'https://desk.example.com' })
const { app, api, db, editor, createArticle, category } = desk
type Named = { id: string; slug: string; version: number }
type Sent = { id: string; version: number }

const find = (q: string, more: Record<string, string> = {}) =>
  api<ReaderSearchReply>(null, 'GET', `/content/v1/search?${new URLSearchParams({ q, ...more }).toString()}`)
const found = async (q: string, more: Record<string, string> = {}) => {
  const { status, body } = await find(q, more)
  expect([status, body]).toMatchObject([200, {}])
  return body
}
const titles = async (q: string, more: Record<string, string> = {}) =>
  (await found(q, more)).items.map(({ title }) => title)
const act = async (article: Sent, action: string) =>
  (await api(editor, 'POST', `/api/articles/${article.id}/${action}`, { version: article.version })).body
const edit = async (article: Sent, fields: object) =>
  (await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, ...fields })).body
const made = async (path: string, body: object) => (await api<Named>(editor, 'POST', `/api/${path}`, body)).body
const publish = (title: string, fields: object = {}) => createArticle({ title, status: 'published', ...fields })
const body = (text: string) => ({ body: `<p>${text}</p>` })

describe('what readers find', () => {
  it('is up to date while a long change holds another article, which follows', async () => {
    const [held, free, gone] = [
      await publish('Held windmill'),
      await publish('Free windmill'),
      await publish('Gone mill'),
    ]
    const both = [held.id, free.id]
    await db.deleteFrom('readerSearch').where('articleId', 'in', both).execute()
    await sql`insert into reader_search_change (article_id) select unnest(${both}::uuid[])`.execute(db)
    await db.transaction().execute(async (trx) => {
      await sql`select from article_live where article_id = ${held.id} for no key update`.execute(trx)
      await act(gone, 'unpublish')
      await db.insertInto('readerSearchChange').values({ articleId: gone.id, termId: null }).execute()
      await flushArticleIndex(db)
      expect(await titles('windmill')).toEqual(['Free windmill'])
      const { rows } = await sql<{ id: string }>`select article_id as id from reader_search_change`.execute(db)
      expect(rows).toEqual([{ id: held.id }])
    })
    await flushArticleIndex(db)
    expect((await titles('windmill')).toSorted()).toEqual(['Free windmill', 'Held windmill'])
  })

  it('is what is published, at once, and of a working copy nothing', async () => {
    const draft = await createArticle({ title: 'Ferry timetable', ...body('Boats leave at nine.') })
    expect(await titles('ferry')).toEqual([])
    const published = await act(draft, 'publish')
    expect(await titles('ferry')).toEqual(['Ferry timetable'])
    expect(await titles('boats nine')).toEqual(['Ferry timetable'])

    const working = await edit(published, { title: 'Tram timetable', ...body('Trams leave at ten.') })
    expect([await titles('tram'), await titles('trams'), await titles('ferry')]).toEqual([[], [], ['Ferry timetable']])
    // Neither when the article is indexed again because of something else.
    await db.insertInto('readerSearchChange').values({ articleId: draft.id, termId: null }).execute()
    await flushArticleIndex(db)
    expect([await titles('tram'), await titles('boats')]).toEqual([[], ['Ferry timetable']])

    const changed = await act(working, 'publish')
    expect([await titles('ferry'), await titles('trams')]).toEqual([[], ['Tram timetable']])
    const down = await act(changed, 'unpublish')
    expect(await titles('tram')).toEqual([])
    const again = await act(down, 'publish')
    expect(await titles('tram')).toEqual(['Tram timetable'])
    await api(editor, 'DELETE', `/api/articles/${again.id}`)
    expect(await titles('tram')).toEqual([])
  })

  it('is no longer what was to be taken down by now, even when the job that does it is late', async () => {
    await publish('Pop-up market', { unpublishAt: '2199-01-01T00:00:00.000Z' })
    expect(await titles('market')).toEqual(['Pop-up market'])
    await db
      .updateTable('readerSearch')
      .set({ unpublishAt: '2020-01-01T00:00:00.000Z' })
      .where('title', '=', 'pop-up market')
      .execute()
    expect(await titles('market')).toEqual([])
  })

  it('comes by where the word is: title, tag or author or subtitle, excerpt, text', async () => {
    const tag = await made('tags', { name: 'Lighthouse' })
    await publish('By text', body('A lighthouse is there.'))
    await publish('By excerpt', { excerpt: 'About the lighthouse.' })
    await publish('By tag', { tags: [tag.id] })
    await publish('Lighthouse keeper')
    expect(await titles('lighthouse')).toEqual(['Lighthouse keeper', 'By tag', 'By excerpt', 'By text'])
    await publish('Lighthouse')
    expect((await titles('lighthouse'))[0]).toBe('Lighthouse')
  })

  it('puts the newer first, and what is read more, where the words fit equally well', async () => {
    await publish('Harvest report', { publishAt: '2020-05-01T00:00:00.000Z' })
    await publish('Harvest report now')
    const then = await publish('Harvest report then', { publishAt: '2019-05-01T00:00:00.000Z' })
    expect(await titles('report harvest')).toEqual(['Harvest report now', 'Harvest report', 'Harvest report then'])
    const store = createPostgresEvents(db)
    await store.maintain()
    const visitor = (n: number) => Buffer.from(`visitor${n}`)
    const views = Array.from({ length: 400 }, (_, n) => ({
      kind: 'view' as const,
      at: new Date(),
      visitor: visitor(n),
      article: then.id,
    }))
    await store.append([{ id: undefined, events: views }])
    await store.rollUp()
    await countPopularity(db, store)
    expect(await titles('report harvest')).toEqual(['Harvest report now', 'Harvest report then', 'Harvest report'])
    // Nobody reads it any more.
    const later = Date.now() + 31 * 86_400_000
    await countPopularity(db, store, later)
    expect(await titles('report harvest')).toEqual(['Harvest report now', 'Harvest report', 'Harvest report then'])
    // What is counted later still finds it.
    await countPopularity(db, store)
    expect(await titles('report harvest')).toEqual(['Harvest report now', 'Harvest report then', 'Harvest report'])
  })

  it('how much articles are read can be counted by several processes at once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push((await publish(`Counted ${n}`)).id)
    const store = createPostgresEvents(db)
    const readBy = (some: string[], views: number) => ({
      ...store,
      weighedViews: () => Promise.resolve(new Map(some.map((id, n) => [id, { views: views + n, weighed: 0 }]))),
    })
    for (let n = 0; n < 40; n++)
      await Promise.all([
        countPopularity(db, readBy(ids.slice(0, 8), 100 + n * 50)),
        countPopularity(db, readBy(ids.slice(2).toReversed(), 9000 - n)),
        countPopularity(db, readBy([], 0)),
      ])
    await countPopularity(db, readBy(ids.slice(0, 2), 100))
    const popular = await db.selectFrom('readerSearch').select('articleId').where('popular', '=', true).execute()
    expect(popular.map(({ articleId }) => articleId).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  })

  describe('while many are published at once', () => {
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.count
    }
    /** A bulk publication, which stops after the first article until the others wait for it, or are done. */
    const publishAll = (ids: readonly string[], others: () => Promise<unknown>) =>
      db.transaction().execute(async (trx) => {
        const republish = async (id: string) => {
          await trx
            .updateTable('articleLive')
            .set({ slug: sql`slug` })
            .where('articleId', '=', id)
            .execute()
          await indexPublished(trx, id)
        }
        const [first = '', ...rest] = ids
        await republish(first)
        let isDone = false
        const done = others().finally(() => (isDone = true))
        await expect.poll(async () => isDone || (await waiting())).toBeTruthy()
        for (const id of rest) await republish(id)
        return { done }
      })

    it('how much they are read is counted after them', async () => {
      const ids: string[] = []
      for (let n = 0; n < 12; n++) ids.push((await publish(`Busy ${n}`)).id)
      const store = createPostgresEvents(db)
      const read = (some: string[]) => ({
        ...store,
        weighedViews: () => Promise.resolve(new Map(some.map((id, n) => [id, { views: 9 ** n, weighed: 0 }]))),
      })
      for (const some of [ids, ids.toReversed()]) {
        const { done } = await publishAll(ids, () => countPopularity(db, read(some)))
        await done
      }
    })

    it('what was renamed before is indexed beside them', async () => {
      const tag = await made('tags', { name: 'Busy' })
      const ids: string[] = []
      for (let n = 0; n < 12; n++) ids.push((await publish(`Busy ${n}`, { tags: [tag.id] })).id)
      await flushArticleIndex(db)
      // By time of publication the last one comes first.
      await sql`update article_live set published_at = published_at - interval '1 hour' where article_id = ${ids.at(-1)}`.execute(
        db,
      )
      await api(editor, 'PATCH', `/api/tags/${tag.id}`, { version: tag.version, name: 'Occupied' })
      const { done } = await publishAll(ids, () => flushArticleIndex(db))
      await done
      expect(await titles('occupied')).toHaveLength(12)
    })
  })

  it('is found by the names its tags and authors have now', async () => {
    const author = await made('authors', { displayName: 'Ida Quist' })
    const internal = await made('tags', { name: 'Zebrafish', visibility: 'internal' })
    await publish('Written by her', { authors: [author.id], tags: [internal.id] })
    expect(await titles('quist')).toEqual(['Written by her'])
    expect(await titles('zebrafish')).toEqual([])
    await api(editor, 'PATCH', `/api/authors/${author.id}`, { version: author.version, displayName: 'Ida Vandermeer' })
    await flushArticleIndex(db)
    expect([await titles('quist'), await titles('vandermeer')]).toEqual([[], ['Written by her']])
  })

  it('in Chinese by one character, two, and many', async () => {
    await publish('长江大桥通车', body('新桥今天开放。'))
    await publish('城市新闻', body('江水上涨，大雨不停。'))
    expect(await titles('桥')).toEqual(['长江大桥通车'])
    expect(await titles('大桥')).toEqual(['长江大桥通车'])
    expect(await titles('长江大桥通车')).toEqual(['长江大桥通车'])
    expect(await titles('江')).toEqual(['长江大桥通车', '城市新闻'])
    expect((await found('大雨')).items[0]?.highlight.excerpt).toContain('<mark>大雨</mark>不停')
  })

  it('with one typing error in a Latin word: a letter wrong, missing, too many, or two changed places', async () => {
    await publish('The observatory opens at night')
    await flushArticleIndex(db)
    for (const typo of ['obsarvatory', 'obsevatory', 'observatoryy', 'obsevratory', 'bservatory', 'opbservatory night'])
      expect([typo, await titles(typo), (await found(typo)).forgiving]).toEqual([
        typo,
        ['The observatory opens at night'],
        true,
      ])
    expect((await found('observatory')).forgiving).toBe(false)
    expect(await titles('obsarvatary')).toEqual([])
  })

  it('with one wrong character in Chinese: another one, one missing, or one too many', async () => {
    await publish('天文台夜间开放')
    for (const typo of [
      '天问台夜间开放',
      '天文台夜间放',
      '天文台的夜间开放',

      '天文胎夜间',
      '夫文台夜间',
    ])
      expect([typo, await titles(typo), (await found(typo)).forgiving]).toEqual([typo, ['天文台夜间开放'], true])
    expect((await found('天文台夜间开放')).items[0]?.title).toBe('天文台夜间开放')
    expect(await titles('天问胎夜间开放')).toEqual([])
    expect(await titles('天问台')).toEqual([])
  })

  it('by the beginning of the last word', async () => {
    await publish('Kaleidoscope of colours')
    await flushArticleIndex(db)
    expect(await titles('kaleid')).toEqual(['Kaleidoscope of colours'])
  })
})

describe('highlights', () => {
  it('mark what was found, and everything else is text', async () => {
    await publish('<b>Volcano</b> & ash', {
      excerpt: '',
      ...body('First of all &lt;script&gt;alert(1)&lt;/script&gt; the volcano &amp; its ash.'),
    })
    const [item] = (await found('volcano ash')).items
    expect(item?.highlight).toEqual({
      title: '&lt;b&gt;<mark>Volcano</mark>&lt;/b&gt; &amp; <mark>ash</mark>',
      excerpt:
        'First of all &lt;script&gt;alert(1)&lt;/script&gt; the <mark>volcano</mark> &amp; its <mark>ash</mark>.',
    })
  })

  it('show the part of a long text that has the word', async () => {
    const filler = 'Nothing of interest happens here. '.repeat(60)
    await publish('Long read', body(`${filler}Then a meteorite fell. ${filler}`))
    const [item] = (await found('meteorite')).items
    expect(item?.highlight.excerpt).toMatch(/^… .*Then a <mark>meteorite<\/mark> fell\. .* …$/)
    expect(item?.highlight.excerpt.length).toBeLessThan(290)
  })

  it('show a word that is far behind a link with the same word in its address', async () => {
    const filler = '<p>Nothing of interest happens here.</p>'.repeat(200)
    await publish('Links', {
      body: `<p><a href="https://example.com/aurora">A link</a></p>${filler}<p>The aurora came.</p>`,
    })
    const [item] = (await found('aurora')).items
    expect(item?.highlight.excerpt).toMatch(/^… .*The <mark>aurora<\/mark> came\.$/)
  })
})

describe('filters and facets', async () => {
  const parent = await made('categories', { name: 'Sports' })
  const child = await made('categories', { name: 'Rowing', parent: parent.id })
  const tag = await made('tags', { name: 'Finals' })
  const author = await made('authors', { displayName: 'Rosa Ruder' })
  const hidden = await made('authors', { displayName: 'Hidden Hand', hidden: true })
  await publish('Regatta one', {
    primaryCategory: child.id,
    tags: [tag.id],
    authors: [author.id],
    publishAt: '2021-03-05T10:00:00.000Z',
  })
  await publish('Regatta two', {
    primaryCategory: parent.id,
    categories: [child.id],
    authors: [author.id],
    publishAt: '2022-07-01T00:00:00.000Z',
  })
  await publish('Regatta three', { authors: [hidden.id], publishAt: '2023-01-01T00:00:00.000Z' })

  it('tell how many results each category with those below it, tag and author has', async () => {
    const { facets, total, totalIsExact } = await found('regatta')
    expect([total, totalIsExact]).toEqual([3, true])
    expect(facets).toEqual({
      categories: [
        { name: 'Rowing', slug: 'rowing', count: 2 },
        { name: 'Sports', slug: 'sports', count: 2 },
        { name: 'News', slug: category.slug, count: 1 },
      ],
      tags: [{ name: 'Finals', slug: 'finals', count: 1 }],
      authors: [{ name: 'Rosa Ruder', slug: 'rosa-ruder', count: 2 }],
    })
  })

  it.each([
    [{ category: 'sports' }, ['Regatta two', 'Regatta one']],
    [{ category: 'rowing', author: 'rosa-ruder' }, ['Regatta two', 'Regatta one']],
    [{ tag: 'finals' }, ['Regatta one']],
    [{ tag: 'finals', category: 'news' }, []],
    [{ author: 'hidden-hand' }, []],
    [{ tag: 'no-such-tag' }, []],
    [{ from: '2022-01-01' }, ['Regatta three', 'Regatta two']],
    [{ to: '2022-01-01' }, ['Regatta one']],
    [{ from: '2021-03-05T10:00:00Z', to: '2021-03-05T10:00:01+00:00' }, ['Regatta one']],
    [{ from: '2021-03-06', to: '2022-07-01' }, []],
    [{ from: '2099-01-01' }, []],
  ])('%o leaves %o', async (filter, left) =>
    expect(await titles('regatta', filter as Record<string, string>)).toEqual(left),
  )
})

it('a category that moves takes its articles along, at once and when they are indexed again', async () => {
  const top = await made('categories', { name: 'Waterways' })
  const below = await made('categories', { name: 'Canals', parent: top.id })
  await publish('Lock gates', { primaryCategory: below.id })
  const isIndexed = async () => (await db.selectFrom('readerSearchChange').selectAll().execute()).length === 0
  const inside = () => Promise.all(['waterways', 'canals'].map((slug) => titles('gates', { category: slug })))
  await flushArticleIndex(db)
  expect([await isIndexed(), await inside()]).toEqual([true, [['Lock gates'], ['Lock gates']]])
  for (const [parent, left] of [
    [null, []],
    [top.id, ['Lock gates']],
  ] as const) {
    await db.updateTable('category').set({ parent }).where('id', '=', below.id).execute()
    expect([await isIndexed(), await inside()]).toEqual([false, [left, ['Lock gates']]])
    await flushArticleIndex(db)
    expect([await isIndexed(), await inside()]).toEqual([true, [left, ['Lock gates']]])
  }
})

describe('what editors decide', () => {
  const decide = (term: string, pins: string[], head = term, hidden = false) =>
    db.insertInto('searchRule').values({ key: term, term, head, pins, hidden, version: 1, updatedBy: null }).execute()

  it('pins come first for their term at once, once, and only while readers may see them', async () => {
    const pinned = await publish('Opening hours of the pool')
    await publish('Swimming lessons')
    await publish('Swimming badges')
    expect(await titles('swimming')).toHaveLength(2)
    await decide('swimming', [pinned.id])
    const { items, total } = await found('swimming')
    expect(items.map(({ title, pinned: isPinned }) => [title, isPinned])).toEqual([
      ['Opening hours of the pool', true],
      ['Swimming badges', false],
      ['Swimming lessons', false],
    ])
    expect(total).toBe(3)
    const first = await found('swimming', { limit: '1' })
    const second = await found('swimming', { limit: '1', cursor: first.nextCursor! })
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
      'Opening hours of the pool',
      'Swimming badges',
    ])
    expect(await titles('swimming', { category: 'sports' })).toEqual([])
    await act(pinned, 'unpublish')
    expect(await titles('swimming')).toEqual(['Swimming badges', 'Swimming lessons'])
  })

  it('a synonym finds what the other term finds', async () => {
    await publish('Automobile fair')
    expect(await titles('carshow')).toEqual([])
    await decide('carshow', [])
    await decide('automobile', [], 'carshow')
    expect(await titles('carshow')).toEqual(['Automobile fair'])
  })
})

describe('pages', () => {
  it('show each result once while articles are published between them', async () => {
    for (let n = 0; n < 12; n++) await publish(`Marathon runner ${n}`)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: ReaderSearchReply = await found('marathon', { limit: '3', ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor
      await publish(`Marathon extra ${seen.length}`)
    }
    expect(new Set(seen).size).toBe(seen.length)
    for (let n = 0; n < 12; n++) expect(seen).toContain(`Marathon runner ${n}`)
  })

  it('only the first tells facets', async () => {
    const first = await found('marathon', { limit: '5' })
    expect(first.facets).not.toBe(null)
    expect((await found('marathon', { limit: '5', cursor: first.nextCursor! })).facets).toBe(null)
  })
})

it('asked again it answers 304, and at once something else when something is published', async () => {
  await publish('Comet over town')
  const url = '/content/v1/search?q=comet'
  const first = await app.inject(url)
  expect(first.headers['cache-control']).toBe('public, max-age=1')
  const headers = { 'if-none-match': String(first.headers['etag']) }
  expect((await app.inject({ url, headers })).statusCode).toBe(304)
  await publish('Second comet')
  expect((await app.inject({ url, headers })).statusCode).toBe(200)
})

it.each([
  '',
  '%20',
  'a'.repeat(201),
  'x&cursor=abc',
  'x&limit=0',
  'x&limit=101',
  'x&sort=slug',
  'x&from=yesterday',
  'x&from=0000-01-01',
  'x&to=0000-12-31',
  'x&to=9999-12-31T23:59:59-23:59',
  'x&category=A%20B',
  'x&q=y',
])('q=%s is 400', async (rest) => expect((await api(null, 'GET', `/content/v1/search?q=${rest}`)).status).toBe(400))

it.each([
  '%',
  "'",
  "\\'",
  "a' | 'b",
  '!a & (b',
  ':*',
  '<->',
  '!!!',
  '…',
  '🌉',
  "' or 1=1 --",
  '\u0000',
  'ａｂ',
  'é́́́',
  '的'.repeat(200),
  'ab '.repeat(66),
])('%s breaks nothing', async (q) => expect([200, 400]).toContain((await find(q)).status))

it('one network does not take all of the searches', async () => {
  const ask = (ip: string) => app.inject({ url: '/content/v1/search?q=marathon', remoteAddress: ip })
  const crowd = await Promise.all(Array.from({ length: 60 }, () => ask('192.0.2.9')))
  expect(new Set(crowd.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]))
  expect(crowd.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('1')
  expect((await ask('192.0.2.10')).statusCode).toBe(200)
})

it('a made-up cursor that looks through all articles many times is 400, and one of extreme figures breaks nothing', async () => {
  const ask = async (cursor: string) =>
    (await find('marathon', { cursor: Buffer.from(cursor).toString('base64url') })).status
  expect(await ask(`480000 99 t${'f'.repeat(16)} h 0 0 1 1`)).toBe(400)
  expect(await ask(`480000 99 t0 h${'f'.repeat(16)} 0 0 1 1`)).toBe(400)
  expect(await ask('480000 99 t10 h 0 0 1 1')).toBe(400)
  for (const far of ['0 0', '999999999 999999999999999'])
    expect(await ask(`${far} t0123456789abcdef h0f 1 99 999999999 999999999999999`)).toBe(200)
})
