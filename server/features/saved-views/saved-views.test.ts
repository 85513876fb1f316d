import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SAVED_VIEWS_MOST, type SavedView } from '#contract/saved-views.ts'
import { createTestApp } from '../../testing/app.ts'

const { app, db, signIn } = await createTestApp()
const [mine, theirs] = [await signIn('editor'), await signIn('viewer')]

type Headers = Record<string, string>
const save = async (headers: Headers, fields: object = {}) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/saved-views',
      headers,
      payload: { screen: 'articles', name: 'My drafts', query: '?status=draft', shared: false, ...fields },
    })
  ).json<SavedView>()
const list = async (headers: Headers, screen = 'articles') =>
  (await app.inject({ url: `/api/saved-views?screen=${screen}`, headers })).json<{ items: SavedView[] }>().items
const edit = (headers: Headers, id: string, payload: object) =>
  app.inject({ method: 'PATCH', url: `/api/saved-views/${id}`, headers, payload })
const remove = (headers: Headers, id: string) =>
  app.inject({ method: 'DELETE', url: `/api/saved-views/${id}`, headers })
const names = (views: SavedView[]) => views.map(({ name }) => name)

it('a view is mine until I share it, and belongs to its screen', async () => {
  const view = await save(mine.headers, { name: 'Private' })
  expect(view).toMatchObject({ screen: 'articles', query: '?status=draft', mine: true, shared: false })
  expect(names(await list(theirs.headers))).toEqual([])
  await edit(mine.headers, view.id, { shared: true })
  expect(await list(theirs.headers)).toMatchObject([{ name: 'Private', mine: false, shared: true }])
  expect(await list(theirs.headers, 'media')).toEqual([])
  expect(names(await list(mine.headers))).toEqual(['Private'])
  await remove(mine.headers, view.id)
})

it('only the owner changes or deletes a shared view', async () => {
  const { id } = await save(mine.headers, { shared: true })
  expect((await edit(theirs.headers, id, { name: 'Theirs now' })).statusCode).toBe(403)
  expect((await remove(theirs.headers, id)).statusCode).toBe(403)
  expect((await edit(mine.headers, id, { name: 'Renamed', query: '?q=rain' })).json()).toMatchObject({
    name: 'Renamed',
    query: '?q=rain',
  })
  expect((await remove(mine.headers, id)).statusCode).toBe(204)
})

it("R01 someone else's own view is not even there", async () => {
  const { id } = await save(mine.headers)
  expect((await edit(theirs.headers, id, { name: 'x' })).statusCode).toBe(404)
  expect((await remove(theirs.headers, id)).statusCode).toBe(404)
})

it('R04 what is shared on a list is only for those who see that list', async () => {
  const adManager = await signIn('ad_manager')
  const shared = await save(adManager.headers, { name: 'Contract with Acme', screen: 'ads', shared: true })
  expect(names(await list((await signIn('administrator')).headers, 'ads'))).toEqual(['Contract with Acme'])
  for (const { headers } of [mine, theirs]) {
    expect(await list(headers, 'ads')).toEqual([])
    expect((await edit(headers, shared.id, { name: 'x' })).statusCode).toBe(404)
    expect((await remove(headers, shared.id)).statusCode).toBe(404)
  }
  const own = await save(theirs.headers, { screen: 'ads' })
  expect(names(await list(theirs.headers, 'ads'))).toEqual(['My drafts'])
  expect((await remove(theirs.headers, own.id)).statusCode).toBe(204)
})

it('R02 an owner cannot be chosen', async () => {
  const { id } = await save(theirs.headers)
  expect((await edit(theirs.headers, id, { ownerId: mine.user.id })).statusCode).toBe(400)
})

it('however many views others share, mine are there and come first; no one keeps more than the list can show', async () => {
  const own = await save(mine.headers, { name: 'Zebras', screen: 'media' })
  for (let n = 0; n < SAVED_VIEWS_MOST; n++)
    expect((await save(theirs.headers, { name: `A ${n}`, screen: 'media', shared: true })).id).toBeDefined()
  expect(await save(theirs.headers, { name: 'One more', screen: 'media', shared: true })).toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'name', code: 'too_many' }],
  })
  const seen = await list(mine.headers, 'media')
  expect(seen).toHaveLength(SAVED_VIEWS_MOST + 1)
  expect(seen[0]).toMatchObject({ id: own.id, mine: true })
  expect((await save(theirs.headers, { name: 'Elsewhere', screen: 'tags' })).id).toBeDefined()
})

it('R58 of 80 views saved at once exactly as many are kept as there may be', async () => {
  const { headers } = await signIn('editor')
  const saved = await Promise.all(Array.from({ length: 80 }, (_, n) => save(headers, { name: `View ${n}` })))
  expect(saved.filter(({ id }) => id !== undefined)).toHaveLength(SAVED_VIEWS_MOST)
  expect(await list(headers)).toHaveLength(SAVED_VIEWS_MOST)
})

it('R31 half a character in a view is refused, not stored as another text', async () => {
  expect(await save(mine.headers, { query: '?q=\ud83d' })).toMatchObject({ fields: [{ path: 'query' }] })
})

it('a change of a view that is being deleted in another tab is not said to be saved', async () => {
  const { id } = await save(mine.headers)
  const late = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('savedView').where('id', '=', id).execute()
    const renamed = edit(mine.headers, id, { name: 'Renamed' })
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(1)
    return { renamed }
  })
  expect((await late.renamed).statusCode).toBe(404)
})

it('one that is deleted several times at once is deleted once', async () => {
  const { id } = await save(mine.headers)
  const answers = await Promise.all(Array.from({ length: 4 }, () => remove(mine.headers, id)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404])
  const lines = db.selectFrom('auditEvent').select('action').where('entityId', '=', id).orderBy('number')
  expect((await lines.execute()).map(({ action }) => action)).toEqual(['create', 'delete'])
})

it('text that cannot be stored is refused with its field named', async () => {
  const { id } = await save(mine.headers)
  const { fields } = (await edit(mine.headers, id, { query: 'q=a\u0000b' })).json<{ fields: object[] }>()
  expect(fields).toMatchObject([{ path: 'query', rule: 'control_character' }])
})
