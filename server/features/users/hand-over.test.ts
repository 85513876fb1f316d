import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { UndoReport } from '#contract/undo.ts'
import type { Owned, User } from '#contract/users.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'
import { form, formType } from '../media/testing/form.ts'
import { freshPicture } from '../media/testing/pictures.ts'
import { createDatabase } from '../../db/database.ts'
import { writtenMails } from '../../testing/written-mails.ts'
import { handOver as runHandOver } from './hand-over-commands.ts'
import { beginRun, performRun, resumeHandOvers } from './hand-over-run-commands.ts'

const desk = await createDesk()
const { api, app, db, administrator, editor, viewer, createArticle, createUser, signIn, runJobs, services } = desk

type HandedOver = { counts: Partial<Owned['counts']>; left: number; undo: { id: string } | null }
const owned = async (id: string) => (await api<Owned>(administrator, 'GET', `/api/users/${id}/owned`)).body
const handOver = (id: string, to: string, kinds: string[], who: Person = administrator) =>
  api<HandedOver>(who, 'POST', `/api/users/${id}/hand-over`, { to, kinds })
const undo = (id: string) => api<UndoReport>(administrator, 'POST', `/api/undo/${id}`)
const everything = ['articles', 'albums', 'media', 'ads', 'views', 'invitations', 'previewLinks']

/** Someone who owns one of everything, and three articles. */
async function createOwner() {
  const owner = await signIn(await createUser({ role: 'administrator', name: 'Olga Owner' }))
  const draft = await createArticle({ status: 'draft' }, owner)
  const scheduled = await createArticle({ status: 'scheduled' }, owner)
  const trashed = await createArticle({ status: 'trashed' }, owner)
  const inReview = await createArticle({}, owner)
  await api(owner, 'POST', `/api/articles/${inReview.id}/submit`, { version: inReview.version })
  const album = (await api(owner, 'POST', '/api/albums', { title: 'Bridges' })).body
  const { headers } = await signIn(owner.user)
  const payload = form([{ bytes: await freshPicture(), name: 'own.png', type: 'image/png' }])
  const media = await app.inject({ method: 'POST', url: '/api/media', headers: { ...headers, ...formType }, payload })
  const ad = (await api(owner, 'POST', '/api/ads', { name: `Offer of ${owner.user.id}` })).body
  for (const shared of [true, false])
    await api(owner, 'POST', '/api/saved-views', { screen: 'articles', name: 'Mine', query: '', shared })
  await api(owner, 'POST', '/api/users/invitations', { email: `by-${owner.user.id}@example.com`, role: 'author' })
  await api(owner, 'POST', `/api/articles/${draft.id}/preview-links`, { hours: 24 })
  return { owner, draft, scheduled, trashed, inReview, album, ad, media: media.json<{ id: string }>() }
}
const creatorOf = async (table: 'article' | 'album' | 'media' | 'ad', id: string) =>
  (await sql<{ who: string }>`select created_by as who from ${sql.table(table)} where id = ${id}`.execute(db)).rows[0]
    ?.who

describe('what a person owns', () => {
  it('is counted by kind, with what is due and what is lost with the account', async () => {
    const { owner } = await createOwner()
    expect(await owned(owner.user.id)).toEqual({
      counts: { articles: 4, albums: 1, media: 1, ads: 1, views: 1, invitations: 1, previewLinks: 1 },
      scheduled: 1,
      inReview: 1,
      privateViews: 1,
      byline: null,
      sessions: expect.any(Number),
    })
    expect((await api(administrator, 'GET', '/api/users/00000000-0000-7000-8000-000000000000/owned')).status).toBe(404)
    for (const id of [owner.user.id, viewer.user.id])
      expect((await api(editor, 'GET', `/api/users/${id}/owned`)).status).toBe(403)
  })
})

