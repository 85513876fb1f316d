import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { adDeliveryEndpoints } from '#contract/ad-delivery.ts'
import { allEndpoints } from '#contract/all-endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { healthEndpoints } from '#contract/health.ts'
import type { MediaUpload } from '#contract/media-uploads.ts'
import type { Media } from '#contract/media.ts'
import { roles } from '#contract/permissions.ts'
import { buildApp } from './app.ts'
import { createDatabase } from './db/database.ts'
import { createDesk } from './features/articles/testing/desk.ts'
import { form, formType } from './features/media/testing/form.ts'
import { freshPicture } from './features/media/testing/pictures.ts'

const {
  app,
  api,
  db,
  pool,
  services,
  databaseUrl,
  editor,
  administrator,
  byline,
  category,
  tag,
  createArticle,
  signIn,
} = await createDesk()

// The server once more, on connections that refuse every write. What is refused is noted together with the call.
const readOnly = createDatabase({ connectionString: databaseUrl, options: '-c default_transaction_read_only=on' })
const calls = new AsyncLocalStorage<string>()
const refused = new Set<string>()
const READ_ONLY_TRANSACTION = '25006'
readOnly.pool.on('connect', (client) => noteRefusals(client))
function noteRefusals(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const noting = async (...given: unknown[]) => {
    try {
      return await query(...given)
    } catch (error) {
      const call = calls.getStore()
      const { code, message } = error as { code?: string; message: string }
      if (call && code === READ_ONLY_TRANSACTION) refused.add(`${call}: ${message}`)
      throw error
    }
  }
  client.query = noting as unknown as typeof client.query
}
const reading = await buildApp({ ...services, db: readOnly.db, deliveryDb: readOnly.db, pool: readOnly.pool })
afterAll(async () => {
  await reading.close()
  await readOnly.close()
})

const get = async <T>(url: string) => (await api<T>(administrator, 'GET', url)).body

/** One of everything that can be read; what was counted, put in order or compared for it is still to be added up. */
async function fill() {
  const uploaded = await app.inject({
    method: 'POST',
    url: '/api/media',
    headers: { ...editor.headers, ...formType },
    payload: form([{ bytes: await freshPicture(), name: 'boat.png' }]),
  })
  const media = uploaded.json<Media>()
  const article = await createArticle({
    status: 'published',
    tags: [tag.id],
    cover: { media: media.id, alt: 'A boat', caption: '', credit: '' },
  })
  await createArticle({ status: 'trashed' })
  await api(administrator, 'PATCH', `/api/articles/${article.id}`, { title: 'Story again', version: article.version })
  const made = async (url: string, payload: object) => {
    const { status, body } = await api<{ id: string; slug: string }>(administrator, 'POST', url, payload)
    if (status >= 300) throw new Error(`${url}: ${JSON.stringify(body)}`)
    return body
  }
  const otherTag = await made('/api/tags', { name: 'Weathers' })
  const otherByline = await made('/api/authors', { displayName: 'Grace' })
  const album = await made('/api/albums', { title: 'Boats' })
  await made(`/api/albums/${album.id}/photos`, { media: [media.id] })
  await made(`/api/albums/${album.id}/publish`, {
    version: (await get<{ version: number }>(`/api/albums/${album.id}`)).version,
  })
  const placement = await made('/api/placements', { key: 'side', name: 'Side', sizes: [{ width: 300, height: 250 }] })
  const ad = await made('/api/ads', {
    name: 'Offer',
    clickUrl: 'https://example.com',
    placements: [placement.id],
    creatives: [
      { kind: 'text', title: 'Offer', text: 'Cheap.' },
      { kind: 'html', html: '<p>Cheap.</p>', width: 300, height: 250 },
    ],
  })
  await made(`/api/ads/${ad.id}/submit`, { version: 1 })
  await made(`/api/ads/${ad.id}/approve`, { version: 2 })
  const { frames } = await get<{ frames: (string | null)[] }>(`/api/ads/${ad.id}`)
  const [adRevision] = (await get<{ items: { id: string }[] }>(`/api/ads/${ad.id}/revisions`)).items
  await made('/api/saved-views', { screen: 'articles', name: 'Mine', query: '', shared: false })
  const snippet = await made('/api/snippets', { name: 'Imprint', body: '<p>The paper</p>' })
  await made('/api/users/invitations', { email: 'guest@example.com', role: 'author' })
  await made(`/api/articles/${article.id}/preview-links`, { hours: 24 })
  const upload = await made('/api/media/uploads', { name: 'b.png', bytes: 10 })
  const run = { id: uuidv7(), source: 'wordpress', fileName: 'a.xml', dryRun: true, failure: null, fileOf: null }
  await db
    .insertInto('importRun')
    .values({ ...run, createdBy: administrator.user.id, sums: JSON.stringify([]) })
    .execute()
  await db.insertInto('redirect').values({ path: '/old', entityType: 'article', entityId: article.id }).execute()
  const [revision] = (await get<{ items: { id: string }[] }>(`/api/articles/${article.id}/revisions`)).items
  return {
    media,
    article,
    album,
    otherTag,
    otherByline,
    upload: upload as unknown as MediaUpload,
    run,
    revision: revision!,
    ad,
    adRevision: adRevision!,
    snippet,
    frameToken: frames[1]?.split('/').at(-1) ?? '',
    placement,
  }
}
const {
  media,
  article,
  album,
  otherTag,
  otherByline,
  upload,
  run,
  revision,
  ad,
  adRevision,
  snippet,
  frameToken,
  placement,
} = await fill()

