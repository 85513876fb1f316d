import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, it, vi } from 'vitest'
import { AdFields, AdFormFields } from '#contract/ad-fields.ts'
import type { AdListReport, AdReport } from '#contract/ad-insight.ts'
import type { Ad } from '#contract/ads.ts'
import { ArticleFields } from '#contract/article-fields.ts'
import type { Article, ArticleSummary } from '#contract/articles.ts'
import type { CategoryTreeItem } from '#contract/categories.ts'
import { flawOf } from '#contract/category-tree.ts'
import { AlbumFields, type Album, type AlbumPhoto } from '#contract/albums.ts'
import type { Placement } from '#contract/placements.ts'
import type { Media } from '#contract/media.ts'
import { buildApp } from '../server/app.ts'
import { columnsOf, contentOf } from '../server/features/articles/article-content-rules.ts'
import { findArticleRow } from '../server/features/articles/article-row-queries.ts'
import { cleanBody } from '../server/features/articles/body-html-pool.ts'
import { createFolderStorage } from '../server/storage/folder-storage.ts'
import { createTestApp } from '../server/testing/app.ts'
import { processEnv } from '../server/testing/process-env.ts'
import { amount } from '../server/testing/amount.ts'

// Each of these starts a process, some several; a busy machine takes its time for them.
vi.setConfig({ testTimeout: 120_000 })
const { services, db, databaseUrl, signIn, runJobs } = await createTestApp()
const folder = mkdtempSync(join(tmpdir(), 'copydesk-seed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** The same server on the storage that the command fills. */
const storage = createFolderStorage(join(folder, 'media'))
const app = await buildApp({ ...services, storage })
afterAll(() => app.close())
const { headers } = await signIn('administrator')
const ARTICLES = amount({ full: 600, short: 300 })
/** Each is drawn and made into all sizes: half a second. */
const DRAWN = amount({ full: 48, short: 16 })
/** As many as there are different ones. */
const ADS = 24
const PICTURES = amount({ full: 2000, short: 700 })
const fieldNames = Object.keys(AlbumFields.shape) as (keyof AlbumFields)[]

function start(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed.ts'), ...args], {
    env: { ...processEnv, DATA_DIR: folder, DATABASE_URL: databaseUrl },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  let over = false
  const ended = once(child, 'close').then(([code]) => {
    over = true
    return { code: code as number, said }
  })
  /** Until it printed something like this, or ended. */
  async function printed(pattern: RegExp) {
    while (!pattern.test(said) && !over) await Promise.race([once(child.stdout, 'data'), ended])
  }
  return { child, ended, printed }
}
const seed = (...args: string[]) => start(...args).ended
const get = async <T>(url: string) => {
  const answer = await app.inject({ method: 'GET', url, headers })
  expect(answer.statusCode, url).toBe(200)
  return answer.json<T>()
}
type List = { items: { id: string; title: string; uses: number }[]; total: number }
const storedFiles = async () => {
  let files = 0
  for await (const _ of storage.list()) files++
  return files
}
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)).rows[0]?.count

it('says what is wrong with what was asked, and writes nothing', async () => {
  const asked = [
    [[], 'Usage'],
    [['--articles', '0'], '--articles must be a whole number'],
    [['--articels', '5'], 'Usage'],
    [['--articles', '5', '--albums', '10000001'], '--albums must be a whole number from 0 to 10,000,000'],
    [['--articles', '5', '--ads', '1001'], '--ads must be a whole number from 0 to 1,000'],
    [['--articles', '5', '--pictures', '0'], '--pictures must be a whole number from 1'],
  ] as const
  await Promise.all(
    asked.map(async ([args, sentence]) => {
      const { code, said } = await seed(...args)
      expect(code).toBe(1)
      expect(said).toContain(sentence)
      expect(said).not.toContain('    at ')
    }),
  )
  expect(await count('article')).toBe(0)
})

it('beside a running server it refuses what would lock the tables for long, and says to stop the server', async () => {
  const { code, said } = await seed('--articles', '20000', '--albums', '0', '--readers', '0')
  expect([code, said]).toEqual([1, expect.stringContaining('Stop it first, then seed. Nothing was changed.')])
  expect(await count('article')).toBe(0)
})

