import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ArticleListQuery } from '#contract/article-list.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { readContent } from './article-content-rules.ts'
import { withFacetsAtEnd } from '../../db/facets-at-end.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { listArticles, matchingArticles } from './article-list-queries.ts'
import { writeLive } from './article-live-commands.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, runJobs, administrator, editor, author, viewer, byline, createArticle } = await createDesk()

/** The same choices every time: mulberry32. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const facetRows = async () =>
  (await sql<{ articleId: string; terms: string[] }>`select * from article_facets order by article_id`.execute(db)).rows
const waiting = async () => (await sql`select from article_facets_change`.execute(db)).rows.length

/** The stored facets must be those that computing all from scratch gives. */
async function expectFacetsMatchArticles() {
  await flushArticleFacets(db)
  expect(await waiting()).toBe(0)
  const kept = await facetRows()
  await sql`select refill_article_facets()`.execute(db)
  expect(kept).toEqual(await facetRows())
  expect(kept.length).toBeGreaterThan(0)
}

const roll = dice(11)
const facets = dice(29)
const picture = '01900000-0000-7000-8000-00000000c0fe'
await sql`insert into media (id, sha256, name, type, bytes, width, height, storage_key, variants)
  values (${picture}, '\\x00', 'a.jpg', 'image/jpeg', 1, 1, 1, 'a', '[]')`.execute(db)
const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
const some = <T>(list: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: roll(most + 1) }, () => pick(list))),
]
const made = async (path: string, body: object) => (await api(editor, 'POST', path, body)).body.id
const tags: string[] = []
for (let n = 0; n < 4; n++) tags.push(await made('/api/tags', { name: `Word ${n * 13}` }))
const mine = (await api(administrator, 'POST', '/api/authors', { displayName: 'The Author', user: author.user.id }))
  .body.id
const authors = [byline.id, mine, await made('/api/authors', { displayName: 'Grace' })]
const categories: string[] = []
for (let n = 0; n < 9; n++)
  categories.push(await made('/api/categories', { name: `N${n}`, parent: n < 3 ? null : pick(categories) }))
const articles: string[] = []
const fields = () => ({
  primaryCategory: pick(categories),
  categories: some(categories, 2),
  tags: some(tags, 3),
  authors: [pick(authors)],
  featured: roll(3) === 0,
  cover: facets(2) ? { media: picture, alt: 'A picture' } : null,
  ...(facets(2) ? { title: '天气', body: '<p>今天下雨。</p>' } : { title: 'Rain', body: '<p>It rains.</p>' }),
})
for (let n = 0; n < 60; n++) {
  const status = pick(['draft', 'published', 'published', 'scheduled', 'in_review', 'archived', 'trashed'] as const)
  articles.push((await createArticle({ ...fields(), status }, roll(4) ? editor : author)).id)
}
async function edit(id: string) {
  const { body } = await api(editor, 'GET', `/api/articles/${id}`)
  await api(editor, 'PATCH', `/api/articles/${id}`, { ...fields(), version: body.version })
}
for (const id of some(articles, 40)) await edit(id)
const submit = async (id: string) => {
  const { body } = await api(editor, 'GET', `/api/articles/${id}`)
  await api(editor, 'POST', `/api/articles/${id}/submit`, { version: body.version })
}
for (const [n, id] of articles.entries()) if (n % 2 === 0) await submit(id)

