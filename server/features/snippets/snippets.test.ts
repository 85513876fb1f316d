import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type ListedSnippet, type Snippet, SNIPPET_BODY_MAX, SNIPPETS_MOST } from '#contract/snippets.ts'
import { createTestApp } from '../../testing/app.ts'

const { app, db, signIn } = await createTestApp()
const [editor, author, other] = [await signIn('editor'), await signIn('author'), await signIn('author')]
type Who = typeof editor

const call = (who: Who, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  app.inject({ method, url: `/api/snippets${path}`, headers: who.headers, ...(payload && { payload }) })
const save = async (who: Who, name: string, body = '<p>Text</p>') =>
  (await call(who, 'POST', '', { name, body })).json<Snippet>()
const list = async (who: Who) => (await call(who, 'GET')).json<{ items: ListedSnippet[] }>().items

it('a snippet is there for everyone who writes, by its name and with how it begins', async () => {
  const body = '<h2>About</h2><p>Reporting by <strong>the paper</strong> &amp; others.</p>'
  const saved = await save(author, 'Zebra', body)
  await save(editor, 'about us', `<p>${'灯塔'.repeat(200)}</p>`)
  expect(saved).toMatchObject({ name: 'Zebra', body, version: 1, can: { write: true } })
  expect(await list(other)).toMatchObject([
    { name: 'about us', start: '灯塔'.repeat(80), can: { write: false } },
    { name: 'Zebra', start: 'About Reporting by the paper & others.', updatedBy: { id: author.user.id } },
  ])
  expect((await call(other, 'GET', `/${saved.id}`)).json()).toMatchObject({ body })
  expect((await call(await signIn('viewer'), 'GET')).statusCode).toBe(403)
  expect((await call(await signIn('ad_manager'), 'POST', '', { name: 'Ad', body: '<p>x</p>' })).statusCode).toBe(403)
})

it('an author changes and deletes their own, an editor all of them', async () => {
  const { id } = await save(author, 'Of an author')
  expect((await call(other, 'PATCH', `/${id}`, { version: 1, name: 'Taken over' })).statusCode).toBe(403)
  expect((await call(other, 'DELETE', `/${id}`)).statusCode).toBe(403)
  expect((await call(author, 'PATCH', `/${id}`, { version: 1, name: 'Renamed' })).json()).toMatchObject({ version: 2 })
  const changed = await call(editor, 'PATCH', `/${id}`, { version: 2, body: '<p>New</p>' })
  expect(changed.json()).toMatchObject({ name: 'Renamed', body: '<p>New</p>', version: 3 })
  expect((await call(editor, 'PATCH', `/${id}`, { version: 3, name: 'Renamed' })).json()).toMatchObject({ version: 3 })
  expect((await call(editor, 'DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await call(editor, 'GET', `/${id}`)).statusCode).toBe(404)
  expect((await call(editor, 'DELETE', `/${id}`)).statusCode).toBe(404)
})

it('whoever was slower is told, and nothing of the other is lost', async () => {
  const { id } = await save(editor, 'Of two')
  await call(editor, 'PATCH', `/${id}`, { version: 1, body: '<p>First</p>' })
  const late = await call(editor, 'PATCH', `/${id}`, { version: 1, body: '<p>Second</p>' })
  expect(late.json()).toMatchObject({ code: 'stale_version', current: { body: '<p>First</p>' } })
})

it('a name is there once, whatever its case', async () => {
  const { id } = await save(editor, 'Imprint')
  const other = await save(editor, 'Masthead')
  expect((await call(author, 'POST', '', { name: 'IMPRINT', body: '<p>x</p>' })).json()).toMatchObject({
    status: 409,
    code: 'name_taken',
    fields: [{ path: 'name' }],
  })
  const renamed = await call(editor, 'PATCH', `/${other.id}`, { version: 1, name: 'imprint' })
  expect(renamed.json()).toMatchObject({ code: 'name_taken' })
  expect((await call(editor, 'PATCH', `/${id}`, { version: 1, name: 'IMPRINT' })).json()).toMatchObject({ version: 2 })
})

it('what could run is taken out, and what is no text is refused with its field', async () => {
  const { body } = await save(editor, 'Hostile', '<p onclick="steal()">Safe<script>steal()</script></p>')
  expect(body).toBe('<p>Safe</p>')
  const refused = async (payload: object) =>
    (await call(editor, 'POST', '', payload)).json<{ status: number; fields: { path: string; code: string }[] }>()
  const bad: [object, string][] = [
    [{ name: '', body: '<p>x</p>' }, 'name'],
    [{ name: 'n'.repeat(81), body: '<p>x</p>' }, 'name'],
    [{ name: 'Empty', body: ' ' }, 'body'],
    [{ name: 'Only a script', body: '<script>steal()</script>' }, 'body'],
    [{ name: 'NUL', body: '<p>a\u0000b</p>' }, 'body'],
    [{ name: 'Half', body: '<p>\ud800</p>' }, 'body'],
    [{ name: 'Long', body: '<p>灯</p>'.repeat(SNIPPET_BODY_MAX / 8) }, 'body'],
    [{ name: 'More', body: '<p>x</p>', id: 'mine' }, ''],
  ]
  for (const [payload, path] of bad)
    expect(await refused(payload), JSON.stringify(payload).slice(0, 60)).toMatchObject({
      status: 400,
      ...(path && { fields: [{ path }] }),
    })
})

it('there are as many as may be, however many are saved at once', async () => {
  const there = (await list(editor)).length
  await sql`insert into snippet (id, name, body) select gen_random_uuid(), 'Filler ' || n, '<p>x</p>'
    from generate_series(1, ${SNIPPETS_MOST - there - 1}::int) as n`.execute(db)
  const replies = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => call(editor, 'POST', '', { name, body: '<p>x</p>' })),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2)
  expect(await list(editor)).toHaveLength(SNIPPETS_MOST)
})
