import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { CategoryTreeItem } from '#contract/categories.ts'
import type { DeliveryCategory } from '#contract/delivery.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { flushCounts } from '../../job-tasks.ts'
import { dice } from '../../testing/dice.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, administrator, editor, byline, createArticle } = await createDesk()

const tree = async () => (await api<{ items: CategoryTreeItem[] }>(editor, 'GET', '/api/categories/tree')).body.items
async function published(): Promise<Map<string, number>> {
  const { items } = (await api<{ items: DeliveryCategory[] }>(null, 'GET', '/content/v1/categories')).body
  const all = (list: DeliveryCategory[]): [string, number][] =>
    list.flatMap(({ slug, articles, children }) => [[slug, articles] as [string, number], ...all(children)])
  return new Map(all(items))
}

/** By reading every article: slow, and right. */
async function counted() {
  const { rows } = await sql<{ id: string; slug: string; own: number; total: number; published: number }>`
    with recursive line (id, above) as (
      select id, id from category where deleted_at is null
      union
      select line.id, category.parent from line join category on category.id = line.above where category.parent is not null
    ), assignment as (
      select article.id as article_id, category_id from article, lateral (
        select category_id from article_category where article_id = article.id union select primary_category
      ) as link where article.deleted_at is null
    ), live as (
      select article_id, category_id from article_live, unnest(category_ids) as assignment(category_id)
    )
    select id, slug,
      (select count(*) from assignment where category_id = category.id) as own,
      (select count(distinct article_id) from assignment join line on line.id = category_id where above = category.id) as total,
      (select count(distinct article_id) from live join line on line.id = category_id where above = category.id) as published
    from category where deleted_at is null`.execute(db)
  return rows
}

/** What is asked for is true before the job has added up the changes, and after it. */
async function expectTrueCounts() {
  await expectTrueReads()
  await flushCounts(db)
  await expectTrueReads()
  const states =
    await sql`select from article group by case when deleted_at is null then status else 'trashed' end`.execute(db)
  const kept = await sql<{ count: number }>`select count(*) from article_state_count where count <> 0`.execute(db)
  expect(kept.rows).toEqual([{ count: states.rows.length }])
  const days = sql`select case when deleted_at is null then status else 'trashed' end, day_of(updated_at), count(*)::int
    from article group by 1, 2`
  const keptDays = sql`select state, day, count from article_day_count where count <> 0`
  const months = sql`select state, month_of(day), sum(count)::int from article_day_count group by 1, 2 having sum(count) <> 0`
  const keptMonths = sql`select state, month, count from article_month_count where count <> 0`
  for (const [now, stored] of [
    [days, keptDays],
    [months, keptMonths],
  ])
    expect((await sql`(${now} except ${stored}) union all (${stored} except ${now})`.execute(db)).rows).toEqual([])
  for (const table of ['category_change', 'article_state_change', 'article_day_change', 'use_change'])
    expect((await sql`select from ${sql.table(table)}`.execute(db)).rows, table).toEqual([])
}