describe('a hand-over', () => {
  it('gives everything to another person, leaves versions alone, and can be undone', async () => {
    const { owner, draft, scheduled, trashed, inReview, album, media, ad } = await createOwner()
    const receiver = await createUser({ role: 'administrator', name: 'Rita Receiver' })
    const { status, body } = await handOver(owner.user.id, receiver.id, everything)
    expect([status, body.counts]).toEqual([
      200,
      { articles: 4, albums: 1, media: 1, ads: 1, views: 1, invitations: 1, previewLinks: 1 },
    ])
    const all = [
      ['article', draft.id],
      ['article', scheduled.id],
      ['article', trashed.id],
      ['article', inReview.id],
      ['album', album.id],
      ['media', media.id],
      ['ad', ad.id],
    ] as const
    for (const [table, id] of all) expect([table, await creatorOf(table, id)]).toEqual([table, receiver.id])
    expect((await api(administrator, 'GET', `/api/articles/${draft.id}`)).body.version).toBe(draft.version)
    expect((await owned(owner.user.id)).counts).toMatchObject({ articles: 0, media: 0, views: 0, invitations: 0 })
    // Lists by creator know it at once, and whoever has the article is told when it is returned.
    const facets = await db
      .selectFrom('articleFacets')
      .select('terms')
      .where('articleId', '=', draft.id)
      .executeTakeFirst()
    const terms = facets?.terms.join() ?? ''
    expect([terms.includes(receiver.id), terms.includes(`creator ${owner.user.id}`)]).toEqual([true, false])
    const submitter = await db
      .selectFrom('article')
      .select('submittedBy')
      .where('id', '=', inReview.id)
      .executeTakeFirst()
    expect(submitter).toEqual({ submittedBy: receiver.id })

    const line = await db
      .selectFrom('auditEvent')
      .select(['entityId', 'entityTitle', 'after'])
      .where('action', '=', 'hand_over')
      .where('entityId', '=', owner.user.id)
      .executeTakeFirst()
    expect(line).toMatchObject({ entityTitle: 'Olga Owner', after: { to: 'Rita Receiver', articles: 4, ads: 1 } })

    expect((await undo(body.undo!.id)).body).toEqual({ restored: 10, skipped: 0, left: [] })
    for (const [table, id] of all) expect([table, await creatorOf(table, id)]).toEqual([table, owner.user.id])
    expect((await undo(body.undo!.id)).body).toMatchObject({ code: 'undo_expired' })
  })

  it('is undone only where the item is still of the person who was given it', async () => {
    const { owner, draft } = await createOwner()
    const [receiver, next] = [await createUser({ role: 'editor' }), await createUser({ role: 'editor' })]
    const first = await handOver(owner.user.id, receiver.id, ['articles', 'albums'])
    await db.updateTable('article').set({ createdBy: next.id }).where('id', '=', draft.id).execute()
    const report = (await undo(first.body.undo!.id)).body
    expect(report).toMatchObject({ restored: 4, skipped: 1, left: [{ id: draft.id }] })
    expect(await creatorOf('article', draft.id)).toBe(next.id)
  })

  it('moves nothing to someone who may not own it, and names the field', async () => {
    const { owner, draft } = await createOwner()
    const [author, suspended] = [await createUser({ role: 'author' }), await createUser({ status: 'suspended' })]
    const faults = async (to: string, kinds: string[]) => {
      const { status, body } = await handOver(owner.user.id, to, kinds)
      return [status, ...(body.fields ?? []).map(({ path, code }) => `${path} ${code}`)]
    }
    expect(await faults(author.id, ['articles', 'ads'])).toEqual([400, 'kinds.1 role'])
    expect(await faults(author.id, ['invitations'])).toEqual([400, 'kinds.0 role'])
    expect(await faults(viewer.user.id, ['articles'])).toEqual([400, 'kinds.0 role'])
    expect(await faults(suspended.id, ['articles'])).toEqual([400, 'to not_active'])
    expect(await faults(owner.user.id, ['articles'])).toEqual([400, 'to same'])
    expect(await faults('00000000-0000-7000-8000-000000000000', ['articles'])).toEqual([400, 'to unknown_id'])
    expect(await faults(author.id, [])).toEqual([400, 'kinds too_small'])
    expect(await creatorOf('article', draft.id)).toBe(owner.user.id)
    expect((await handOver(owner.user.id, author.id, ['articles'], editor)).status).toBe(403)
  })

  it('is all or nothing: a receiver who is suspended while it runs gets nothing', async () => {
    const { owner } = await createOwner()
    const receiver = await createUser({ role: 'editor' })
    // The first row to be moved is held by someone else, so that the hand-over waits in the middle.
    const held = await db.startTransaction().execute()
    await held.selectFrom('album').select('id').where('createdBy', '=', owner.user.id).forUpdate().execute()
    const running = handOver(owner.user.id, receiver.id, ['articles', 'albums'])
    await waitForLock()
    await db.updateTable('userAccount').set({ status: 'suspended' }).where('id', '=', receiver.id).execute()
    await held.commit().execute()
    expect((await running).body.fields).toMatchObject([{ path: 'to', code: 'not_active' }])
    expect((await owned(owner.user.id)).counts).toMatchObject({ articles: 4, albums: 1 })
  })

  it('of nothing is no step to undo and leaves no line', async () => {
    const [nobody, receiver] = [await createUser(), await createUser({ role: 'editor' })]
    expect((await handOver(nobody.id, receiver.id, ['articles'])).body).toEqual({
      counts: { articles: 0 },
      left: 0,
      undo: null,
    })
    const lines = await db.selectFrom('auditEvent').select('id').where('entityId', '=', nobody.id).execute()
    expect(lines).toEqual([])
  })
})