it('stopped in the middle, it leaves nothing', async () => {
  const run = start('--articles', '19000', '--tags', '100', '--authors', '50')
  await run.printed(/Articles [1-9]/)
  // The server of this test goes on meanwhile: nothing waits for the end.
  const { rows } = await sql<{ count: number }>`select count(*) from pg_locks join pg_class on pg_class.oid = relation
    where relname in ('article', 'article_live', 'tag', 'author', 'category') and mode = 'AccessExclusiveLock'`.execute(
    db,
  )
  expect(rows[0]?.count).toBe(0)
  run.child.kill('SIGINT')
  const { code, said } = await run.ended
  expect(code).toBe(1)
  expect(said).toContain('Stopped. Nothing was changed.')
  for (const table of ['article', 'article_tag', 'tag', 'author', 'category']) expect(await count(table)).toBe(0)
  expect((await sql`select from pg_indexes where indexname = 'article_updated'`.execute(db)).rows).toHaveLength(1)
})

it('stopped among the pictures, it leaves neither rows nor files', async () => {
  const run = start('--articles', '20')
  await run.printed(/Pictures [2-9]/)
  expect(await storedFiles()).toBeGreaterThan(0)
  run.child.kill('SIGINT')
  const { code, said } = await run.ended
  expect(code).toBe(1)
  expect(said).toContain('Stopped. Nothing was changed.')
  for (const table of ['article', 'album', 'album_photo', 'media', 'perceptual_hash', 'use_change', 'ad', 'placement'])
    expect(await count(table), table).toBe(0)
  expect(await storedFiles()).toBe(0)
})