async function expectTrueReads() {
  const truth = await counted()
  const shown = new Map((await tree()).map(({ id, own, total }) => [id, { own, total }]))
  const read = await published()
  expect(shown).toEqual(new Map(truth.map(({ id, own, total }) => [id, { own, total }])))
  expect(read).toEqual(new Map(truth.map(({ slug, published: articles }) => [slug, articles])))

  const states = await sql<{ state: string; count: number }>`
    select case when deleted_at is null then status else 'trashed' end as state, count(*) from article group by 1`.execute(
    db,
  )
  for (const { state, count } of states.rows)
    expect(await api(editor, 'GET', `/api/articles?status=${state}`)).toMatchObject({ body: { total: count } })

  const terms = sql`select distinct unnest(author_ids || tag_ids), published_at, article_id from article_live`
  const differing = await sql`
    (${terms} except select * from live_term) union all (select * from live_term except ${terms})`.execute(db)
  expect(differing.rows).toEqual([])

  for (const noun of ['tag', 'author']) {
    const { items } = (await api<{ items: { id: string; uses: number }[] }>(editor, 'GET', `/api/${noun}s`)).body
    for (const { id, uses } of items) {
      const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(`article_${noun}`)}
        join article on article.id = article_id where deleted_at is null and ${sql.ref(`${noun}_id`)} = ${id}`.execute(
        db,
      )
      expect(rows[0]?.count).toBe(uses)
      expect(await api(editor, 'GET', `/api/articles?${noun}=${id}`)).toMatchObject({ body: { total: uses } })
    }
  }
}

it('every count that is kept is that of the rows, whatever happened to them', async () => {
  const roll = dice(3)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
  const ids: string[] = []
  const articles: string[] = []
  const undos: string[] = []
  const make = async (parent: string | null) => {
    const { status, body } = await api(editor, 'POST', '/api/categories', { name: `N${ids.length}`, parent })
    if (status === 201) ids.push(body.id)
  }
  for (let n = 0; n < 15; n++) await make(n < 4 ? null : pick(ids))
  const some = (most: number) => [...new Set(Array.from({ length: roll(most + 1) }, () => pick(ids)))]
  const made = async (url: string, body: object) => (await api(editor, 'POST', url, body)).body.id
  const tags: string[] = []
  for (let n = 0; n < 6; n++) tags.push(await made('/api/tags', { name: `Word ${n * 11}` }))
  const authors = [byline.id, await made('/api/authors', { displayName: 'Grace' })]
  const done = new Map<string, number>()
  const someTags = async () => {
    const { body } = await api<{ items: { id: string }[] }>(editor, 'GET', '/api/tags')
    return body.items.map(({ id }) => id).filter(() => roll(3) === 0)
  }
  const kinds = {
    write: async () => {
      const known = (await tree()).map(({ id }) => id)
      const categories = some(2).filter((id) => known.includes(id))
      const primaryCategory = pick(known)
      const status = pick(['draft', 'published', 'scheduled', 'in_review', 'trashed'] as const)
      articles.push((await createArticle({ primaryCategory, categories, status, tags: await someTags() })).id)
      return 200
    },
    edit: async () => {
      const id = pick(articles)
      const { body: article } = await api(editor, 'GET', `/api/articles/${id}`)
      const known = (await tree()).map((item) => item.id)
      const primaryCategory = roll(8) ? pick(known) : null
      const categories = some(3).filter((one) => known.includes(one))
      const change = {
        version: article.version,
        primaryCategory,
        categories,
        tags: await someTags(),
        authors: [pick(authors)],
      }
      return (await api(editor, 'PATCH', `/api/articles/${id}`, change)).status
    },
    act: async () => {
      const { body: article } = await api(editor, 'GET', `/api/articles/${pick(articles)}`)
      const action = pick(['publish', 'unpublish', 'archive', 'trash', 'restore', 'discard', 'purge'])
      const url = `/api/articles/${article.id}/${action}`
      return (await api(administrator, 'POST', url, { version: article.version })).status
    },
    sort: async () => {
      const all = [...new Set([pick(articles), pick(articles), pick(articles)])]
      const change = { action: 'setCategory', values: [pick(ids)], ids: all, expectedCount: all.length }
      return (await api(editor, 'POST', '/api/articles/bulk', change)).status
    },
    add: async () => {
      await make(roll(3) ? pick(ids) : null)
      return 200
    },
    move: () => step(`/${pick(ids)}/move`, { parent: roll(4) ? pick(ids) : null }),
    merge: () => step(`/${pick(ids)}/merge`, { from: [pick(ids)] }),
    remove: () =>
      step(`/${pick(ids)}/remove`, { children: roll(2) ? 'up' : { into: pick(ids) }, articles: { to: pick(ids) } }),
    mergeTags: async () => {
      const answer = await api<{ undo: UndoPointer }>(editor, 'POST', `/api/tags/${pick(tags)}/merge`, {
        from: [pick(tags)],
      })
      if (answer.status === 200 && roll(3)) await api(editor, 'POST', `/api/undo/${answer.body.undo?.id}`)
      return answer.status
    },
    undo: async () => (await api(editor, 'POST', `/api/undo/${undos.pop() ?? pick(ids)}`)).status,
  }
  async function step(url: string, body: object) {
    const answer = await api<{ undo?: UndoPointer }>(editor, 'POST', `/api/categories${url}`, body)
    if (answer.body.undo) undos.push(answer.body.undo.id)
    return answer.status
  }

  for (let n = 0; n < 10; n++) await kinds.write()
  for (let n = 1; n <= 300; n++) {
    const kind = pick(Object.keys(kinds)) as keyof typeof kinds
    const status = await kinds[kind]()
    if (status < 300) done.set(kind, (done.get(kind) ?? 0) + 1)
    if (n % 30 === 0) await expectTrueCounts()
  }
  for (const kind of Object.keys(kinds)) expect(done.get(kind), kind).toBeGreaterThan(3)

  // Counting everything from nothing comes to the same.
  const sets = () =>
    db.selectFrom('categorySet').selectAll().where('count', '<>', 0).orderBy('live').orderBy('categories')
  const kept = await sets().execute()
  await sql`select recount_categories()`.execute(db)
  expect(await sets().execute()).toEqual(kept)
  await expectTrueCounts()
}, 300_000)

it('a published article that gets other tags, or another date, has their terms, and no others', async () => {
  const [first, second] = await Promise.all(
    ['One', 'Two'].map(async (name) => (await api(editor, 'POST', '/api/tags', { name: `Of terms ${name}` })).body.id),
  )
  const { id } = await createArticle({ status: 'published', publishAt: '2019-02-03T10:00:00Z', tags: [first] })
  const publishWith = async (change: object) => {
    const { version } = (await api(editor, 'GET', `/api/articles/${id}`)).body
    const edited = await api(editor, 'PATCH', `/api/articles/${id}`, { version, ...change })
    const url = `/api/articles/${id}/publish`
    expect(await api(administrator, 'POST', url, { version: edited.body.version })).toMatchObject({ status: 200 })
  }
  const terms = async () => {
    const { rows } = await sql<{ term: string; day: string }>`
      select term, published_at::date::text as day from live_term where article_id = ${id} order by term`.execute(db)
    return rows.map(({ term, day }) => `${day} ${term}`).toSorted()
  }
  expect(await terms()).toEqual([`2019-02-03 ${first}`, `2019-02-03 ${byline.id}`].toSorted())
  await publishWith({ tags: [first, second] })
  expect(await terms()).toEqual([first, second, byline.id].map((term) => `2019-02-03 ${term}`).toSorted())
  await publishWith({ tags: [second] })
  expect(await terms()).toEqual([second, byline.id].map((term) => `2019-02-03 ${term}`).toSorted())
  // No action changes it while it is published; the table does not rely on that.
  await sql`update article_live set published_at = '2020-05-06T10:00:00Z' where article_id = ${id}`.execute(db)
  expect(await terms()).toEqual([second, byline.id].map((term) => `2020-05-06 ${term}`).toSorted())
})
