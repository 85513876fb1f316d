import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Article, ArticleCalendar, ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { startOfDay } from '#contract/zoned-time.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, administrator, editor, author, viewer, byline, category, createArticle } = await createDesk()

type Query = Record<string, string | number>
const get = async <T>(who: Person, path: string, query: Query) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  const { status, body } = await api<T>(who, 'GET', `${path}?${search.toString()}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const calendar = (who: Person, query: Query) =>
  get<ArticleCalendar>(who, '/api/articles/calendar', { perDay: 100, ...query })
const list = (who: Person, query: Query) =>
  get<ListReply<ArticleSummary>>(who, '/api/articles', { pageSize: 100, sort: 'publishedAt', ...query })
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
/** The days of a zone as moments, as the console asks for them. */
const daysIn = (timeZone: string, firstDay: string, lastDay = firstDay) => ({
  calendarFrom: new Date(startOfDay(firstDay, timeZone)).toISOString(),
  calendarTo: new Date(startOfDay(dayAfter(lastDay), timeZone)).toISOString(),
})
const titlesOf = (articles: readonly ArticleSummary[]) => articles.map(({ title }) => title)
const titles = async (who: Person, query: Query) => titlesOf((await list(who, query)).items)

/** Everything that can bear a time, on one day of the past: four of it are in the calendar. */
async function fill(day: string, who?: Person) {
  const name = who ? 'own' : 'of others'
  const at = (hour: string) => `${day}T${hour}:00:00Z`
  const make = (title: string, status: Article['status'] | 'trashed', hour: string) =>
    createArticle({ title: `${title} ${name}`, status, publishAt: at(hour) }, who)
  await make('Draft', 'draft', '13')
  await make('Reviewed', 'in_review', '12')
  await make('Published', 'published', '10')
  await make('Archived', 'archived', '10')
  await make('Trashed', 'trashed', '12')
  await createArticle({ title: `No date ${name}` }, who)
  const back = await make('Was published', 'published', '10')
  const { body } = await api(editor, 'POST', `/api/articles/${back.id}/unpublish`, { version: back.version })
  await api(editor, 'PATCH', `/api/articles/${back.id}`, { version: body.version, publishAt: null })
  const late = await createArticle({ title: `Scheduled ${name}`, status: 'scheduled' }, who)
  // Nothing is scheduled for the past, but it may be late.
  await sql`update article set publish_at = ${at('11')} where id = ${late.id}`.execute(db)
}

describe('the list of a day of the calendar', async () => {
  const day = '2012-03-05'
  await fill(day)
  await fill(day, author)
  await createArticle({ title: 'Of the day before', publishAt: '2012-03-04T22:59:59.999Z' })
  await createArticle({ title: 'First minute in Oslo', publishAt: '2012-03-04T23:00:00Z' })
  await createArticle({ title: 'Last minute in Oslo', publishAt: '2012-03-05T22:59:59.999Z' })
  await createArticle({ title: 'Of the day after', publishAt: '2012-03-05T23:00:00Z' })
  await flushArticleFacets(db)
  const asked = daysIn('Europe/Oslo', day)
  const days = { firstDay: day, lastDay: day, timeZone: 'Europe/Oslo' }

  it('has what the calendar has on it, in its order: planned, scheduled and published, neither archived nor trashed', async () => {
    expect(await titles(editor, asked)).toEqual([
      'First minute in Oslo',
      'Published of others',
      'Published own',
      'Scheduled of others',
      'Scheduled own',
      'Reviewed of others',
      'Reviewed own',
      'Draft of others',
      'Draft own',
      'Last minute in Oslo',
    ])
  })
  it.each([
    ['an editor', editor, 10],
    ['an author, who sees what is published and their own', author, 5],
    ['a viewer, who sees what is published', viewer, 2],
  ])('has as many rows as the calendar shows and counts as “more” together, for %s', async (_name, who, count) => {
    const whole = (await calendar(who, days)).days[0]!
    const short = (await calendar(who, { ...days, perDay: 1 })).days[0]!
    const { items, total, totalIsExact } = await list(who, asked)
    expect({ total, totalIsExact }).toEqual({ total: count, totalIsExact: true })
    expect(titlesOf(items)).toEqual(titlesOf(whole.items))
    expect(short.items).toHaveLength(1)
    // The one that is shown, and so many more.
    expect(1 + (short.total - 1)).toBe(items.length)
    for (const sort of ['-publishedAt', 'title', '-updatedAt'])
      expect((await titles(who, { ...asked, sort })).toSorted()).toEqual(titlesOf(whole.items).toSorted())
    expect(await titles(who, { ...asked, sort: '-publishedAt' })).toEqual(titlesOf(whole.items).toReversed())
    const counted = await get<{ total: number }>(who, '/api/articles/total', asked)
    expect(counted.total).toBe(count)
  })

  it.each([
    ['its author', { author: byline.id }],
    ['its category', { category: category.id }],
    ['what is one’s own', { mine: 'true' }],
    ['drafts', { status: 'draft' }],
    ['reviews', { status: 'in_review' }],
    ['what is scheduled', { status: 'scheduled' }],
    ['what is published', { status: 'published' }],
  ])('is narrowed down as the calendar is: %s', async (_name, narrowing) => {
    for (const who of [editor, author, viewer]) {
      const whole = (await calendar(who, { ...days, ...narrowing })).days[0]!
      expect(await titles(who, { ...asked, ...narrowing })).toEqual(titlesOf(whole.items))
    }
  })
  it('goes together with a search and other filters, and has pages', async () => {
    expect(await titles(editor, { ...asked, q: 'reviewed' })).toEqual(['Reviewed of others', 'Reviewed own'])
    expect(await titles(editor, { ...asked, q: 'archived' })).toEqual([])
    expect(await titles(editor, { ...asked, missingCover: 'true', featured: 'false' })).toHaveLength(10)
    expect(await titles(editor, { ...asked, status: 'archived' })).toEqual([])
    expect(await titles(editor, { ...asked, status: 'trashed' })).toEqual([])
    const second = await list(editor, { ...asked, pageSize: 4, page: 2 })
    expect(titlesOf(second.items)).toEqual(['Scheduled own', 'Reviewed of others', 'Reviewed own', 'Draft of others'])
    expect(second.total).toBe(10)
  })
  it('has no end, or no beginning, where only one is asked for', async () => {
    const { calendarFrom, calendarTo } = asked
    const all = await titles(editor, { calendarFrom })
    expect(all).toContain('Of the day after')
    expect(all).not.toContain('Of the day before')
    const before = await titles(editor, { calendarTo })
    expect(before).toContain('Of the day before')
    expect(before).not.toContain('Of the day after')
    expect(before).not.toContain('No date own')
  })
  it('is what an action on all that match changes', async () => {
    const filter = { ...asked, status: 'draft' }
    const bulk = { action: 'feature', filter, expectedCount: 4 }
    const { body } = await api<{ results: { title: string }[] }>(editor, 'POST', '/api/articles/bulk', bulk)
    expect(body.results.map(({ title }) => title).toSorted()).toEqual((await titles(editor, filter)).toSorted())
    const review = { action: 'publish', filter: asked, expectedCount: 10, sort: 'publishedAt' }
    const reviewed = await api<{ items: { title: string }[] }>(editor, 'POST', '/api/articles/bulk/review', review)
    expect(reviewed.body.items.map(({ title }) => title)).toEqual(await titles(editor, asked))
  })
})

it.each([
  ['2012-03-25', 23, 'clocks go forward'],
  ['2012-10-28', 25, 'clocks go back'],
])('the list of %s in Oslo has the articles of its %i hours: %s', async (day, hours) => {
  const asked = daysIn('Europe/Oslo', day)
  const [from, to] = [Date.parse(asked.calendarFrom), Date.parse(asked.calendarTo)]
  expect((to - from) / 3_600_000).toBe(hours)
  for (const [n, at] of [from - 1, from, to - 1, to].entries())
    await createArticle({ title: `${day} ${n}`, publishAt: new Date(at).toISOString() })
  const shown = await calendar(editor, { firstDay: day, lastDay: day, timeZone: 'Europe/Oslo' })
  expect(titlesOf(shown.days[0]!.items)).toEqual([`${day} 1`, `${day} 2`])
  expect(await titles(editor, asked)).toEqual([`${day} 1`, `${day} 2`])
})

it('the list of a month has what its days have together', async () => {
  for (const day of ['2013-05-01', '2013-05-15', '2013-05-31']) await fill(day)
  const month = { firstDay: '2013-05-01', lastDay: '2013-05-31', timeZone: 'Asia/Shanghai' }
  const { days } = await calendar(administrator, month)
  const { items, total } = await list(administrator, daysIn('Asia/Shanghai', month.firstDay, month.lastDay))
  expect(items.map(({ id }) => id)).toEqual(days.flatMap((day) => day.items.map(({ id }) => id)))
  expect(total).toBe(days.reduce((sum, day) => sum + day.total, 0))
})

it.each([
  ['calendarFrom=today', 'calendarFrom'],
  ['calendarTo=2026-02-30T00:00:00Z', 'calendarTo'],
  ['calendarTo=2026-02-03', 'calendarTo'],
])('%s is refused, and the field named', async (query, path) => {
  const answer = await api(editor, 'GET', `/api/articles?${query}`)
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual([expect.objectContaining({ path })])
  expect(answer.body.fields?.[0]?.code).not.toBe('unrecognized_keys')
})