it('fills an empty database with articles that the product might have written itself', async () => {
  const { code, said } = await seed(
    '--articles',
    String(ARTICLES),
    '--tags',
    '120',
    '--authors',
    '40',
    '--albums',
    '30',
    '--pictures',
    String(DRAWN),
    '--readers',
    '60',
    '--ads',
    String(ADS),
    '--seed',
    '7',
  )
  expect(said).toContain(`${ARTICLES} articles, ${DRAWN} pictures, 30 albums and ${ADS} ads written`)
  expect(said).toMatch(/[\d,]+ events of readers counted/)
  expect(code).toBe(0)
  // Lists settle what is still to be counted; nothing is.
  expect(await count('use_change')).toBe(0)

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
  expect(Math.max(...tree.map(({ total }) => total))).toBeGreaterThan(ARTICLES / 12)
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

it('the newest articles have covers, in the list, for readers and in their history', async () => {
  const { items } = await get<{ items: ArticleSummary[] }>('/api/articles?status=published&pageSize=50&sort=-createdAt')
  const covered = items.filter(({ cover, hasChanges }) => cover && !hasChanges)
  expect(covered.length).toBeGreaterThan(25)
  expect(covered.length).toBeLessThan(45)
  expect(new Set(covered.map(({ cover }) => cover?.thumb)).size).toBeGreaterThan(10)
  const { id } = covered[0]!
  expect(await sql`select id from article where cover_media is not null and cover_alt = ''`.execute(db)).toMatchObject({
    rows: [],
  })
  const { cover, slug, version } = await get<Article>(`/api/articles/${id}`)
  expect(await get(`/content/v1/articles/${slug}`)).toMatchObject({ cover: { alt: cover?.alt } })
  const revisions = await get<{ items: { id: string; version: number }[] }>(`/api/articles/${id}/revisions`)
  const newest = revisions.items.find((revision) => revision.version === version)
  expect(await get(`/api/articles/${id}/revisions/${newest?.id}`)).toMatchObject({ content: { cover } })
  expect((await get<List>('/api/articles?missingCover=true&status=published')).total).toBeGreaterThan(ARTICLES / 6)
})

it('albums open with their photos in order, and count what they hold', async () => {
  const lists = await Promise.all(
    ['', '&status=trashed'].map((more) => get<{ items: Album[]; total: number }>(`/api/albums?pageSize=100${more}`)),
  )
  const albums = lists.flatMap(({ items }) => items)
  expect(albums).toHaveLength(30)
  const without = new Set<string>()
  for (const album of albums) {
    const { items: photos, next } = await get<{ items: AlbumPhoto[]; next: null }>(`/api/albums/${album.id}/photos`)
    expect(next).toBeNull()
    expect(photos.length).toBeGreaterThanOrEqual(6)
    expect(photos.length).toBeLessThanOrEqual(40)
    expect(photos).toHaveLength(album.photos)
    expect(new Set(photos.map(({ media }) => media)).size).toBe(photos.length)
    expect(album.missingAlt).toBe(photos.filter(({ alt, mediaAlt }) => !alt && !mediaAlt).length)
    if (album.missingAlt) without.add(album.id)
    expect(album.coverImage?.id).toBe(album.cover ?? photos[0]!.media)
    expect(
      AlbumFields.safeParse(Object.fromEntries(fieldNames.map((name) => [name, album[name]]))).error,
    ).toBeUndefined()
    const { rows } = await sql<{ media: string }>`
      select media_id as media from album_photo where album_id = ${album.id} order by position`.execute(db)
    expect(photos.map(({ media }) => media)).toEqual(rows.map(({ media }) => media))
  }
  expect(without.size).toBeGreaterThan(0)
  expect(new Set(albums.map(({ status }) => status))).toContain('draft')
  expect(new Set(albums.map(({ title }) => /\p{Script=Han}/u.test(title)))).toEqual(new Set([true, false]))

  // A photo moves, as it would in an album made by hand.
  const { id } = albums.find(({ can }) => can.write)!
  const before = (await get<{ items: AlbumPhoto[] }>(`/api/albums/${id}/photos`)).items.map((photo) => photo.id)
  const moved = await app.inject({
    method: 'POST',
    url: `/api/albums/${id}/photos/move`,
    headers,
    payload: { photos: [before.at(-1)], before: before[0] },
  })
  expect(moved.statusCode, moved.body).toBe(200)
  const after = (await get<{ items: AlbumPhoto[] }>(`/api/albums/${id}/photos`)).items.map((photo) => photo.id)
  expect(after).toEqual([before.at(-1), ...before.slice(0, -1)])
})

it('its pictures are in the library, served, and know who shows them', async () => {
  const { items, total } = await get<{ items: Media[]; total: number }>('/api/media?pageSize=100')
  expect(total).toBe(DRAWN)
  const { rows } = await sql<{ id: string; uses: number }>`
    select id, count(*) as uses from (
      select media_id as id from album_photo union all select cover_media from article where cover_media is not null
      union all select unnest(ad_media(fields, live)) from ad
    ) as shown group by 1`.execute(db)
  const truth = new Map(rows.map(({ id, uses }) => [id, uses]))
  expect(items.map(({ uses }) => uses)).toEqual(items.map(({ id }) => truth.get(id) ?? 0))
  const hashes = await sql<{
    agrees: boolean
  }>`select pictures = (select count(*) from media where perceptual_hash_id = perceptual_hash.id)
    as agrees from perceptual_hash`.execute(db)
  expect(hashes.rows.length).toBeGreaterThan(DRAWN * 0.8)
  expect(hashes.rows.every(({ agrees }) => agrees)).toBe(true)
  const { total: bare } = await get<List>('/api/media?missingAlt=true')
  expect(bare).toBe(items.filter(({ alt }) => !alt).length)
  for (const { url, thumb, bytes, width, height, capturedAt, variants } of items) {
    const served = await app.inject({ method: 'GET', url })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(served.rawPayload).toHaveLength(bytes)
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width, height })
    expect(capturedAt).not.toBeNull()
    for (const file of [thumb, ...variants.map((variant) => variant.url)])
      expect((await app.inject({ method: 'GET', url: file })).statusCode, file).toBe(200)
  }
  expect(await storedFiles()).toBe(items.reduce((sum, { variants }) => sum + variants.length + 1, 0))
})