/** Every filter that facets answer, against asking each article; the order too. */
async function expectTrueLists(rounds: number): Promise<number> {
  const rows = new Map(
    (
      await db
        .selectFrom('article')
        .select(['id', 'status', 'title', 'updatedAt', 'createdAt', 'publishedAt', 'publishAt', 'submittedAt'])
        .execute()
    ).map((row) => [row.id, row]),
  )
  const publishedSome = () => {
    const { publishedAt, publishAt } = rows.get(articles[facets(articles.length)]!)!
    return publishedAt ?? publishAt
  }
  let found = 0
  for (let n = 0; n < rounds; n++) {
    const { user } = pick([editor, author, author, viewer])
    const person = { id: user.id, role: user.role }
    const filter = {
      ...(roll(2) && { tag: pick(tags) }),
      ...(roll(3) === 0 && { author: pick(authors) }),
      ...(roll(2) && { category: pick(categories) }),
      ...(roll(3) === 0 && { status: pick(['draft', 'published', 'archived', 'in_review', 'scheduled'] as const) }),
      ...(roll(4) === 0 && { mine: roll(2) === 0 }),
      ...(roll(4) === 0 && { featured: roll(2) === 0 }),
      ...(roll(5) === 0 && { hasChanges: roll(2) === 0 }),
      ...(facets(4) === 0 && { changesSubmitted: facets(3) > 0 }),
      ...(roll(5) === 0 && { from: rows.get(pick(articles))!.updatedAt }),
      ...(facets(4) === 0 && { missingCover: facets(2) === 0 }),
      ...(facets(4) === 0 && { language: facets(2) ? ('zh' as const) : ('other' as const) }),
      ...(facets(6) === 0 && { publishedFrom: publishedSome() ?? '2020-01-01T00:00:00.000Z' }),
      ...(facets(6) === 0 && { publishedTo: publishedSome() ?? '2199-01-01T00:00:00.000Z' }),
      ...(facets(5) === 0 && { calendarFrom: publishedSome() ?? '2020-01-01T00:00:00.000Z' }),
      ...(facets(5) === 0 && { calendarTo: publishedSome() ?? '2199-01-02T00:00:00.000Z' }),
    }
    const isWaiting = filter.status === 'in_review' || filter.changesSubmitted === true
    const anySort = pick([
      'updatedAt',
      '-updatedAt',
      'createdAt',
      '-publishedAt',
      'publishedAt',
      '-publishAt',
      'title',
    ] as const)
    const sort = isWaiting && facets(2) ? 'submittedAt' : anySort
    const { items, total, totalIsExact } = await listArticles(
      db,
      person,
      { ...ArticleListQuery.parse({ sort, pageSize: 100 }), ...filter },
      undefined,
    )
    const ids = (await (await matchingArticles(db, person, filter)).execute()).map(({ id }) => id)
    const place = (id: string) => {
      const row = rows.get(id)!
      if (sort === 'submittedAt') return row.submittedAt ?? row.updatedAt
      const isByCalendar = sort.endsWith('publishedAt') && (filter.calendarFrom ?? filter.calendarTo) !== undefined
      if (isByCalendar) return row.status === 'published' ? row.publishedAt : row.publishAt
      const value = row[sort.replace('-', '') as 'updatedAt']
      return sort === 'title' ? value.toLowerCase() : value
    }
    const sign = sort.startsWith('-') ? -1 : 1
    const ordered = ids.toSorted((a, b) => {
      const [one, other] = [place(a), place(b)]
      if ((one ?? '') === (other ?? '')) return sign * (a < b ? -1 : 1)
      if (!one || !other) return one ? -1 : 1
      return sign * (one < other ? -1 : 1)
    })
    const shown = items.map(({ id }) => id)
    if (sort === 'title') expect(shown.toSorted()).toEqual(ordered.toSorted())
    else expect(shown, JSON.stringify({ ...filter, sort, role: user.role })).toEqual(ordered)
    expect({ total, totalIsExact }).toEqual({ total: ids.length, totalIsExact: true })
    found += ids.length
  }
  return found
}

it('lists of several filters show what asking each article gives, to everybody', async () => {
  await expectFacetsMatchArticles()
  expect(await expectTrueLists(150)).toBeGreaterThan(300)
})