describe('a hand-over that takes long', () => {
  it('goes on in smaller batches where a statement takes too long, leaves what is stuck, and continues when tried again', async () => {
    const owner = await createUser({ role: 'editor', name: 'Slow Sam' })
    const receiver = await createUser({ role: 'editor', name: 'Rita Receiver' })
    await sql`insert into album (id, title, slug, created_by, updated_by)
      select gen_random_uuid(), 'Slow ' || n, 'slow-' || n || '-' || left(${owner.id}, 8), ${owner.id}, ${owner.id}
      from generate_series(1, 40) n`.execute(db)
    const [stuck] = await db.selectFrom('album').select('id').where('title', '=', 'Slow 7').execute()
    // 40 rows take longer than a statement may, ten do not; one of them always does.
    await sql`create function slow_album() returns trigger language plpgsql as $$ begin
      perform pg_sleep(case when new.title = 'Slow 7' then 60 else 0.1 end); return new; end $$`.execute(db)
    await sql`create trigger slow_album before update of created_by on album for each row execute function slow_album()`.execute(
      db,
    )
    const hasty = createDatabase({ connectionString: desk.databaseUrl, statement_timeout: 2000 })
    const actor = { ...administrator.user, sessionId: '', ip: '127.0.0.1' }
    const given = { to: receiver.id, kinds: ['albums'] as const }
    const first = await runHandOver({ db: hasty.db }, actor, owner.id, given)
    await hasty.close()
    await sql`drop trigger slow_album on album`.execute(db)
    expect([first.counts, first.left]).toEqual([{ albums: 39 }, 1])
    expect(await creatorOf('album', stuck!.id)).toBe(owner.id)

    const again = await handOver(owner.id, receiver.id, ['albums'])
    expect(again.body).toMatchObject({ counts: { albums: 1 }, left: 0 })
    expect((await undo(first.undo!.id)).body).toMatchObject({ restored: 39, skipped: 0 })
    const { body } = await api<{ items: { details: object }[] }>(
      administrator,
      'GET',
      `/api/audit?entity=${owner.id}&action=hand_over`,
    )
    expect(body.items.map(({ details }) => details)).toMatchObject([{ albums: 1 }, { albums: 39, to: 'Rita Receiver' }])
    await runJobs()
    const mails = await writtenMails(services.config.dataDir, receiver.email)
    expect(mails.some((mail) => mail.includes('Slow Sam') && mail.includes('39 albums'))).toBe(true)
    expect(
      mails.every((mail) => /\/edit$/m.test(mail)),
      'leads to Home',
    ).toBe(true)
  })

  it('does not keep others from saving what is handed over, and its undo does not either', async () => {
    const { owner, draft, album } = await createOwner()
    const receiver = await createUser({ role: 'editor' })
    const lockAlbum = async () => {
      const held = await db.startTransaction().execute()
      await held.selectFrom('album').select('id').where('id', '=', album.id).forUpdate().execute()
      return held
    }
    const save = async (title: string) => {
      const { version } = (await api<{ version: number }>(administrator, 'GET', `/api/articles/${draft.id}`)).body
      return (await api(administrator, 'PATCH', `/api/articles/${draft.id}`, { version, title })).status
    }
    // The albums come after the articles, and this one has to be waited for.
    let held = await lockAlbum()
    const running = handOver(owner.user.id, receiver.id, ['articles', 'albums'])
    await waitForLock()
    expect(await save('Saved meanwhile')).toBe(200)
    await held.commit().execute()
    const { body } = await running
    expect(body.counts).toEqual({ articles: 4, albums: 1 })

    held = await lockAlbum()
    const undone = undo(body.undo!.id)
    await waitForLock()
    expect(await save('Saved meanwhile, too')).toBe(200)
    await held.commit().execute()
    expect((await undone).body).toEqual({ restored: 5, skipped: 0, left: [] })
    expect(await creatorOf('article', draft.id)).toBe(owner.user.id)
  })

  it('is completed by a job when its process ended, once, and can be undone', async () => {
    const { owner, draft, album } = await createOwner()
    const receiver = await createUser({ role: 'editor', name: 'Rita Receiver' })
    const given = { to: receiver.id, kinds: ['articles', 'albums'] as const }
    const actor = { ...administrator.user, sessionId: '', ip: '127.0.0.1' }
    const { run, undo: step } = await beginRun({ db }, actor, owner.user.id, given, 'Olga Owner')
    await performRun(db, { ...run, kinds: ['articles'] })
    const lines = () =>
      db
        .selectFrom('auditEvent')
        .select(['actorId', 'after'])
        .where('action', '=', 'hand_over')
        .where('entityId', '=', owner.user.id)
        .execute()
    await resumeHandOvers(db)
    expect(await creatorOf('album', album.id), 'it may be at work').toBe(owner.user.id)

    await db
      .updateTable('handOverRun')
      .set({ touchedAt: sql<string>`now() - interval '2 minutes'` })
      .execute()
    await Promise.all([resumeHandOvers(db), resumeHandOvers(db)])
    expect(await creatorOf('album', album.id)).toBe(receiver.id)
    expect(await lines()).toEqual([
      { actorId: administrator.user.id, after: { to: 'Rita Receiver', toId: receiver.id, articles: 4, albums: 1 } },
    ])
    // The process that was thought to have ended goes on: nothing is moved or recorded twice.
    await performRun(db, run).catch(() => undefined)
    expect(await creatorOf('article', draft.id)).toBe(receiver.id)
    expect(await lines()).toHaveLength(1)
    expect((await undo(step.id)).body).toEqual({ restored: 5, skipped: 0, left: [] })
    expect(await creatorOf('article', draft.id)).toBe(owner.user.id)
  })

  it('is moved back by that job when the receiver was suspended since', async () => {
    const { owner, draft } = await createOwner()
    const receiver = await createUser({ role: 'editor' })
    const actor = { ...administrator.user, sessionId: '', ip: '127.0.0.1' }
    const given = { to: receiver.id, kinds: ['articles', 'albums'] as const }
    const { run } = await beginRun({ db }, actor, owner.user.id, given, 'Olga Owner')
    await performRun(db, { ...run, kinds: ['articles'] })
    expect(await creatorOf('article', draft.id)).toBe(receiver.id)
    await db.updateTable('userAccount').set({ status: 'suspended' }).where('id', '=', receiver.id).execute()
    await db
      .updateTable('handOverRun')
      .set({ touchedAt: sql<string>`now() - interval '2 minutes'` })
      .execute()
    await resumeHandOvers(db)
    expect(await creatorOf('article', draft.id)).toBe(owner.user.id)
    expect(await db.selectFrom('handOverRun').selectAll().execute()).toEqual([])
  })
})