const auditEvent = (await get<{ items: { id: string }[] }>('/api/audit')).items[0]!

/** The `:id` of each group of endpoints, or of one address. */
const ids: Record<string, string> = {
  articles: article.id,
  authors: byline.id,
  categories: category.id,
  tags: tag.id,
  media: media.id,
  '/api/media/uploads/:id': upload.id,
  albums: album.id,
  snippets: snippet.id,
  imports: run.id,
  ads: ad.id,
  placements: placement.id,
  audit: auditEvent.id,
  users: administrator.user.id,
}
const [undoneStep, bulkStep] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const over = { actorId: administrator.user.id, ip: '', status: 'done' } as const
const detail = JSON.stringify({ bulk: { action: 'feature' } })
await db
  .insertInto('backgroundRun')
  .values([
    { ...over, id: undoneStep, action: 'undo', stepId: undoneStep, detail: '{}' },
    { ...over, id: bulkStep, action: 'bulk', stepId: bulkStep, detail },
  ])
  .execute()
await db
  .insertInto('lateReply')
  .values({ id: bulkStep, userId: administrator.user.id, status: 200, body: '{}' })
  .execute()
ids['/api/late-replies/:id'] = bulkStep
ids['/api/undo/:id/progress'] = undoneStep
ids['/api/articles/bulk/:id/progress'] = bulkStep
const slugs: Record<string, string> = { articles: article.slug, albums: 'boats' }

function pathOf({ path }: Endpoint): string {
  const group = path.split('/').find((part) => part in ids || part in slugs) ?? ''
  return path
    .replace(':id', ids[path] ?? ids[group] ?? '')
    .replace(':slug', slugs[group] ?? '')
    .replace(':revision', group === 'ads' ? adRevision.id : revision.id)
    .replace(':token', frameToken)
    .replace(':name', 'locks')
}

const day = '2020-01-01T00:00:00.000Z'
/** Values of each field of a query, by name, or by address and name where an endpoint takes others. */
const values: Record<string, string[]> = {
  q: ['story', 'a'],
  status: ['published', 'trashed'],
  '/api/users status': ['active'],
  '/api/albums status': ['published'],
  author: [byline.id],
  category: [category.id],
  tag: [tag.id],
  from: [day],
  '/api/tags/:id/merge-preview from': [otherTag.id],
  '/api/authors/:id/merge-preview from': [otherByline.id],
  to: [day],
  olderThan: ['1d'],
  awayFor: ['1d'],
  publishedFrom: [day],
  publishedTo: [day],
  calendarFrom: [day],
  calendarTo: [day],
  language: ['zh'],
  title: ['Story'],
  article: [article.id],
  use: ['unused', 'once'],
  visibility: ['public'],
  ids: [tag.id],
  type: ['article'],
  '/api/albums from': ['2020-01-01'],
  '/api/albums to': ['2020-01-01'],
  '/api/media type': ['image/png'],
  likeOf: [media.id],
  uploader: [editor.user.id],
  size: ['thumb'],
  photographer: [byline.id],
  '/api/ads status': ['approved', 'running', 'scheduled', 'ended', 'trashed'],
  '/api/ads/export status': ['approved'],
  advertiser: ['Globex'],
  pace: ['behind'],
  locale: ['en'],
  timeZone: ['UTC'],
  firstDay: ['2026-01-01'],
  lastDay: ['2026-01-02'],
  perDay: ['1'],
  '/api/articles/calendar status': ['draft', 'published'],
  '/api/ads/report status': ['approved'],
  '/api/ads/report/export status': ['approved'],
  '/api/placements status': ['active', 'trashed'],
  '/api/placements/:id/size-uses keep': ['728x90'],
  '/api/ads/:id/report from': ['2026-01-01'],
  '/api/ads/:id/report to': ['2026-01-02'],
  '/api/ads/:id/report/export from': ['2026-01-01'],
  '/api/ads/:id/report/export to': ['2026-01-02'],
  '/api/audit type': ['article'],
  '/api/audit from': ['2020-01-01'],
  '/api/audit to': ['2020-01-01'],
  '/api/audit kind': ['created'],
  actor: [editor.user.id],
  action: ['edit'],
  entity: [article.id],
  ip: ['127.0.0.1'],
  placement: [placement.id],
  '/content/v1/ads/decision placement': ['side', 'nowhere'],
  device: ['phone'],
  visitor: ['v1'],
  at: [day],
  after: ['0'],
  limit: ['5'],
  screen: ['articles'],
  role: ['editor'],
  email: ['a@example.com'],
  name: ['Ada'],
  outcome: ['created'],
  kind: ['articles'],
  filters: ['status=published'],
  path: ['/old'],
  page: ['1'],
  pageSize: ['10'],
  window: ['1h', '24h', '7d'],
  show: ['rising', 'fresh', 'pinned', 'buried'],
  '/api/search-rank window': ['24h', '7d', '30d'],
  '/api/search-rank/export window': ['24h', '7d', '30d'],
  '/api/search-rank/term window': ['24h', '7d', '30d'],
  '/api/health/history name': ['database'],
  process: ['00000000-0000-7000-8000-000000000000'],
  word: ['beat'],
  bytes: ['1000'],
  tab: ['top', 'rising', 'no-results', 'no-clicks', 'low-position'],
  term: ['bridge'],
}
const flags = [
  'mine',
  'featured',
  'secondStep',
  'hasChanges',
  'changesSubmitted',
  'missingCover',
  'dated',
  'hidden',
  'similar',
  'missingAlt',
  'unused',
  'duplicates',
  'trashed',
  'used',
  'submitted',
  'attention',
]
/** Given by an earlier page. */
const given = new Set(['cursor'])

