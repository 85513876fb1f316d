import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { ArticleFields } from '#contract/articles.ts'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { flawOf } from '#contract/category-tree.ts'
import { columnsOf } from '../server/features/articles/article-content-rules.ts'
import { contentOf, findArticleRow } from '../server/features/articles/article-row-queries.ts'
import { cleanBody } from '../server/features/articles/body-html-pool.ts'
import { createTestApp } from '../server/testing/app.ts'

const { app, db, databaseUrl, signIn, runJobs } = await createTestApp()
const folder = mkdtempSync(join(tmpdir(), 'copydesk-seed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { headers } = await signIn('administrator')
const ARTICLES = 600

function start(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed.ts'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, DATABASE_URL: databaseUrl },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }))
  return { child, ended, said: () => said }
}
const seed = (...args: string[]) => start(...args).ended
const get = async <T>(url: string) => {
  const answer = await app.inject({ method: 'GET', url, headers })
  expect(answer.statusCode, url).toBe(200)
  return answer.json<T>()
}
type List = { items: { id: string; title: string; uses: number }[]; total: number }
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)).rows[0]?.count

it('says what is wrong with what was asked, and writes nothing', async () => {
  for (const [args, sentence] of [
    [[], 'Usage'],
    [['--articles', 'many'], '--articles must be a whole number'],
    [['--articles', '0'], '--articles must be a whole number'],
    [['--articels', '5'], 'Usage'],
  ] as const) {
    const { code, said } = await seed(...args)
    expect(code).toBe(1)
    expect(said).toContain(sentence)
    expect(said).not.toContain('    at ')
  }
  expect(await count('article')).toBe(0)
})

it('stopped in the middle, it leaves nothing', async () => {
  const run = start('--articles', '24000', '--tags', '100', '--authors', '50')
  while (!run.said().includes('Articles 10 %')) await once(run.child.stdout, 'data')
  run.child.kill('SIGINT')
  const { code, said } = await run.ended
  expect(code).toBe(1)
  expect(said).toContain('Stopped. Nothing was changed.')
  for (const table of ['article', 'article_tag', 'tag', 'author', 'category']) expect(await count(table)).toBe(0)
  expect((await sql`select from pg_indexes where indexname = 'article_updated'`.execute(db)).rows).toHaveLength(1)
})

it('fills an empty database with articles that the product might have written itself', async () => {
  const { code, said } = await seed('--articles', String(ARTICLES), '--tags', '120', '--authors', '40', '--seed', '7')
  expect(said).toContain('600 articles written')
  expect(code).toBe(0)

  const rows = await db
    .selectFrom('article')
    .select(['id', 'searchWords', 'searchHead', 'wordCount', 'readingTime'])
    .execute()
  expect(rows).toHaveLength(ARTICLES)
  for (const row of rows) {
    const article = (await findArticleRow(db, null, row.id))!
    const content = contentOf(article)
    expect(ArticleFields.safeParse(content).error).toBeUndefined()
    expect(await cleanBody(content.body)).toBe(content.body)
    const { searchWords, searchHead, wordCount, readingTime } = columnsOf(content)
    expect({ searchHead, wordCount, readingTime }).toEqual({
      searchHead: row.searchHead,
      wordCount: row.wordCount,
      readingTime: row.readingTime,
    })
    const same = await sql<{ same: boolean }>`select array_to_tsvector(${searchWords}::text[]) = search_words as same
      from article where id = ${row.id}`.execute(db)
    expect(same.rows).toEqual([{ same: true }])
  }
  const scripts = (await db.selectFrom('article').select('title').execute()).map(({ title }) =>
    /\p{Script=Han}/u.test(title),
  )
  expect(new Set(scripts)).toEqual(new Set([true, false]))
})

it('lists, search, forms and counts agree with what is there', async () => {
  for (const status of ['draft', 'published', 'archived', 'trashed']) {
    const { rows } = await sql<{ count: number }>`select count(*) from article
      where case when deleted_at is null then status else 'trashed' end = ${status}`.execute(db)
    const list = await get<List>(`/api/articles?status=${status}`)
    expect(list.total).toBe(rows[0]?.count)
    expect(list.total).toBeGreaterThan(0)
  }
  const { items } = await get<List>('/api/articles?status=published&sort=title')
  const found = await get<List>(`/api/articles?q=${encodeURIComponent(items[0]!.title)}`)
  expect(found.items.map(({ id }) => id)).toContain(items[0]!.id)

  for (const noun of ['tag', 'author'] as const) {
    const { items: names } = await get<List>(`/api/${noun}s?sort=-uses`)
    const { rows } = await sql<{ id: string; uses: number }>`
      select ${sql.ref(`${noun}_id`)} as id, count(*) as uses from ${sql.table(`article_${noun}`)}
      join article on article.id = article_id where deleted_at is null group by 1`.execute(db)
    const truth = new Map(rows.map(({ id, uses }) => [id, uses]))
    expect(names.map(({ uses }) => uses)).toEqual(names.map(({ id }) => truth.get(id) ?? 0))
    expect(names[0]!.uses).toBeGreaterThan(names[10]!.uses)
  }
  const { items: tree } = await get<{ items: CategoryTreeItem[] }>('/api/categories/tree')
  expect(flawOf(tree)).toBeUndefined()
  await sql`select recount_categories()`.execute(db)
  expect((await get<{ items: CategoryTreeItem[] }>('/api/categories/tree')).items).toEqual(tree)
  expect(Math.max(...tree.map(({ total }) => total))).toBeGreaterThan(50)
})

it('an article opens, is changed, published and delivered', async () => {
  const { items } = await get<List>('/api/articles?status=published')
  const { id } = items[0]!
  const { version, slug } = await get<{ version: number; slug: string }>(`/api/articles/${id}`)
  const change = { version, title: 'Changed by hand' }
  const saved = await app.inject({ method: 'PATCH', url: `/api/articles/${id}`, headers, payload: change })
  expect(saved.statusCode).toBe(200)
  const published = await app.inject({
    method: 'POST',
    url: `/api/articles/${id}/publish`,
    headers,
    payload: { version: saved.json<{ version: number }>().version },
  })
  expect(published.statusCode).toBe(200)
  expect(await get(`/content/v1/articles/${slug}`)).toMatchObject({ title: 'Changed by hand' })
  const { items: delivered } = await get<{ items: unknown[] }>('/content/v1/articles')
  expect(delivered.length).toBeGreaterThan(10)
})

it('what is scheduled has its plan', async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from article where status = 'scheduled'`.execute(db)
  const plans = await sql<{ count: number }>`select count(*) from graphile_worker.jobs
    where task_identifier = 'publish_article'`.execute(db)
  expect(plans.rows).toEqual(rows)
  await runJobs()
})

it('asks before it adds to what is there, and then adds', async () => {
  const refused = await seed('--articles', '20')
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('--into-existing')
  expect(await count('article')).toBe(ARTICLES)
  const added = await seed('--articles', '50', '--tags', '120', '--authors', '40', '--seed', '7', '--into-existing')
  expect(added.said).toContain('50 articles written')
  expect(await count('article')).toBe(ARTICLES + 50)
  const tree = (await get<{ items: CategoryTreeItem[] }>('/api/categories/tree')).items
  await sql`select recount_categories()`.execute(db)
  expect((await get<{ items: CategoryTreeItem[] }>('/api/categories/tree')).items).toEqual(tree)
})
