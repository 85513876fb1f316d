import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { Media } from '#contract/media.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { jobTasks } from '../../job-tasks.ts'
import { requireReferences } from '../articles/article-reference-commands.ts'
import { lockMediaForShare } from './media-queries.ts'
import { createLibrary } from './testing/library.ts'
import { freshPicture } from './testing/pictures.ts'

type Changed = Media & { undo: UndoPointer }
const { app, db, services, signIn, editor, call, added, upload, seen, listed, createArticle, files, rows } =
  await createLibrary()
const admin = await signIn('administrator')
const undo = (step: UndoPointer, who = editor) => call(who, 'POST', `/api/undo/${step.id}`)
const trash = ({ id, version }: Media, who = editor) => call(who, 'POST', `/api/media/${id}/trash`, { version })
const restore = ({ id, version }: Media, who = editor) => call(who, 'POST', `/api/media/${id}/restore`, { version })
const trashMany = async (ids: string[], who = editor) => call(who, 'POST', '/api/media/bulk/trash', { ids })

/** Until a call is answered, or waits for a row that another transaction has locked. */
async function completeOrWaiting(reply: PromiseLike<unknown>) {
  let settled = false
  void Promise.resolve(reply).then(() => (settled = true))
  await expect
    .poll(async () => {
      const { rows: waiting } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return settled || waiting.length > 0
    })
    .toBe(true)
}

it('a picture in the trash is not served and not listed, until it is restored as it was', async () => {
  const media = await added()
  const gone = (await trash(media)).json<Changed>()
  expect(gone).toMatchObject({ id: media.id, version: 2, deletedAt: expect.any(String) })
  expect((await app.inject(media.url)).statusCode).toBe(404)
  expect((await listed('')).items.map(({ id }) => id)).not.toContain(media.id)
  expect((await listed('trashed=true')).items.map(({ id }) => id)).toContain(media.id)
  expect((await restore({ ...gone, version: 1 })).json()).toMatchObject({ code: 'stale_version' })
  const back = await restore(gone)
  expect([back.statusCode, back.json()]).toEqual([
    200,
    expect.objectContaining({ id: media.id, version: 3, deletedAt: null }),
  ])
  expect((await app.inject(media.url)).statusCode).toBe(200)
  expect((await restore(back.json())).statusCode).toBe(404)
})

it('a way into the trash is undone once, by who did it; after DELETE, from the trash', async () => {
  const media = await added()
  const step = (await trash(media)).json<Changed>().undo
  expect((await undo(step, await signIn('editor'))).json()).toMatchObject({ code: 'undo_expired' })
  expect((await undo(step)).json()).toMatchObject({ restored: 1, skipped: 0 })
  expect((await undo(step)).statusCode).toBe(409)
  expect(await seen(media.id)).toMatchObject({ version: 3 })
  for (const id of ['x', 'null', '%00', '..']) expect([400, 404]).toContain((await undo({ ...step, id })).statusCode)
  const removed = await call(editor, 'DELETE', `/api/media/${media.id}`)
  expect(removed.statusCode).toBe(204)
  expect((await restore({ ...media, version: 4 })).statusCode).toBe(200)
})

it('many go to the trash at once; what is shown, foreign or not there is refused by name', async () => {
  const author = await signIn('author')
  const [mine, used, theirs] = [await added(author), await added(author), await added()]
  await createArticle({ coverMedia: used.id })
  const nothing = uuidv7()
  const reply = await trashMany([mine.id, used.id, theirs.id, nothing, mine.id], author)
  expect(reply.statusCode, reply.body).toBe(200)
  const { trashed, refused, undo: step } = reply.json<{ trashed: string[]; refused: object[]; undo: UndoPointer }>()
  expect(trashed).toEqual([mine.id])
  expect(refused).toEqual([
    { id: used.id, code: 'in_use', uses: 1 },
    { id: theirs.id, code: 'forbidden', uses: 0 },
    { id: nothing, code: 'not_found', uses: 0 },
  ])
  expect((await undo(step, author)).json()).toMatchObject({ restored: 1, skipped: 0 })
  expect((await trashMany([nothing])).json()).toEqual({
    trashed: [],
    refused: [{ id: nothing, code: 'not_found', uses: 0 }],
    undo: null,
  })
})

it('five hundred go at once and come back at once', async () => {
  const { id: template } = await added()
  const ids = Array.from({ length: 500 }, () => uuidv7())
  const row = await db.selectFrom('media').selectAll().where('id', '=', template).executeTakeFirstOrThrow()
  for (const id of ids)
    await db
      .insertInto('media')
      .values({ ...row, id, sha256: Buffer.from(id), storageKey: `00/${id}`, variants: '[]' })
      .execute()
  const reply = (await trashMany(ids)).json<{ trashed: string[]; undo: UndoPointer }>()
  expect(reply.trashed).toEqual(ids)
  expect((await undo(reply.undo)).json()).toMatchObject({ restored: 500, skipped: 0 })
  expect((await trashMany([...ids, template])).statusCode).toBe(400)
  expect((await trashMany([])).statusCode).toBe(400)
  await db.deleteFrom('media').where('id', 'in', ids).execute()
})

