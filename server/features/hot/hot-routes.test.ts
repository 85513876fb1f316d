import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { HotList } from '#contract/hot.ts'
import { ago, BROWSER, createReaders } from '../events/testing/readers.ts'
import { rankHot } from './hot-rank-commands.ts'

const desk = await createReaders()
const { app, api, db, signIn, editor, author, viewer, adManager, administrator, createArticle, send, store } = desk
const hot = async (window = '24h', who = editor) => (await api<HotList>(who, 'GET', `/api/hot?window=${window}`)).body
const publish = async (title: string) => createArticle({ status: 'published', title })

let reader = 0
/** Views by that many readers of their own. */
async function view(article: string, times: number, minutesAgo = 5) {
  for (let n = 0; n < times; n++) {
    reader++
    const from = {
      ip: `198.51.${100 + Math.floor(reader / 250)}.${reader % 250}`,
      userAgent: `${BROWSER} Reader/${reader}`,
    }
    await send([{ type: 'view', article, at: ago(minutesAgo), referrer: 'https://search.example/' }], from)
  }
}
async function rank() {
  await store.rollUp()
  await rankHot(db, store, new Date(Date.now() + 60_000))
}
const titles = (list: HotList) => list.items.map(({ title }) => title)

describe('hot', () => {
  it('is empty, and says that nothing was counted, before the first reader came', async () => {
    expect(await hot()).toMatchObject({ asOf: null, items: [], halfLifeHours: 6, stepMinutes: 60 })
  })

  it('puts what more readers turn to first, and lately before earlier', async () => {
    const [calm, storm, late] = [await publish('Calm'), await publish('Storm'), await publish('Late')]
    await view(calm.id, 3)
    await view(storm.id, 9)
    await view(late.id, 10, 900)
    await rank()
    const list = await hot()
    expect(titles(list)).toEqual(['Storm', 'Calm', 'Late'])
    expect(list.items.map(({ rank: place }) => place)).toEqual([1, 2, 3])
    expect(list.items[0]).toMatchObject({
      views1h: 9,
      views24h: 9,
      topReferrer: 'search.example',
      lift: null,
      pinned: false,
    })
    expect(list.items[2]).toMatchObject({ views1h: 0, views24h: 10 })
    for (const { sparkline, parts, score, views24h } of list.items) {
      expect(sparkline).toHaveLength(24)
      expect(sparkline.reduce((sum, value) => sum + value, 0)).toBe(views24h)
      expect(Math.abs(parts.recent + parts.earlier + parts.lift - score)).toBeLessThanOrEqual(1e-9)
    }
    expect(titles(await hot('1h'))).toEqual(['Storm', 'Calm'])
    expect((await hot('7d')).items).toHaveLength(3)
  })

  it('compares with the same hours of earlier weeks', async () => {
    const { items } = await hot()
    const storm = items.find(({ title }) => title === 'Storm')!
    const rate = storm.parts.recent + storm.parts.earlier
    // A week ago, at the same time, twice as many came; the article was out all the time.
    await sql`update article_live set published_at = now() - interval '60 days' where article_id = ${storm.id}`.execute(
      db,
    )
    await sql`insert into article_view_hour (hour, article, views, visitors)
      select date_trunc('hour', now() - interval '7 days') - make_interval(hours => n), ${storm.id}, 40, 40
      from generate_series(-1, 40) as n`.execute(db)
    await rank()
    const after = (await hot()).items.find(({ title }) => title === 'Storm')!
    expect(after.usual).toBeCloseTo(40, 0)
    expect(after.lift).toBe(0.25)
    expect(after.score).toBeCloseTo(rate * 0.25, 1)
    // As far as the settings let it weigh.
    const weigh = (readers: object) => api(administrator, 'PATCH', '/api/settings', { readers })
    await weigh({ origins: [], halfLifeHours: 6, liftMost: 2 })
    await rank()
    expect((await hot()).items.find(({ title }) => title === 'Storm')?.lift).toBe(0.5)
    await weigh({ origins: [], halfLifeHours: 6, liftMost: 4 })
    await sql`delete from article_view_hour where hour < now() - interval '2 days'`.execute(db)
    await rank()
  })

  it('shows what is pinned first, leaves out what is buried, and forgets both at their time', async () => {
    const [storm, calm, late] = (await hot()).items.map(({ id }) => id) as [string, string, string]
    const inAnHour = ago(-60)
    expect((await api(editor, 'POST', `/api/hot/${late}/pin`, { until: inAnHour })).status).toBe(200)
    expect((await api(editor, 'POST', `/api/hot/${storm}/bury`, {})).status).toBe(200)
    const list = await hot()
    expect(titles(list)).toEqual(['Late', 'Calm', 'Storm'])
    // What is pinned has no number, so the others have no gap.
    expect(list.items.map(({ rank: place }) => place)).toEqual([null, 1, null])
    expect(list.items[0]).toMatchObject({ pinned: true, until: inAnHour, decidedBy: { name: editor.user.name } })
    expect(list.items[2]).toMatchObject({ buried: true, until: null })
    await sql`update hot_choice set until = now() - interval '1 second' where article = ${late}`.execute(db)
    expect((await api(editor, 'POST', `/api/hot/${storm}/clear`)).status).toBe(200)
    expect(titles(await hot())).toEqual(['Storm', 'Calm', 'Late'])
    expect(calm).toBeTruthy()
    const audit = await db
      .selectFrom('auditEvent')
      .select('action')
      .where('action', 'in', ['pin', 'bury', 'unbury'])
      .execute()
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['bury', 'pin', 'unbury'])
  })

  it('shows a pinned article that no one reads, and nothing that readers cannot see', async () => {
    const quiet = await publish('Quiet')
    expect((await api(editor, 'POST', `/api/hot/${quiet.id}/pin`, {})).status).toBe(200)
    expect((await hot()).items[0]).toMatchObject({ title: 'Quiet', views24h: 0, score: 0 })
    const storm = (await hot()).items.find(({ title }) => title === 'Storm')!
    const { version } = (await api(editor, 'GET', `/api/articles/${storm.id}`)).body
    await api(editor, 'POST', `/api/articles/${storm.id}/unpublish`, { version })
    expect(titles(await hot())).toEqual(['Quiet', 'Calm', 'Late'])
    expect((await hot()).items[1]!.rank).toBe(1)
  })

  it('tells of what is pinned or buried how often it was read in 24 hours, also where the window is the last hour', async () => {
    const quiet = (await hot()).items.find(({ title }) => title === 'Quiet')!
    const late = (await hot()).items.find(({ title }) => title === 'Late')!
    await api(editor, 'POST', `/api/hot/${late.id}/bury`, {})
    const shown = (await hot('1h')).items.map(({ title, views1h, views24h }) => [title, views1h, views24h])
    expect(shown).toContainEqual(['Late', 0, 10])
    expect(shown).toContainEqual(['Quiet', 0, 0])
    expect((await hot('7d')).items.find(({ id }) => id === late.id)).toMatchObject({ views24h: 10 })
    expect(quiet.pinned).toBe(true)
    await api(editor, 'POST', `/api/hot/${late.id}/clear`, {})
  })

  it('is delivered to the outside site without what is buried, with an ETag', async () => {
    const { app } = desk
    const ask = (query = '', headers = {}) => app.inject({ url: `/content/v1/hot${query}`, headers })
    const calm = (await hot()).items.find(({ title }) => title === 'Calm')!
    await api(editor, 'POST', `/api/hot/${calm.id}/bury`, {})
    const answer = await ask()
    const { asOf, items } = answer.json<{ asOf: string; items: { title: string; authors: object[] }[] }>()
    expect([asOf, items.map(({ title }) => title)]).toEqual([(await hot()).asOf, ['Quiet', 'Late']])
    expect((await ask('', { 'if-none-match': answer.headers['etag'] })).statusCode).toBe(304)
    expect((await ask('?limit=1')).json<{ items: object[] }>().items).toHaveLength(1)
    expect((await ask('?limit=51')).statusCode).toBe(400)
    await api(editor, 'POST', `/api/hot/${calm.id}/clear`)
  })

  it('tells how far each moved since an hour ago', async () => {
    // An hour may have begun since the first ranking of this file.
    await sql`delete from hot_rank where hour < date_trunc('hour', now())`.execute(db)
    const calm = (await hot()).items.find(({ title }) => title === 'Calm')!
    expect([calm.previousRank, (await hot()).comparedWith]).toEqual([null, null])
    await sql`insert into hot_rank ("window", hour, article, rank)
      select '24h', date_trunc('hour', now()) - interval '1 hour', article_id,
        case when article_id = ${calm.id} then 7 else row_number() over (order by published_at) end from article_live`.execute(
      db,
    )
    const previous = async () => (await hot()).items.find(({ id }) => id === calm.id)!.previousRank
    const published = (await sql<{ id: string }>`select article_id as id from article_live`.execute(db)).rows
    // Without the pinned one.
    expect(await previous()).toBe(published.length - 1)
    expect((await hot()).comparedWith).not.toBeNull()
    // Burying another one moves no article up.
    const pinned = (await hot()).items.filter((item) => item.pinned).map(({ id }) => id)
    const other = published.find(({ id }) => id !== calm.id && !pinned.includes(id))!
    await api(editor, 'POST', `/api/hot/${other.id}/bury`, {})
    expect(await previous()).toBe(published.length - 2)
    await api(editor, 'POST', `/api/hot/${other.id}/clear`)
    expect(await previous()).toBe(published.length - 1)
  })

  it('is read by everybody who is signed in, and changed by administrators and editors', async () => {
    const { id } = (await hot()).items[0]!
    for (const who of [administrator, editor, author, adManager, viewer]) {
      const list = await api<HotList>(who, 'GET', '/api/hot')
      const writes = who === administrator || who === editor
      expect([list.status, list.body.can]).toEqual([200, { write: writes }])
      for (const action of ['pin', 'bury', 'clear'])
        expect((await api(who, 'POST', `/api/hot/${id}/${action}`, action === 'clear' ? undefined : {})).status).toBe(
          writes ? 200 : 403,
        )
    }
  })

  it('puts the newest pin first, and moves pins among each other', async () => {
    const shown = async () => (await hot()).items.filter(({ pinned }) => pinned).map(({ title }) => title)
    for (const { id, pinned } of (await hot()).items) if (pinned) await api(editor, 'POST', `/api/hot/${id}/clear`)
    const [a, b, c] = [await publish('Pin A'), await publish('Pin B'), await publish('Pin C')]
    for (const { id } of [a, b, c]) await api(editor, 'POST', `/api/hot/${id}/pin`, {})
    expect(await shown()).toEqual(['Pin C', 'Pin B', 'Pin A'])
    const move = (id: string, place: number, who = editor) => api(who, 'POST', `/api/hot/${id}/move`, { place })
    expect((await move(a.id, 2)).status).toBe(200)
    expect(await shown()).toEqual(['Pin C', 'Pin A', 'Pin B'])
    const moves = await db
      .selectFrom('auditEvent')
      .select(['before', 'after'])
      .where('action', '=', 'move')
      .where('entityId', '=', a.id)
      .execute()
    expect(moves).toEqual([{ before: { pinPlace: 3 }, after: { pinPlace: 2 } }])
    await move(c.id, 99)
    expect(await shown()).toEqual(['Pin A', 'Pin B', 'Pin C'])
    // A new end changes no place; what is pinned again after undoing goes to its old place.
    await api(editor, 'POST', `/api/hot/${b.id}/pin`, { until: ago(-60) })
    expect(await shown()).toEqual(['Pin A', 'Pin B', 'Pin C'])
    await api(editor, 'POST', `/api/hot/${b.id}/clear`)
    await api(editor, 'POST', `/api/hot/${b.id}/pin`, { place: 2 })
    expect(await shown()).toEqual(['Pin A', 'Pin B', 'Pin C'])
    expect((await move(b.id, 1, viewer)).status).toBe(403)
    expect((await move(b.id, 0)).status).toBe(400)
    await api(editor, 'POST', `/api/hot/${b.id}/clear`)
    expect((await move(b.id, 1)).status).toBe(404)
    for (const { id } of [a, c]) await api(editor, 'POST', `/api/hot/${id}/clear`)
  })

  it('R58 takes every decision of people who decide at once, and each pin has a place of its own', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => publish(`At once ${n}`)))
    const ids = made.map(({ id }) => id)
    const change = (id: string, action: 'bury' | 'pin' | 'move', body: object, who = editor) =>
      api<object>(who, 'POST', `/api/hot/${id}/${action}`, body)
    for (const id of ids) await change(id, 'pin', {})
    const until = ago(-60)
    const pinned = await Promise.all(
      [editor, administrator].flatMap((who) => ids.map((id, n) => change(id, 'pin', { until, place: 1 + n }, who))),
    )
    expect(pinned.map(({ status }) => status)).toEqual(pinned.map(() => 200))
    const moved = await Promise.all(ids.flatMap((id) => [1, 2].map((place) => change(id, 'move', { place }))))
    expect(moved.map(({ status }) => status)).toEqual(moved.map(() => 200))
    const rows = await db.selectFrom('hotChoice').select('position').where('article', 'in', ids).execute()
    expect(new Set(rows.map(({ position }) => position)).size).toBe(ids.length)
    await db.deleteFrom('hotChoice').where('article', 'in', ids).execute()
  })

  it('says that readers were counted also of an hour that had none', async () => {
    await sql`delete from hot_choice`.execute(db)
    await rankHot(db, store, new Date(Date.now() + 3 * 3_600_000))
    const { asOf, items } = await hot('1h')
    expect([items, asOf]).toEqual([[], expect.any(String)])
  })

  it('names what is wrong in a call', async () => {
    const { id } = await publish('Bad calls')
    const draft = await createArticle()
    const fails = async (path: string, body?: object) => {
      const { status, body: problem } = await api(editor, body ? 'POST' : 'GET', path, body)
      return [status, problem.fields?.[0]?.path ?? problem.code]
    }
    expect(await fails('/api/hot?window=2h')).toEqual([400, 'window'])
    expect(await fails('/api/hot?sort=rank')).toEqual([400, 'sort'])
    expect(await fails(`/api/hot/${id}/pin`, { until: ago(5) })).toEqual([400, 'until'])
    expect(await fails(`/api/hot/${id}/pin`, { until: 'tomorrow' })).toEqual([400, 'until'])
    expect(await fails(`/api/hot/${draft.id}/pin`, {})).toEqual([404, 'not_found'])
    expect(await fails(`/api/hot/1abc/pin`, {})).toEqual([400, 'id'])
  })
})