it('what happens to articles, names and the tree happens to the facets', async () => {
  const version = async (path: string) => (await api(editor, 'GET', path)).body.version
  const undos: (UndoPointer | undefined)[] = []
  for (let n = 0; n < 30; n++) {
    const [article, category, tag] = [pick(articles), pick(categories), pick(tags)]
    const step = async (path: string, body: object) => {
      const answer = await api<{ undo?: UndoPointer }>(administrator, 'POST', path, {
        version: await version(path.replace(/\/\w+$/, '')),
        ...body,
      })
      // What happened to an article is undone elsewhere.
      if (!path.startsWith('/api/articles')) undos.push(answer.body.undo)
    }
    switch (roll(9)) {
      case 0:
        await step(
          `/api/articles/${article}/${pick(['publish', 'unpublish', 'trash', 'restore', 'discard', 'return', 'withdraw'])}`,
          {},
        )
        break
      case 1:
      case 2:
        await edit(article)
        if (facets(2)) await submit(article)
        break
      case 3:
        await step(`/api/categories/${category}/move`, { parent: pick(categories) })
        break
      case 4:
        await step(`/api/categories/${category}/merge`, { from: [pick(categories)] })
        break
      case 5:
        await step(`/api/tags/${tag}/merge`, { from: [pick(tags)] })
        break
      case 6:
        await api(administrator, 'POST', `/api/undo/${undos.findLast(Boolean)?.id}`)
        break
      case 7: {
        const ids = [...new Set([article, pick(articles), pick(articles)])]
        const bulk = { action: 'setCategory', values: [category], ids, expectedCount: ids.length }
        await api(editor, 'POST', '/api/articles/bulk', bulk)
        break
      }
      default:
        await api(administrator, 'DELETE', `/api/articles/${article}`)
    }
    // At once, before the job has run: these branches are small.
    await expectTrueLists(5)
    if (n % 6 === 0) await expectFacetsMatchArticles()
  }
  await expectFacetsMatchArticles()
})

it('after a move in the tree a small branch is right at once, and the list says that it may be old until the job has run', async () => {
  const [top, below] = [
    await made('/api/categories', { name: 'Top' }),
    await made('/api/categories', { name: 'Below' }),
  ]
  await createArticle({ primaryCategory: below, tags: [] })
  await flushArticleFacets(db)
  const { body } = await api(editor, 'GET', `/api/categories/${below}`)
  const moved = await api(editor, 'POST', `/api/categories/${below}/move`, { version: body.version, parent: top })
  expect(moved.status).toBe(200)
  expect(await waiting()).toBeGreaterThan(0)
  const list = async (query: string) =>
    (await api<{ total: number; facetsAsOf: string | null }>(editor, 'GET', `/api/articles?${query}`)).body
  const branch = `category=${top}&author=${byline.id}`
  expect(await list(branch)).toMatchObject({ total: 1, facetsAsOf: expect.any(String) })
  // A list that does not ask for a category is not touched by it.
  expect((await list(`author=${byline.id}`)).facetsAsOf).toBeNull()
  await runJobs()
  expect(await waiting()).toBe(0)
  expect(await list(branch)).toMatchObject({ total: 1, facetsAsOf: null })
  await expectFacetsMatchArticles()
})

it('a large branch that moved is found where it was for some seconds, and the list says so', async () => {
  const [top, below] = [
    await made('/api/categories', { name: 'Large top' }),
    await made('/api/categories', { name: 'Large below' }),
  ]
  await sql`insert into article (id, slug, title, primary_category)
    select gen_random_uuid(), 'large-' || n, 'Large', ${below}::uuid from generate_series(1, 250) as n`.execute(db)
  await flushArticleFacets(db)
  const { body } = await api(editor, 'GET', `/api/categories/${below}`)
  await api(editor, 'POST', `/api/categories/${below}/move`, { version: body.version, parent: top })
  const list = async () =>
    (
      await api<{ total: number; items: unknown[]; facetsAsOf: string | null }>(
        editor,
        'GET',
        `/api/articles?category=${top}&featured=false`,
      )
    ).body
  expect(await list()).toMatchObject({ total: 0, facetsAsOf: expect.any(String) })
  await runJobs()
  expect(await list()).toMatchObject({ total: 250, facetsAsOf: null })
  await sql`delete from article where slug like 'large-%'`.execute(db)
  await expectFacetsMatchArticles()
})