async function waitForLock() {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
    const waiting =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    if (rows.length > 0 || waiting.rows.length > 0) return
  }
}

describe('removing an account', () => {
  const remove = (user: { id: string }, version: number, more: object = {}, who: Person = administrator) =>
    api<HandedOver>(who, 'POST', `/api/users/${user.id}/remove`, { version, ...more })

  it('hands over first, signs the person out, frees the address and keeps the name in history', async () => {
    const { owner, draft } = await createOwner()
    const receiver = await createUser({ role: 'administrator', name: 'Rita Receiver' })
    const session = await signIn(owner.user)
    const { status, body } = await remove(owner.user, 1, {
      handOver: { to: receiver.id, kinds: ['articles', 'media'] },
    })
    expect([status, body.counts]).toEqual([200, { articles: 4, media: 1 }])
    expect(await creatorOf('article', draft.id)).toBe(receiver.id)
    expect((await app.inject({ url: '/api/session', headers: session.headers })).statusCode).toBe(401)
    expect((await api(administrator, 'GET', `/api/users/${owner.user.id}/owned`)).status).toBe(404)
    const { items } = (await api<{ items: User[] }>(administrator, 'GET', '/api/users?pageSize=100')).body
    expect(items.map(({ id }) => id)).not.toContain(owner.user.id)
    const row = await db.selectFrom('userAccount').selectAll().where('id', '=', owner.user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Olga Owner', email: '', passwordHash: null, status: 'removed', role: 'viewer' })
    const invited = await db.selectFrom('invitation').select('endedAt').where('createdBy', '=', owner.user.id).execute()
    expect(invited.every(({ endedAt }) => endedAt !== null)).toBe(true)
    const revisions = await api<{ items: { createdBy: { name: string } }[] }>(
      administrator,
      'GET',
      `/api/articles/${draft.id}/revisions`,
    )
    expect(revisions.body.items.at(-1)?.createdBy.name).toBe('Olga Owner')
    const line = await db.selectFrom('auditEvent').selectAll().where('action', '=', 'remove').executeTakeFirst()
    expect(line).toMatchObject({ entityTitle: 'Olga Owner', after: { to: 'Rita Receiver', articles: 4 } })
  })

  it('frees the address: it signs in no one, and another account can have it', async () => {
    const gone = await createUser({ email: 'again@example.com' })
    await remove(gone, 1)
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/session',
      payload: { email: 'again@example.com', password: gone.password },
    })
    expect(signedIn.json()).toMatchObject({ code: 'wrong_credentials' })
    expect(
      (await api(administrator, 'POST', '/api/users/invitations', { email: 'again@example.com', role: 'author' }))
        .status,
    ).toBe(201)
  })

  it('unlinks the byline, which stays', async () => {
    const writer = await createUser({ role: 'author' })
    const byline = (
      await api<{ id: string }>(administrator, 'POST', '/api/authors', { displayName: 'Byl Ine', user: writer.id })
    ).body
    expect((await owned(writer.id)).byline).toMatchObject({ displayName: 'Byl Ine' })
    await remove(writer, 1)
    expect(await db.selectFrom('author').select('userId').where('id', '=', byline.id).execute()).toEqual([
      { userId: null },
    ])
  })

  it('is refused on an old version, for who waits for approval, and for others than administrators', async () => {
    const [person, pending] = [await createUser(), await createUser({ status: 'pending' })]
    expect((await remove(person, 7)).body).toMatchObject({ code: 'stale_version' })
    expect((await remove(pending, 1)).body).toMatchObject({ code: 'illegal_transition' })
    expect((await remove(person, 1, {}, editor)).status).toBe(403)
    // Nothing moved when the removal is refused.
    const { owner } = await createOwner()
    const given = { to: editor.user.id, kinds: ['articles'] }
    expect((await remove(owner.user, 7, { handOver: given })).body).toMatchObject({ code: 'stale_version' })
    expect((await owned(owner.user.id)).counts.articles).toBe(4)
  })

  it('a hand-over to someone who was removed since is not undone to them', async () => {
    const { owner } = await createOwner()
    const { body } = await handOver(owner.user.id, editor.user.id, ['articles'])
    await remove(owner.user, 1)
    expect((await undo(body.undo!.id)).body).toMatchObject({ code: 'undo_expired' })
  })
})