it('is saved as a file for a spreadsheet: the period and what of it is shown, no formulas', async () => {
  // What is of a later time would stay.
  await sql`delete from hot_list`.execute(db)
  const formula = await publish('=1+1 boats')
  await view(formula.id, 2)
  await rank()
  const { headers } = await signIn('editor')
  const file = async (query: string) => {
    const answer = await app.inject({ url: `/api/hot/export?${query}`, headers })
    return { ...answer, headers: answer.headers, lines: answer.body.trimEnd().split('\r\n') }
  }
  const all = await file('')
  expect(all.headers['content-disposition']).toBe('attachment; filename="hot-24h.csv"')
  expect(all.lines[0]).toBe(
    '\ufeffPosition,Article,Slug,Published,Time zone,Score,Views in the last hour,Views in 24 hours,Times the usual views,Most come from,Found by,Decision,Until,By',
  )
  const list = await hot()
  expect(all.lines.slice(1).map((line) => line.split(',')[1]!.replace(/^'/, ''))).toEqual(titles(list))
  const one = await file('q=BOATS&window=7d&locale=zh-CN')
  expect(one.lines).toHaveLength(2)
  expect(one.lines[0]).toMatch(/24 小时浏览,7 天浏览,/)
  expect(one.lines[1]).toMatch(/^\d,'=1\+1 boats,1-1-boats,\d{4}-\d\d-\d\d \d\d:\d\d,UTC,.*,2,2,2,,search\.example,/)
  const { id } = list.items.at(-1)!
  await api(editor, 'POST', `/api/hot/${id}/bury`, {})
  expect((await file('show=buried')).lines[1]).toMatch(new RegExp(`,Buried,,${editor.user.name}$`))
  await api(editor, 'POST', `/api/hot/${id}/clear`)
  await sql`delete from article_live where article_id = ${formula.id}`.execute(db)
})