it('readers see the albums that are published', async () => {
  const published = await get<{ items: Album[]; total: number }>('/api/albums?status=published&pageSize=100')
  const { items } = await get<{ items: { slug: string }[] }>('/content/v1/albums?limit=100')
  expect(items.map(({ slug }) => slug).sort()).toEqual(published.items.map(({ slug }) => slug).sort())
  const { slug, photos } = published.items[0]!
  const shown = await get<{ items: { url: string }[] }>(`/content/v1/albums/${slug}?limit=100`)
  expect(shown.items).toHaveLength(photos)
  expect(new URL(shown.items[0]!.url).pathname).toMatch(/^\/media\//)
})

it('what is scheduled has its plan', async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from article where status = 'scheduled'`.execute(db)
  const plans = await sql<{ count: number }>`select count(*) from graphile_worker.jobs
    where task_identifier = 'publish_article'`.execute(db)
  expect(plans.rows).toEqual(rows)
  await runJobs()
})

it('thirty days of readers are counted and ranked: what is hot, and what they search for and do not find', async () => {
  const hot = await get<{ items: { views24h: number; previousRank: number | null }[] }>('/api/hot?window=7d')
  expect(hot.items.length).toBeGreaterThan(20)
  const ranking = await get<{ items: { term: string; previous: number | null }[]; compared: boolean }>(
    '/api/search-rank?pageSize=100',
  )
  expect(ranking.compared).toBe(true)
  expect(ranking.items.length).toBeGreaterThan(5)
  type Gap = { term: string; results: number }
  const { items: gaps } = await get<{ items: Gap[] }>('/api/search-rank?tab=no-results&window=30d')
  const { items: terms } = await get<{ items: Gap[] }>('/api/search-rank?window=30d&pageSize=100')
  const isFound = async ({ term }: Gap) =>
    (await get<{ total: number }>(`/content/v1/search?q=${encodeURIComponent(term)}`)).total
  // Which of the words that no article has are searched for often enough to be told depends on the hour.
  const unknown = ['passport', 'wheelchair access', 'vaccination', 'electric scooter', '护照']
  expect(gaps.length).toBeGreaterThan(0)
  expect(unknown).toEqual(expect.arrayContaining(gaps.map(({ term }) => term)))
  for (const gap of gaps) expect([gap, await isFound(gap)]).toEqual([expect.objectContaining({ results: 0 }), 0])
  // Articles were changed since: about as many as readers found.
  for (const one of terms) {
    const now = await isFound(one)
    expect(Math.abs(now - one.results), `${one.term}: ${now} now, ${one.results} then`).toBeLessThanOrEqual(2)
  }
  const hours = await sql<{
    wrong: number
  }>`select count(*)::int as wrong from reader_hour where counted < changed`.execute(db)
  expect(hours.rows).toEqual([{ wrong: 0 }])
})

it('ads are in all states, in both languages, and such as the product lets people write', async () => {
  const list = (status: string) => get<{ items: Ad[]; total: number }>(`/api/ads?status=${status}&pageSize=100`)
  for (const status of ['draft', 'pending', 'rejected', 'scheduled', 'running', 'paused', 'ended', 'archived'])
    expect([status, (await list(status)).total]).not.toEqual([status, 0])
  const { items } = await get<{ items: Ad[] }>('/api/ads?pageSize=100')
  expect(items).toHaveLength(ADS)
  const names = Object.keys(AdFields.shape) as (keyof AdFields)[]
  for (const ad of items) {
    expect(AdFormFields.safeParse(Object.fromEntries(names.map((name) => [name, ad[name]]))).error).toBeUndefined()
    // What may be submitted lacks nothing; only its end may be over.
    if (ad.status !== 'draft') expect(ad.missing.filter((lack) => lack !== 'endsAt')).toEqual([])
    const { items: versions } = await get<{ items: { version: number; createdAt: string }[] }>(
      `/api/ads/${ad.id}/revisions`,
    )
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: ad.version }, (_, n) => ad.version - n))
    expect(versions.at(-1)?.createdAt).toBe(ad.createdAt)
    expect(ad.createdAt <= (ad.submittedAt ?? ad.approvedAt ?? ad.createdAt)).toBe(true)
    expect(ad.updatedAt <= new Date().toISOString()).toBe(true)
  }
  expect(new Set(items.map(({ name }) => /\p{Script=Han}/u.test(name)))).toEqual(new Set([true, false]))
  expect(new Set(items.flatMap(({ creatives }) => creatives.map(({ kind }) => kind)))).toEqual(
    new Set(['image', 'html', 'text']),
  )
  expect((await get<List>('/api/ads?submitted=true')).total).toBeGreaterThan((await list('pending')).total)
  const { items: kept } = await get<{ items: Placement[] }>('/api/placements')
  expect(kept.map(({ ads }) => ads).every((count) => count > 0)).toBe(true)
  expect((await get<List>('/api/audit?type=ad&action=create')).total).toBe(ADS)
})

type Counts = { impressions: number; viewable: number; clicks: number }
const sumOf = (parts: Counts[]): Counts => ({
  impressions: parts.reduce((sum, { impressions }) => sum + impressions, 0),
  viewable: parts.reduce((sum, { viewable }) => sum + viewable, 0),
  clicks: parts.reduce((sum, { clicks }) => sum + clicks, 0),
})
/** Of all ads: the list, the report over them, the report of each, and the events say the same. */
async function agreedFigures(): Promise<Counts> {
  const { items } = await get<{ items: Ad[] }>('/api/ads?pageSize=100')
  const inList = new Map(
    items.map(({ id, delivery: { impressions, viewable, clicks } }) => [id, { impressions, viewable, clicks }]),
  )
  const report = await get<AdListReport>('/api/ads/report')
  for (const { id, impressions, viewable, clicks } of report.ads)
    expect(inList.get(id)).toEqual({ impressions, viewable, clicks })
  const { ads: _ads, ...totals } = report.totals
  for (const parts of [[...inList.values()], report.days, report.placements, report.advertisers])
    expect(sumOf(parts)).toEqual(totals)
  for (const { id } of items) {
    const { days, hours, placements, devices } = await get<AdReport>(`/api/ads/${id}/report`)
    for (const parts of [days, hours, placements, devices]) expect(sumOf(parts)).toEqual(inList.get(id))
  }
  const store = services.events.storeOn(db)
  const ids = items.flatMap(({ id, delivery }) => (delivery.impressions > 0 ? [id] : []))
  expect(await store.adTotals(ids)).toEqual(new Map(ids.map((id) => [id, inList.get(id)])))
  const day = 86_400_000
  const midnight = Math.floor(Date.now() / day) * day
  await store.rebuild({ from: new Date(midnight - 2 * day), to: new Date(midnight - day) })
  const differences = await sql`select from ad_hour natural full join (
      select hour, ad, placement, device, impressions, viewable, clicks from ad_delivery_hour) as counted
    where ad_hour is null or counted is null`.execute(db)
  expect(differences.rows).toHaveLength(0)
  return totals
}

it('ads have a month of delivery, the same in the list, in all reports and in the events; caps hold', async () => {
  const { impressions, viewable, clicks } = await agreedFigures()
  expect(impressions).toBeGreaterThan(1000)
  expect(viewable / impressions).toBeGreaterThan(0.4)
  expect(viewable / impressions).toBeLessThan(0.9)
  expect(clicks / impressions).toBeGreaterThan(0.001)
  expect(clicks / impressions).toBeLessThan(0.02)
  const { items } = await get<{ items: Ad[] }>('/api/ads?pageSize=100')
  const reports = await Promise.all(items.map(({ id }) => get<AdReport>(`/api/ads/${id}/report`)))
  const shownAt = (hours: number[]) =>
    sumOf(reports.flatMap((report) => report.hours.filter(({ hour }) => hours.includes(hour)))).impressions
  expect(shownAt([0, 1, 2, 3, 4])).toBeLessThan(shownAt([17, 18, 19, 20, 21]) / 3)
  for (const [n, { goal, dailyCap, delivery, phase, status }] of items.entries()) {
    const { days } = reports[n]!
    if (goal.kind === 'impressions') expect(delivery.impressions).toBeLessThanOrEqual(goal.amount!)
    for (const day of days) expect(day.impressions).toBeLessThanOrEqual(dailyCap ?? Infinity)
    if (phase === 'scheduled' || ['draft', 'pending', 'rejected'].includes(status)) expect(delivery.impressions).toBe(0)
    // Today has one more day in some zone.
    if (status === 'paused') expect(sumOf(days.slice(-4)).impressions).toBe(0)
  }
  expect(new Set(items.map(({ delivery }) => delivery.pace))).toEqual(new Set([null, 'behind', 'on_track', 'ahead']))
})

it('asks before it adds to what is there, and then adds', async () => {
  const refused = await seed('--articles', '20')
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('--into-existing')
  expect(await count('article')).toBe(ARTICLES)
  const rows = async () => {
    const { rows: all } = await sql<{ id: string; hash: string }>`
      select id::text, md5(article::text) as hash from article
      union all select article_id::text, md5(article_live::text) from article_live
      union all select id::text, md5(article_revision::text) from article_revision`.execute(db)
    return new Set(all.map(({ id, hash }) => `${id} ${hash}`))
  }
  const before = await rows()
  const figures = await agreedFigures()
  const wish = '--articles 50 --tags 120 --authors 40 --pictures 6 --readers 60 --seed 7 --into-existing'
  const added = await seed(...wish.split(' '))
  const after = await rows()
  expect([...before].filter((row) => !after.has(row)).length).toBe(0)
  expect(added.said).toContain('50 articles, 6 pictures, 2 albums and 9 ads written')
  expect(await count('article')).toBe(ARTICLES + 50)
  const tree = (await get<{ items: CategoryTreeItem[] }>('/api/categories/tree')).items
  await sql`select recount_categories()`.execute(db)
  expect((await get<{ items: CategoryTreeItem[] }>('/api/categories/tree')).items).toEqual(tree)

  // Ads, too: in placements of their own, and with what they delivered.
  const { items: kept } = await get<{ items: Placement[] }>('/api/placements?pageSize=100')
  expect(kept.map(({ key }) => key)).toEqual(expect.arrayContaining(['sidebar', 'sidebar-2']))
  expect((await get<List>('/api/ads')).total).toBe(ADS + 9)
  expect((await agreedFigures()).impressions).toBeGreaterThan(figures.impressions)
})

it('more pictures than are drawn are rows with counts, hashes and albums that agree; the newest have files', async () => {
  const before = {
    media: Number(await count('media')),
    albums: Number(await count('album')),
    files: await storedFiles(),
  }
  const wish = `--articles 20 --pictures ${PICTURES} --albums 300 --ads 0 --seed 9 --into-existing`
  const { said } = await seed(...wish.split(' '))
  expect(said).toContain(`20 articles, ${PICTURES.toLocaleString('en')} pictures, 300 albums and 0 ads written`)
  expect(await count('media')).toBe(before.media + PICTURES)
  expect(await count('album')).toBe(before.albums + 300)
  expect(await count('use_change')).toBe(0)
  const wrong = await sql`
    select id from media where uses <> (select count(*) from album_photo where media_id = media.id)
      + (select count(*) from article where cover_media = media.id)
      + (select count(*) from ad where ad_media(fields, live) @> array[media.id])
    union all select id from media where deleted_at is not null and uses > 0
    union all select id from perceptual_hash where pictures <> (
      select count(*) from media where perceptual_hash_id = perceptual_hash.id and deleted_at is null)
    union all select id from album where photos <> (select count(*) from album_photo where album_id = album.id)
    union all select id from album where not exists (select from album_alt_change where album_id = album.id)
      and missing_alt <> (select count(*) from album_photo join media on media.id = media_id
        where album_id = album.id and album_photo.alt = '' and media.alt = '')`.execute(db)
  expect(wrong.rows).toEqual([])
  expect((await sql`select from pg_indexes where indexname = 'media_created'`.execute(db)).rows).toHaveLength(1)
  expect(
    (await sql`select from pg_trigger where tgname = 'perceptual_hash_added' and tgenabled = 'O'`.execute(db)).rows,
  ).toHaveLength(1)

  const { items } = await get<{ items: Media[] }>('/api/media?pageSize=100')
  expect(items.some(({ duplicates }) => duplicates > 0)).toBe(true)
  for (const { thumb } of items.slice(0, 20))
    expect((await app.inject({ method: 'GET', url: thumb })).statusCode).toBe(200)
  expect(await storedFiles()).toBeGreaterThan(before.files + 300)
  const { items: old } = await get<{ items: Media[] }>('/api/media?pageSize=100&type=image/png&sort=createdAt')
  expect((await app.inject({ method: 'GET', url: old[0]!.thumb })).statusCode).toBe(404)
  // A stored hash still finds similar pictures.
  const twins = items.find(({ duplicates }) => duplicates > 0)!
  expect((await get<List>(`/api/media?likeOf=${twins.id}`)).total).toBe(twins.duplicates + 1)
})
