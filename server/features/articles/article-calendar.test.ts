import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArticleCalendar } from '#contract/articles.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, administrator, editor, author, viewer, byline, category, createArticle } = await createDesk()

type Query = Record<string, string | number | undefined>
const calendar = async (query: Query, who: Person = editor) => {
  const given = { timeZone: 'UTC', perDay: 100, ...query }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(given)) if (value !== undefined) search.set(name, String(value))
  return api<ArticleCalendar>(who, 'GET', `/api/articles/calendar?${search.toString()}`)
}
/** The days that have something, with titles in their order. */
const shown = async (query: Query, who?: Person) => {
  const { status, body } = await calendar(query, who)
  expect(status, JSON.stringify(body)).toBe(200)
  const days = body.days.filter(({ total }) => total > 0)
  return Object.fromEntries(days.map(({ day, items }) => [day, items.map(({ title }) => title)]))
}
const schedule = async (fields: { title: string; publishAt: string; [name: string]: unknown }, who?: Person) => {
  const { publishAt, ...given } = fields
  const { id, version } = await createArticle(given, who)
  const { status, body } = await api(editor, 'POST', `/api/articles/${id}/schedule`, { version, publishAt })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** Published, with this time as the date that readers see. */
const publish = (title: string, publishAt: string, more: object = {}, who?: Person) =>
  createArticle({ title, publishAt, status: 'published', ...more }, who)

describe('days', async () => {
  await publish('Out at noon', '2011-04-05T12:00:00Z')
  await publish('Out in the morning', '2011-04-05T08:00:00Z')
  await schedule({ title: 'Goes out', publishAt: '2190-04-05T08:00:00Z' })
  await createArticle({ title: 'Planned', publishAt: '2190-04-05T07:00:00Z' })
  await createArticle({ title: 'Reviewed', publishAt: '2190-04-06T07:00:00Z', status: 'in_review' })
  await createArticle({ title: 'No date' })
  await createArticle({ title: 'Given up', publishAt: '2190-04-05T07:00:00Z', status: 'trashed' })

  it('have what is published, in the order of time', async () => {
    expect(await shown({ firstDay: '2011-04-01', lastDay: '2011-04-30' })).toEqual({
      '2011-04-05': ['Out in the morning', 'Out at noon'],
    })
  })
  it('have what is scheduled, and drafts and reviews with a date', async () => {
    expect(await shown({ firstDay: '2190-04-01', lastDay: '2190-05-01' })).toEqual({
      '2190-04-05': ['Planned', 'Goes out'],
      '2190-04-06': ['Reviewed'],
    })
  })
  it('are answered all, also those with nothing', async () => {
    const { body } = await calendar({ firstDay: '2190-04-04', lastDay: '2190-04-07' })
    expect(body.days.map(({ day, total, totalIsExact }) => [day, total, totalIsExact])).toEqual([
      ['2190-04-04', 0, true],
      ['2190-04-05', 2, true],
      ['2190-04-06', 1, true],
      ['2190-04-07', 0, true],
    ])
  })
  it('have the first ones, and how many there are', async () => {
    const { body } = await calendar({ firstDay: '2190-04-05', lastDay: '2190-04-05', perDay: 1 })
    expect(body.days).toMatchObject([{ total: 2, totalIsExact: true, items: [{ title: 'Planned', status: 'draft' }] }])
  })
  it('can be asked for one state, and for one’s own', async () => {
    const month = { firstDay: '2190-04-01', lastDay: '2190-05-01' }
    expect(await shown({ ...month, status: 'scheduled' })).toEqual({ '2190-04-05': ['Goes out'] })
    expect(await shown({ ...month, status: 'draft' })).toEqual({ '2190-04-05': ['Planned'] })
    expect(await shown({ ...month, mine: 'true' }, administrator)).toEqual({})
    expect(await shown({ ...month, mine: 'true', status: 'in_review' })).toEqual({ '2190-04-06': ['Reviewed'] })
  })
})

it('an author or a category narrows it down, also to what is below the category', async () => {
  const made = async (url: string, body: object) => (await api(editor, 'POST', url, body)).body.id
  const other = await made('/api/authors', { displayName: 'Grace' })
  const below = await made('/api/categories', { name: 'Local', parent: category.id })
  const sport = await made('/api/categories', { name: 'Sport' })
  const month = { firstDay: '2012-05-01', lastDay: '2012-05-31' }
  await publish('By Ada', '2012-05-02T10:00:00Z', { primaryCategory: below })
  await publish('By Grace', '2012-05-02T11:00:00Z', { authors: [other], primaryCategory: sport })
  await createArticle({ title: 'Grace plans', publishAt: '2012-05-03T11:00:00Z', authors: [other] })
  expect(await shown({ ...month, author: other })).toEqual({
    '2012-05-02': ['By Grace'],
    '2012-05-03': ['Grace plans'],
  })
  expect(await shown({ ...month, author: byline.id })).toEqual({ '2012-05-02': ['By Ada'] })
  expect(await shown({ ...month, category: category.id, status: 'published' })).toEqual({ '2012-05-02': ['By Ada'] })
})

it.each([
  // Clocks go forward: 23 hours. The day ends at 22:00 UTC.
  ['2012-03-25', ['2012-03-24T22:59:00Z', '2012-03-24T23:00:00Z', '2012-03-25T21:59:00Z', '2012-03-25T22:00:00Z']],
  // Clocks go back: 25 hours.
  ['2012-10-28', ['2012-10-27T21:59:00Z', '2012-10-27T22:00:00Z', '2012-10-28T22:59:00Z', '2012-10-28T23:00:00Z']],
])('%s in Oslo is as long as clocks there make it', async (day, times) => {
  for (const [at, time] of times.entries()) await publish(`${day} ${at}`, time)
  const { [day]: found } = await shown({ firstDay: day, lastDay: day, timeZone: 'Europe/Oslo' })
  expect(found).toEqual([`${day} 1`, `${day} 2`])
})

it('a day that begins at one, as clocks skip midnight, begins there', async () => {
  // Beirut, 2013-03-31: from 00:00 to 01:00.
  await publish('Before', '2013-03-30T21:59:00Z')
  await publish('First minute', '2013-03-30T22:00:00Z')
  const days = await shown({ firstDay: '2013-03-30', lastDay: '2013-03-31', timeZone: 'Asia/Beirut' })
  expect(days).toEqual({ '2013-03-30': ['Before'], '2013-03-31': ['First minute'] })
})

it('without a time zone the days are the site’s', async () => {
  await publish('At night', '2014-06-01T23:30:00Z')
  const asked = { firstDay: '2014-06-01', lastDay: '2014-06-02', timeZone: undefined }
  expect((await calendar(asked)).body.timeZone).toBe('UTC')
  const changed = await api(administrator, 'PATCH', '/api/settings', { general: { timeZone: 'Asia/Shanghai' } })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(await shown(asked)).toEqual({ '2014-06-02': ['At night'] })
})

describe('people see what the list shows them', async () => {
  const month = { firstDay: '2191-07-01', lastDay: '2191-07-31' }
  const past = { firstDay: '2015-07-01', lastDay: '2015-07-31' }
  await schedule({ title: 'Scheduled of another', publishAt: '2191-07-02T08:00:00Z' })
  await schedule({ title: 'Scheduled own', publishAt: '2191-07-02T09:00:00Z' }, author)
  await createArticle({ title: 'Draft of another', publishAt: '2191-07-03T08:00:00Z' })
  await createArticle({ title: 'Own draft', publishAt: '2191-07-03T09:00:00Z' }, author)
  const live = await publish('Known title', '2015-07-02T08:00:00Z')
  await api(editor, 'PATCH', `/api/articles/${live.id}`, { version: live.version, title: 'Secret title', authors: [] })

  it('an author: what is published, and their own', async () => {
    expect(await shown(month, author)).toEqual({ '2191-07-02': ['Scheduled own'], '2191-07-03': ['Own draft'] })
    expect(await shown(past, author)).toEqual({ '2015-07-02': ['Known title'] })
  })
  it('a viewer: what is published, as readers see it', async () => {
    expect(await shown(month, viewer)).toEqual({})
    expect(await shown({ ...month, status: 'draft' }, viewer)).toEqual({})
    expect(await shown(past, viewer)).toEqual({ '2015-07-02': ['Known title'] })
    expect(await shown({ ...past, author: byline.id }, viewer)).toEqual({ '2015-07-02': ['Known title'] })
  })
  it('an editor: all, as it is in work', async () => {
    expect(Object.values(await shown(month)).flat()).toHaveLength(4)
    expect(await shown(past)).toEqual({ '2015-07-02': ['Secret title'] })
    expect(await shown({ ...past, author: byline.id })).toEqual({})
  })
  it('who may move it is said', async () => {
    const canOf = async (who: Person) => (await calendar({ ...month, status: 'scheduled' }, who)).body.days[1]!.items
    expect((await canOf(editor)).map(({ can }) => can.schedule)).toEqual([true, true])
    expect((await canOf(author)).map(({ can }) => can.schedule)).toEqual([undefined])
  })
})

it.each([
  ['lastDay', { firstDay: '2026-12-02', lastDay: '2026-12-01' }],
  ['lastDay', { firstDay: '2026-11-01', lastDay: '2026-12-13' }],
  ['firstDay', { firstDay: '2026-02-30', lastDay: '2026-03-01' }],
  ['firstDay', { firstDay: undefined, lastDay: '2026-03-01' }],
  ['firstDay', { firstDay: '0999-01-01', lastDay: '0999-01-02' }],
  ['timeZone', { firstDay: '2026-03-01', lastDay: '2026-03-01', timeZone: 'Mars/Base' }],
  ['perDay', { firstDay: '2026-03-01', lastDay: '2026-03-01', perDay: 101 }],
  ['status', { firstDay: '2026-03-01', lastDay: '2026-03-01', status: 'trashed' }],
  ['author', { firstDay: '2026-03-01', lastDay: '2026-03-01', author: '1' }],
])('a wrong %s is refused by name: %o', async (field, query) => {
  const { status, body } = await calendar(query)
  expect(status).toBe(400)
  expect(body.fields?.map(({ path }) => path)).toContain(field)
})

it('six weeks are answered, and no one is told anything without a session', async () => {
  const weeks = await calendar({ firstDay: '2026-11-01', lastDay: '2026-12-12' })
  expect(weeks.body.days).toHaveLength(42)
  expect((await api(null, 'GET', '/api/articles/calendar?firstDay=2026-11-01&lastDay=2026-11-01')).status).toBe(401)
})

it('a day with five thousand articles answers the first ones and the number, by whatever it is narrowed down', async () => {
  const template = await publish('One of many', '2016-08-01T08:00:00Z')
  await sql`insert into article (id, title, slug, status, published_at, primary_category, created_by, updated_by, search_head)
    select gen_random_uuid(), 'Many ' || n, 'many-' || n, 'published', timestamptz '2016-08-01T08:00:00Z' + n * interval '1 second',
      primary_category, created_by, updated_by, 'many' from article, generate_series(1, 4999) as n where id = ${template.id}`.execute(
    db,
  )
  const day = { firstDay: '2016-08-01', lastDay: '2016-08-01', perDay: 3 }
  const { body } = await calendar(day)
  expect(body.days).toMatchObject([{ total: 5000, totalIsExact: true }])
  expect(body.days[0]!.items.map(({ title }) => title)).toEqual(['One of many', 'Many 1', 'Many 2'])
  // Until the facets of so many changes are written, a day is counted so far.
  const inCategory = async () => (await calendar({ ...day, category: category.id })).body.days[0]!
  const first = [{ title: 'One of many' }, { title: 'Many 1' }, { title: 'Many 2' }]
  expect(await inCategory()).toMatchObject({ total: 1000, totalIsExact: false, items: first })
  await flushArticleFacets(db)
  expect(await inCategory()).toMatchObject({ total: 5000, totalIsExact: true, items: first })
})