function valuesOf(e: Endpoint, field: string): string[] {
  if (given.has(field)) return []
  if (flags.includes(field)) return ['true', 'false']
  if (field === 'sort') return sortsOf(e)
  const found = values[`${e.path} ${field}`] ?? values[field]
  if (!found) throw new Error(`say in this test how ${e.path} takes ${field}`)
  return found
}
const sortsOf = (e: Endpoint): string[] =>
  [
    'name',
    '-name',
    '-uses',
    'uses',
    '-updatedAt',
    'createdAt',
    '-publishedAt',
    'submittedAt',
    'title',
    '-total',
    'relevance',
    '-trend',
    '-searches',
    'at',
  ].filter((sort) => e.query?.safeParse({ sort, ...(sort === 'relevance' && { q: 'story' }) }).success)

type Pair = [field: string, value: string]

/** Every query by itself: without anything, and with each field. */
function queriesOf(e: Endpoint): string[] {
  const fields = Object.keys(e.query?.shape ?? {})
  const required = fields.filter((field) => !e.query!.shape[field].safeParse(undefined).success)
  const base = required.map((field): Pair => [field, valuesOf(e, field)[0]!])
  const each = fields.flatMap((field) =>
    valuesOf(e, field).map((value): Pair[] => [
      ...base.filter(([name]) => name !== field),
      [field, value],
      ...(value === 'relevance' ? [['q', 'story'] satisfies Pair] : []),
    ]),
  )
  return [base, ...each].map((pairs) => (pairs.length ? `?${new URLSearchParams(pairs).toString()}` : ''))
}

const endpoints = Object.values(allEndpoints)
  .flatMap((group) => Object.values(group))
  // The live channel stays open, and tells what /api/health does. A click on an ad is counted.
  .filter(
    ({ method, path }) =>
      method === 'GET' && path !== healthEndpoints.live.path && path !== adDeliveryEndpoints.click.path,
  )

it.each([...roles, 'no one'] as const)(
  'H5 nothing that %s reads writes',
  async (role) => {
    refused.clear()
    const answers: string[] = []
    for (const e of endpoints) {
      const person = role === 'no one' ? undefined : await signIn(role === 'administrator' ? administrator.user : role)
      // Long enough ago to be noted.
      if (person)
        await db
          .updateTable('session')
          .set({ lastSeenAt: sql<string>`now() - interval '5 minutes'` })
          .where('id', '=', person.sessionId)
          .execute()
      for (const query of queriesOf(e)) {
        const url = `${pathOf(e)}${query}`
        const { statusCode } = await calls.run(
          `GET ${e.path}`,
          async () => await reading.inject({ url, headers: person?.headers ?? {} }),
        )
        const fine = [200, 401, 403].includes(statusCode) || (statusCode === 404 && role !== 'administrator')
        if (!fine) answers.push(`${statusCode} ${url}`)
      }
    }
    expect([...refused], 'refused writes').toEqual([])
    expect(answers).toEqual([])
  },
  300_000,
)

it('H5 what is still to be added up is still there afterwards', async () => {
  const waiting = await Promise.all(
    ['use_change', 'category_change', 'article_state_change', 'article_day_change'].map(
      async (table) => (await pool.query(`select from ${table}`)).rowCount,
    ),
  )
  expect(Math.min(...waiting.map((count) => count ?? 0))).toBeGreaterThan(0)
})