it('very many links at once are left to the job', async () => {
  const id = (n: number) => sql`('0190ffff-0000-7000-8000-' || lpad(to_hex(${n}::int), 12, '0'))::uuid`
  await sql`insert into article (id, slug, title) select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    'many-' || n, 'Many' from generate_series(1, 300) as n`.execute(db)
  expect(await waiting()).toBe(300)
  await flushArticleFacets(db)
  await sql`insert into article_tag select id, ${tags[0]}::uuid, 0 from article where slug like 'many-%'`.execute(db)
  expect(await waiting()).toBe(300)
  await runJobs()
  const { total } = await listArticles(
    db,
    { id: editor.user.id, role: 'editor' },
    ArticleListQuery.parse({ tag: tags[0] }),
  )
  expect(total).toBeGreaterThanOrEqual(300)
  await expectFacetsMatchArticles()
  await sql`delete from article where id >= ${id(1)} and id <= ${id(300)}`.execute(db)
  await expectFacetsMatchArticles()
})

it('an article is entered in the index once for a publication, and not at all when nothing of its facets changed', async () => {
  const article = await createArticle({ title: 'Once', body: '<p>Only once.</p>', authors: [byline.id] })
  const revision = await db
    .selectFrom('articleRevision')
    .select('content')
    .where('articleId', '=', article.id)
    .executeTakeFirstOrThrow()
  const content = readContent(revision.content)
  const now = new Date().toISOString()
  const place = async () =>
    (
      await sql<{ at: string }>`select ctid::text as at from article_facets where article_id = ${article.id}`.execute(
        db,
      )
    ).rows[0]?.at
  const updates = async (trx: typeof db) => {
    const { rows } = await sql<{
      n: string
    }>`select pg_stat_get_xact_tuples_updated('article_facets'::regclass) as n`.execute(trx)
    return Number(rows[0]?.n)
  }
  const written = (act: (trx: typeof db) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      const earlier = await updates(trx)
      await act(trx)
      return (await updates(trx)) - earlier
    })
  const before = await place()
  expect(await written((trx) => sql`select facet_articles(array[${article.id}::uuid])`.execute(trx))).toBe(0)
  expect(await place()).toBe(before)
  expect(
    await written(async (trx) => {
      await sql`update article set status = 'published', published_at = ${now} where id = ${article.id}`.execute(trx)
      await writeLive(trx, {
        id: article.id,
        content,
        publishedAt: now,
        updatedAt: now,
        wordCount: 2,
        readingTime: 1,
        version: 2,
      })
    }),
  ).toBe(1)
  expect(await place()).not.toBe(before)
  await sql`delete from article where id = ${article.id}`.execute(db)
})

it('a change of more articles than one statement takes leaves the right facets of all of them', async () => {
  const [from, to] = [pick(categories), categories[0]!]
  const { rows } = await sql<{ id: string }>`insert into article (id, title, slug, primary_category)
    select md5('many ' || n)::uuid, 'Many ' || n, 'many-' || n, ${from}::uuid from generate_series(1, 501) as n
    returning id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await db.transaction().execute((trx) =>
    withFacetsAtEnd(trx, ids, async () => {
      await sql`update article set featured = true, primary_category = ${to} where id = any(${ids}::uuid[])`.execute(
        trx,
      )
    }),
  )
  await expectFacetsMatchArticles()
})

it('several jobs share the work, and what someone has locked is left for the next time', async () => {
  const [ours, theirs, locked] = [await createArticle(), await createArticle(), await createArticle()]
  const note = ({ id }: { id: string }) =>
    sql`insert into article_facets_change (article_id) values (${id})`.execute(db)
  const left = async () =>
    (await sql<{ id: string }>`select article_id as id from article_facets_change`.execute(db)).rows.map(({ id }) => id)
  for (const article of [ours, ours, theirs, locked]) await note(article)
  await db.transaction().execute(async (trx) => {
    await sql`select from article_facets_change where article_id = ${theirs.id} for update`.execute(trx)
    await sql`select from article_facets where article_id = ${locked.id} for update`.execute(trx)
    await flushArticleFacets(db)
    expect((await left()).toSorted()).toEqual([theirs.id, locked.id].toSorted())
  })
  await flushArticleFacets(db)
  expect(await left()).toEqual([])
})
