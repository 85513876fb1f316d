import { describe, expect, it } from 'vitest'
import { mediaBulkEndpoints } from '#contract/media-bulk.ts'
import { mediaUploadEndpoints } from '#contract/media-uploads.ts'
import { mediaEndpoints } from '#contract/media.ts'
import { roles, scopeOf, type Role } from '#contract/permissions.ts'
import { createLibrary, type Person } from './testing/library.ts'
import { freshPicture } from './testing/pictures.ts'

const { app, db, signIn, editor, call, added, upload, sent } = await createLibrary()

/** What happens to one picture (its own, or that of someone else) when this person tries. */
const tries: Record<string, (who: Person, id: string) => Promise<number>> = {
  edit: async (who, id) => status(call(who, 'PATCH', `/api/media/${id}`, { version: 1, alt: 'x' })),
  replace: async (who, id) =>
    status(
      call(who, 'POST', `/api/media/${id}/replace`, { version: 1, upload: await sent(who, await freshPicture()) }),
    ),
  transform: (who, id) =>
    status(call(who, 'POST', `/api/media/${id}/transform`, { version: 1, as: 'replacement', rotate: 90 })),
  remove: (who, id) => status(call(who, 'DELETE', `/api/media/${id}`)),
  trash: (who, id) => status(call(who, 'POST', `/api/media/${id}/trash`, { version: 1 })),
  restore: async (who, id) => {
    await moveToTrash(id)
    return status(call(who, 'POST', `/api/media/${id}/restore`, { version: 1 }))
  },
  purge: async (who, id) => {
    await moveToTrash(id)
    return status(call(who, 'POST', `/api/media/${id}/purge`, { version: 1 }))
  },
  texts: async (who, id) => {
    const reply = await call(who, 'POST', '/api/media/bulk/texts', { ids: [id], alt: 'x' })
    return reply.statusCode === 200 && reply.json<{ changed: number }>().changed === 0 ? 403 : reply.statusCode
  },
  bulkTrash: async (who, id) => {
    const reply = await call(who, 'POST', '/api/media/bulk/trash', { ids: [id] })
    return reply.statusCode === 200 && reply.json<{ trashed: string[] }>().trashed.length === 0 ? 403 : reply.statusCode
  },
}
const status = async (reply: ReturnType<typeof call>) => (await reply).statusCode
const moveToTrash = (id: string) =>
  db.updateTable('media').set({ deletedAt: new Date() }).where('id', '=', id).execute()

async function pictureOf(person: Person): Promise<string> {
  const { id } = await added()
  await db.updateTable('media').set({ createdBy: person.user.id }).where('id', '=', id).execute()
  return id
}

describe.each(roles)('R04 what the table of product.md gives to the role %s', (role: Role) => {
  const scope = scopeOf(role, 'media.write')
  it.each(Object.keys(tries))('%s', async (action) => {
    const person = await signIn(role)
    const mine = await tries[action]!(person, await pictureOf(person))
    const theirs = await tries[action]!(person, await pictureOf(editor))
    const allowed = action === 'purge' ? role === 'administrator' : scope !== 'none'
    expect(mine).toBe(allowed ? okOf(action) : 403)
    expect(theirs).toBe(allowed && (scope === 'all' || action === 'purge') ? okOf(action) : 403)
  })

  it('read, upload, uploads in pieces, undo', async () => {
    const person = await signIn(role)
    const may = scope !== 'none'
    const id = await pictureOf(editor)
    for (const url of ['/api/media', `/api/media/${id}`, `/api/media/${id}/uses`])
      expect((await call(person, 'GET', url)).statusCode).toBe(200)
    expect((await upload(person, await freshPicture())).statusCode).toBe(may ? 201 : 403)
    const begun = await call(person, 'POST', '/api/media/uploads', { name: 'a.png', bytes: 10 })
    expect(begun.statusCode).toBe(may ? 201 : 403)
    const foreign = await sent(editor, await freshPicture())
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/finish'],
      ['DELETE', ''],
    ] as const)
      expect((await call(person, method, `/api/media/uploads/${foreign}${path}`)).statusCode).toBe(may ? 404 : 403)
    expect((await call(person, 'POST', `/api/undo/${foreign}`)).statusCode).toBe(409)
  })
})

