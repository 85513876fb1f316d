import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { Tag } from '#contract/tags.ts'
import { lockTaxonomy } from '../db/taxonomy-lock.ts'
import { createTestApp } from '../testing/app.ts'

const { app, db, signIn } = await createTestApp()
const editor = await signIn('editor')
const SOON = { prefer: 'respond-async, wait=0' }

const ask = (call: InjectOptions, more: Record<string, string> = {}, who = editor) =>
  app.inject({ ...call, headers: { ...who.headers, ...more } })
const poll = async (location: unknown, who = editor) => ask({ method: 'GET', url: String(location) }, {}, who)

async function createTag(name: string): Promise<Tag> {
  const made = await ask({ method: 'POST', url: '/api/tags', payload: { name } })
  expect(made.statusCode).toBe(201)
  return made.json()
}

/** Merges and deletions of names wait until it is called. */
async function lockNames(): Promise<() => Promise<void>> {
  const trx = await db.startTransaction().execute()
  await lockTaxonomy(trx)
  return () => trx.rollback().execute()
}

const answered = (location: unknown) =>
  expect
    .poll(async () => (await poll(location)).statusCode)
    .not.toBe(202)
    .then(() => poll(location))

it('work that takes long is answered 202, goes on, and its own answer follows', async () => {
  const [kept, gone] = [await createTag('Harbour'), await createTag('Harbours')]
  const release = await lockNames()
  const merge = await ask({ method: 'POST', url: `/api/tags/${kept.id}/merge`, payload: { from: [gone.id] } }, SOON)
  expect(merge.statusCode).toBe(202)
  expect(merge.headers).toMatchObject({ 'preference-applied': 'respond-async', 'retry-after': '2' })
  const { location } = merge.headers
  expect((await poll(location)).statusCode).toBe(202)
  await release()
  const answer = await answered(location)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ entity: { id: kept.id, name: 'Harbour' }, moved: 0 })
  expect((await ask({ method: 'GET', url: `/api/tags/${gone.id}` })).statusCode).not.toBe(200)
})

it('an answer without a body and a refusal come as they would have', async () => {
  const tag = await createTag('Ferries')
  const release = await lockNames()
  const remove = { method: 'DELETE', url: `/api/tags/${tag.id}` } as const
  const calls = [await ask(remove, SOON), await ask(remove, SOON)]
  expect(calls.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  await release()
  const answers = []
  for (const { headers } of calls) answers.push(await answered(headers.location))
  const [done, refused] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
  expect([done!.statusCode, done!.body]).toEqual([204, ''])
  expect(refused!.statusCode).toBe(404)
  expect(refused!.headers['content-type']).toMatch('application/problem+json')
  expect(refused!.json()).toMatchObject({ code: 'not_found', status: 404 })
})

it('whoever does not ask for it, or gets the answer in time, waits for it', async () => {
  const [first, second] = [await createTag('Quays'), await createTag('Piers')]
  const url = (tag: Tag) => `/api/tags/${tag.id}`
  expect((await ask({ method: 'DELETE', url: url(first) }, { prefer: 'respond-async' })).statusCode).toBe(204)
  const release = await lockNames()
  const waiting = ask({ method: 'DELETE', url: url(second) }, { prefer: 'return=minimal' })
  await release()
  expect((await waiting).statusCode).toBe(204)
  // Nothing else is answered late.
  expect((await ask({ method: 'POST', url: '/api/tags', payload: { name: 'Moles' } }, SOON)).statusCode).toBe(201)
})

it('only the person who asked gets the answer', async () => {
  const { id } = await createTag('Locks')
  const release = await lockNames()
  const { location } = (await ask({ method: 'DELETE', url: `/api/tags/${id}` }, SOON)).headers
  const other = await signIn('administrator')
  expect((await poll(location, other)).statusCode).toBe(404)
  await release()
  expect((await answered(location)).statusCode).toBe(204)
  expect((await poll(location, other)).statusCode).toBe(404)
})

it('of very many late calls of one person the rest is waited for', async () => {
  const person = await signIn('editor')
  const remove = { method: 'DELETE', url: `/api/tags/${uuidv7()}` } as const
  const isLate = () => db.insertInto('lateReply').values({ id: uuidv7(), userId: person.user.id }).execute()
  for (let late = 0; late < 3; late++) await isLate()
  expect((await ask(remove, SOON, person)).statusCode).toBe(202)
  await expect.poll(() => app.lateWork.size).toBe(0)
  await isLate()
  expect((await ask(remove, SOON, person)).statusCode).toBe(404)
})

it('when the process that worked has ended, that is said', async () => {
  const id = '0191b3fc-02ed-7cc9-b59f-259c85d1ec24'
  const url = `/api/late-replies/${id}`
  await db.insertInto('lateReply').values({ id, userId: editor.user.id }).execute()
  expect((await poll(url)).statusCode).toBe(202)
  await sql`update late_reply set seen_at = now() - interval '2 minutes' where id = ${id}`.execute(db)
  expect((await poll(url)).json()).toMatchObject({ code: 'busy', detail: 'The server ended while it worked on this' })
})
