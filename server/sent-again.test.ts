import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ListReply } from '#contract/list.ts'
import { createDesk, type Person } from './features/articles/testing/desk.ts'

const desk = await createDesk({ logLevel: 'warn' })
const { app, api, administrator, editor } = desk
type Made = { id: string; version: number }

const nouns: Record<string, (name: string) => object> = {
  articles: (title) => ({ title }),
  albums: (title) => ({ title }),
  ads: (name) => ({ name }),
  placements: (name) => ({ name, sizes: [{ width: 300, height: 250 }] }),
  authors: (displayName) => ({ displayName }),
  tags: (name) => ({ name }),
  categories: (name) => ({ name }),
}

async function post(noun: string, body: object, key: string, who: Person = administrator) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${noun}`,
    headers: { ...who.headers, 'idempotency-key': key },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json<Made>() }
}
const found = async (noun: string, name: string) => {
  const { body } = await api<ListReply<Made>>(administrator, 'GET', `/api/${noun}?q=${encodeURIComponent(name)}`)
  return body.items.map(({ id }) => id)
}

describe('a call whose answer was lost is sent again with its key', () => {
  it.for(Object.keys(nouns))('%s: there is one, and both calls answer it', async (noun) => {
    const name = `Once only ${noun}`
    const body = nouns[noun]!(name)
    const key = uuidv7()
    const first = await post(noun, body, key)
    expect(first.status).toBe(201)
    const again = await post(noun, body, key)
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, version: 1 } })
    expect(await found(noun, name)).toEqual([first.body.id])
  })

  it.for(Object.keys(nouns))('%s: twenty at once make one', async (noun) => {
    const name = `Twenty ${noun}`
    const key = uuidv7()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(noun, nouns[noun]!(name), key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await found(noun, name)).toHaveLength(1)
  })

  it('the copy of an article: there is one of each original', async () => {
    const key = uuidv7()
    const [one, other] = [
      await desk.createArticle({ title: 'Copied once' }),
      await desk.createArticle({ title: 'Copied too' }),
    ]
    const copies = await Promise.all([one, one, other].map(({ id }) => post(`articles/${id}/duplicate`, {}, key)))
    expect(copies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(copies[1]!.body.id).toBe(copies[0]!.body.id)
    expect(copies[2]!.body.id).not.toBe(copies[0]!.body.id)
    expect(await found('articles', 'Copied once (copy')).toEqual([copies[0]!.body.id])
  })

  it.for([
    ['snippets', { name: 'Imprint once', body: '<p>Printed here.</p>' }, '/api/snippets'],
    [
      'saved-views',
      { screen: 'articles', name: 'Mine once', query: '?status=draft', shared: false },
      '/api/saved-views?screen=articles',
    ],
  ] as const)('%s: there is one, and both calls answer it', async ([noun, body, list]) => {
    const key = uuidv7()
    const first = await post(noun, body, key)
    expect(first.status).toBe(201)
    expect(await post(noun, body, key)).toMatchObject({ status: 201, body: { id: first.body.id } })
    const { items } = (await api<{ items: { id: string; name: string }[] }>(administrator, 'GET', list)).body
    expect(items.filter(({ name }) => name === body.name).map(({ id }) => id)).toEqual([first.body.id])
  })

  it('an invitation: one mail goes out, and its link goes on working', async () => {
    const key = uuidv7()
    const body = { email: 'once@example.com', role: 'author' }
    const first = await post('users/invitations', body, key)
    expect(first.status).toBe(201)
    expect(await post('users/invitations', body, key)).toMatchObject({
      status: 201,
      body: { id: first.body.id, email: 'once@example.com', replaced: false },
    })
    const mails = await desk.db.selectFrom('auditEvent').where('entityId', '=', first.body.id).selectAll().execute()
    expect(mails.map(({ action }) => action)).toEqual(['invite'])
    const { items } = (
      await api<ListReply<{ id: string; email: string }>>(administrator, 'GET', '/api/users/invitations')
    ).body
    expect(items.filter(({ email }) => email === body.email).map(({ id }) => id)).toEqual([first.body.id])
  })

  it('what was changed since is answered as it is now', async () => {
    const key = uuidv7()
    const { body } = await post('articles', { title: 'Changed since' }, key)
    await api(editor, 'PATCH', `/api/articles/${body.id}`, { version: 1, title: 'Changed' })
    expect(await post('articles', { title: 'Changed since' }, key)).toMatchObject({
      body: { id: body.id, version: 2, title: 'Changed' },
    })
  })

  it('what was deleted permanently since, or has a name that is gone, is made once more', async () => {
    const key = uuidv7()
    const { body: tag } = await post('tags', { name: 'Deleted since' }, key)
    expect((await api(administrator, 'DELETE', `/api/tags/${tag.id}`)).status).toBe(204)
    const again = await post('tags', { name: 'Deleted since' }, key)
    expect(again.status).toBe(201)
    expect(await found('tags', 'Deleted since')).toEqual([again.body.id])
  })
})

it('the key of one person, or of another kind of item, is no key of another', async () => {
  const key = uuidv7()
  const ids = [
    await post('articles', { title: 'One' }, key),
    await post('articles', { title: 'One' }, key, editor),
    await post('albums', { title: 'One' }, key),
  ].map(({ status, body }) => [status, body.id] as const)
  expect(ids.map(([status]) => status)).toEqual([201, 201, 201])
  expect(new Set(ids.map(([, id]) => id)).size).toBe(3)
  expect(ids.map(([, id]) => id)).not.toContain(key)
})

it('a call that was refused may be corrected and sent again with its key', async () => {
  const key = uuidv7()
  expect((await post('articles', { title: 'x'.repeat(300) }, key)).status).toBe(400)
  expect((await post('articles', { title: 'Short' }, key)).status).toBe(201)
  await api(administrator, 'POST', '/api/tags', { name: 'Taken' })
  const taken = uuidv7()
  expect((await post('tags', { name: 'Taken' }, taken)).status).toBe(409)
  expect((await post('tags', { name: 'Not taken' }, taken)).status).toBe(201)
})

it('a key that is no UUID of version 7 is refused', async () => {
  for (const key of ['', '1', "'", uuidv7().toUpperCase() + 'x', '8c1f1d1e-6b2a-4c59-9d1a-0d4c5b0b1a11'])
    expect((await post('articles', { title: 'Wrong key' }, key)).status, key).toBe(400)
  expect(await found('articles', 'Wrong key')).toEqual([])
})