it('a picture whose very bytes came again is not restored twice: the one that is there is named', async () => {
  const bytes = await freshPicture()
  const old = await added(editor, bytes)
  const gone = (await trash(old)).json<Changed>()
  const again = await added(editor, bytes)
  expect(again.id).not.toBe(old.id)
  const refused = await restore(gone)
  expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ code: 'already_here' })])
  expect(refused.json()).toMatchObject({ current: { id: again.id } })
  expect((await undo(gone.undo)).json()).toMatchObject({ restored: 0, skipped: 1 })
  await trash(again)
  expect((await restore(gone)).statusCode).toBe(200)
})

it('what someone restored and deleted again is not restored by an older undo', async () => {
  const media = await added()
  const first = (await trash(media)).json<Changed>()
  const back = (await restore(first)).json<Media>()
  await trash(back)
  expect((await undo(first.undo)).json()).toMatchObject({ restored: 0, skipped: 1 })
})

it('the trash shows authors what is their own, and viewers nothing', async () => {
  const author = await signIn('author')
  const [mine, theirs] = [await added(author), await added()]
  await trashMany([mine.id], author)
  await trashMany([theirs.id])
  expect((await listed('trashed=true', author)).items.map(({ id }) => id)).toEqual([mine.id])
  expect((await listed('trashed=true', await signIn('viewer'))).items).toEqual([])
  expect((await restore({ ...theirs, version: 2 }, author)).statusCode).toBe(403)
})

it('an administrator deletes permanently what is in the trash, and the files go', async () => {
  const media = await added()
  const purge = (version: number, who = admin) => call(who, 'POST', `/api/media/${media.id}/purge`, { version })
  expect((await purge(1)).statusCode).toBe(404)
  await trash(media)
  const listedHere = (await listed('trashed=true', admin)).items.find(({ id }) => id === media.id)
  expect(listedHere?.can).toEqual({ write: true, purge: true, needsPublisher: false })
  expect((await purge(2, editor)).statusCode).toBe(403)
  expect((await purge(1)).json()).toMatchObject({ code: 'stale_version' })
  expect((await purge(2)).statusCode).toBe(204)
  await jobTasks(services)['sweep_media']?.({})
  expect((await files()).filter((key) => key.includes(media.id))).toEqual([])
})

it('after thirty days the trash is emptied by itself, rows and files, but for what something shows again', async () => {
  const [old, young, shown] = [await added(), await added(), await added()]
  await trashMany([old.id, young.id, shown.id])
  await createArticle({ body: `<img src="/media/${shown.id}/original.png">` })
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  for (const [media, days] of [
    [old, 31],
    [young, 29],
    [shown, 31],
  ] as const)
    await db
      .updateTable('media')
      .set({ deletedAt: ago(days) })
      .where('id', '=', media.id)
      .execute()
  const before = await rows()
  await jobTasks(services)['sweep_media']?.({})
  expect(await rows()).toBe(before - 1)
  const left = await files()
  expect(left.filter((key) => key.includes(old.id))).toEqual([])
  const lines = await db
    .selectFrom('auditEvent')
    .select(['action', 'actorId', 'entityTitle'])
    .where('entityId', '=', old.id)
    .where('action', '=', 'purge')
    .execute()
  expect(lines).toEqual([{ action: 'purge', actorId: null, entityTitle: old.name }])
  for (const media of [young, shown]) expect(left.filter((key) => key.includes(media.id))).toHaveLength(3)
})

it('R58 what is about to be shown does not go to the trash with the others', async () => {
  const [held, free] = [await added(), await added()]
  let reply: ReturnType<typeof trashMany> | undefined
  await db.transaction().execute(async (trx) => {
    expect(await lockMediaForShare(trx, [held.id])).toEqual(new Set([held.id]))
    reply = trashMany([held.id, free.id])
    await completeOrWaiting(reply)
    await trx
      .insertInto('article')
      .values({ id: uuidv7(), slug: 'about-to-show', title: 'About to show', coverMedia: held.id })
      .execute()
  })
  expect((await reply)?.json()).toMatchObject({
    trashed: [free.id],
    refused: [{ id: held.id, code: 'in_use', uses: 1 }],
  })
})

it('R58 a picture that a text is about to show does not go to the trash either', async () => {
  const media = await added()
  const body = `<img src="${media.url}" alt="x">`
  let thrown: ReturnType<typeof trash> | undefined
  await db.transaction().execute(async (trx) => {
    const empty = { authors: [], categories: [], tags: [], cover: null, socialImage: null, primaryCategory: null }
    await requireReferences(trx, null, { ...empty, body } as never)
    thrown = trash(media)
    await completeOrWaiting(thrown)
    await trx
      .insertInto('article')
      .values({ id: uuidv7(), slug: 'text-about-to-show', title: 'About to show', body })
      .execute()
  })
  expect((await thrown)?.json()).toMatchObject({ code: 'in_use' })
})

it('R58 fifty who throw one picture away at once: one does', async () => {
  const media = await added()
  const replies = await Promise.all(Array.from({ length: 50 }, () => trash(media)))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  expect((await upload(editor, await freshPicture())).statusCode).toBe(201)
})