describe('R01 whose role was changed since', () => {
  /** Someone who did this as an editor and is an author now, with the pictures that it was done to: own and foreign. */
  async function lowered(act: (who: Person, ids: [mine: string, theirs: string]) => ReturnType<typeof call>) {
    const person = await signIn('editor')
    const ids: [string, string] = [await pictureOf(person), await pictureOf(editor)]
    const { undo } = (await act(person, ids)).json<{ undo: { id: string } }>()
    await db.updateTable('userAccount').set({ role: 'author' }).where('id', '=', person.user.id).execute()
    const author = await signIn({ ...person.user, role: 'author' })
    return { ids, author, step: undo.id }
  }
  const rowsOf = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirstOrThrow()))

  it('undoes the texts of their own pictures only', async () => {
    const { ids, author, step } = await lowered((who, all) =>
      call(who, 'POST', '/api/media/bulk/texts', { ids: all, alt: 'By the editor' }),
    )
    const undone = (await call(author, 'POST', `/api/undo/${step}`)).json()
    expect(undone).toMatchObject({ restored: 1, skipped: 1, left: [{ id: ids[1], code: 'forbidden' }] })
    expect((await rowsOf(ids)).map(({ alt }) => alt)).toEqual(['', 'By the editor'])
  })

  it('brings only their own pictures back, and is told no name of others in the trash', async () => {
    const { ids, author, step } = await lowered((who, all) => call(who, 'POST', '/api/media/bulk/trash', { ids: all }))
    const undone = (await call(author, 'POST', `/api/undo/${step}`)).json()
    expect(undone).toMatchObject({ restored: 1, skipped: 1, left: [{ id: ids[1], title: '', code: 'forbidden' }] })
    expect((await rowsOf(ids)).map(({ deletedAt }) => deletedAt === null)).toEqual([true, false])
  })

  it('puts no old file back into the picture of someone else', async () => {
    const { ids, author, step } = await lowered(async (who, [, theirs]) =>
      call(who, 'POST', `/api/media/${theirs}/replace`, { version: 1, upload: await sent(who, await freshPicture()) }),
    )
    const [before] = await rowsOf([ids[1]])
    const undone = (await call(author, 'POST', `/api/undo/${step}`)).json()
    expect(undone).toMatchObject({ restored: 0, skipped: 1, left: [{ id: ids[1], code: 'forbidden' }] })
    expect(await rowsOf([ids[1]])).toEqual([before])
  })
})

const okOf = (action: string) => (action === 'remove' || action === 'purge' ? 204 : 200)

const endpoints = [mediaEndpoints, mediaBulkEndpoints, mediaUploadEndpoints].flatMap((group) => Object.values(group))
it.each(endpoints)('R05 $method $path is for people who are signed in, and no one else', async ({ method, path }) => {
  const url = path.replace(':id', '01a1fc7c-675e-77b1-ad85-9785aa65625e')
  for (const authorization of ['bearer null', 'bearer x', 'basic eDp5', '']) {
    const reply = await app.inject({ method, url, headers: { authorization } })
    expect(reply.statusCode, authorization).toBe(401)
  }
})

it.each(['1abc', '%5B1%5D', '%7B%22$ne%22:1%7D', '__proto__', '..%2f..%2fetc'])('R06 the id %s is 400', async (id) => {
  expect((await call(editor, 'GET', `/api/media/${id}`)).statusCode).toBe(400)
  for (const action of ['trash', 'restore', 'replace'])
    expect((await call(editor, 'POST', `/api/media/${id}/${action}`, { version: 1 })).statusCode).toBe(400)
})

it.each([
  'sort=sha256',
  'sort=storageKey',
  'sort=perceptualHashId',
  'uploader=1',
  'uploader[role]=administrator',
  'createdBy.email=a',
  'likeOf=x',
  'unused=yes',
  'duplicates=1',
  'trashed=',
  '__proto__=1',
])('R03 the list asked with %s is 400', async (query) => {
  expect((await call(editor, 'GET', `/api/media?${query}`)).statusCode).toBe(400)
})

it('the list of one uploader holds what that person brought', async () => {
  const author = await signIn('author')
  const mine = await added(author)
  const reply = await call(editor, 'GET', `/api/media?uploader=${author.user.id}`)
  expect(reply.json<{ items: { id: string }[]; total: number }>()).toMatchObject({ total: 1, items: [{ id: mine.id }] })
})

it('R37 a version or an id from a prototype is refused', async () => {
  const { id } = await added()
  const payload = '{"version":1,"__proto__":{"alt":"x"}}'
  const headers = { ...editor.headers, 'content-type': 'application/json' }
  const reply = await app.inject({ method: 'PATCH', url: `/api/media/${id}`, headers, payload })
  expect(reply.statusCode).toBe(400)
})
