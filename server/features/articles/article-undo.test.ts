import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArticleActionReply } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { sweepUndoLog } from '../../db/undo-log.ts'
import { createDesk, type Person } from './testing/desk.ts'

const desk = await createDesk()
const { api, db, editor, administrator, author, createArticle } = desk
type Undone = { restored: number; skipped: number; left: { title: string; code: string }[] }

const rows = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows
/** Everything about an article that an undo has to bring back; not its version, which tells that something happened. */
const snapshot = async (id: string) => ({
  article: await rows(sql`select to_jsonb(article) - 'version' as row from article where id = ${id}`),
  live: await rows(sql`select to_jsonb(article_live) as row from article_live where article_id = ${id}`),
  facets: await rows(sql`select to_jsonb(article_facets) as row from article_facets where article_id = ${id}`),
  redirects: await rows(sql`select path, entity_id from redirect where entity_id = ${id} order by path`),
  plans: await rows(sql`select key, run_at from graphile_worker.jobs where key like ${`article-%:${id}`} order by key`),
})
const act = async (who: Person, id: string, action: string, more: object = {}) => {
  const { version } = (await api(who, 'GET', `/api/articles/${id}`)).body
  const done = await api<ArticleActionReply>(who, 'POST', `/api/articles/${id}/${action}`, { version, ...more })
  expect([action, done.status]).toEqual([action, 200])
  return done.body
}
const undo = (who: Person, step: UndoPointer | null) => api<Undone>(who, 'POST', `/api/undo/${step?.id}`)
const edit = async (id: string, fields: object, who = editor) => {
  const { version } = (await api(who, 'GET', `/api/articles/${id}`)).body
  return (await api(who, 'PATCH', `/api/articles/${id}`, { version, ...fields })).body
}
const changes = async (who: Person, q: string) =>
  (await api<ListReply<TrashItem>>(who, 'GET', `/api/trash?type=change&q=${encodeURIComponent(q)}`)).body.items
const restore = async (who: Person, id: string) =>
  (await api<{ results: TrashResults }>(who, 'POST', '/api/trash/restore', { items: [{ type: 'change', id }] })).body
    .results
const weeksLater = (id: string, days: number) =>
  sql`update undo_step set created_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(db)

describe('the undo of one action', () => {
  it.each([
    ['publish', 'draft', {}],
    ['publish', 'in_review', {}],
    ['publish', 'scheduled', {}],
    ['unpublish', 'published', {}],
    ['unpublish', 'scheduled', {}],
    ['archive', 'published', {}],
    ['archive', 'draft', {}],
    ['schedule', 'draft', { publishAt: '2198-05-01T08:00:00.000Z' }],
    ['schedule', 'scheduled', { publishAt: '2198-05-01T08:00:00.000Z' }],
    ['submit', 'draft', { message: 'Please read' }],
    ['return', 'in_review', { note: 'Once more' }],
    ['withdraw', 'in_review', {}],
    ['trash', 'published', {}],
    ['restore', 'archived', {}],
  ] as const)('after %s of what is %s everything is exactly as before', async (action, status, more) => {
    const { id } = await createArticle({ status, unpublishAt: '2199-06-01T08:00:00.000Z' })
    const before = await snapshot(id)
    const done = await act(administrator, id, action, more)
    expect(await snapshot(id)).not.toEqual(before)
    expect((await undo(administrator, done.undo)).body).toEqual({ restored: 1, skipped: 0, left: [] })
    expect(await snapshot(id)).toEqual(before)
    expect((await api(editor, 'GET', `/api/articles/${id}`)).body.version).toBe(done.version + 1)
  })

  it('brings back to readers no cover that is in the trash by now', async () => {
    const [cover, other] = ['01900000-0000-7000-8000-00000000c0fe', '01900000-0000-7000-8000-00000000cafe']
    await sql`insert into media (id, sha256, name, type, bytes, width, height, storage_key, variants) values
      (${cover}, '\\x00', 'a.jpg', 'image/jpeg', 1, 1, 1, 'a', '[]'),
      (${other}, '\\x01', 'b.jpg', 'image/jpeg', 1, 1, 1, 'b', '[]')`.execute(db)
    const { id } = await createArticle({ status: 'published', cover: { media: cover, alt: 'A' } })
    await edit(id, { cover: { media: other, alt: 'B' } })
    const done = await act(editor, id, 'unpublish')
    await sql`update media set deleted_at = now() where id = ${cover}`.execute(db)
    expect((await undo(editor, done.undo)).body).toMatchObject({ restored: 1 })
    expect(await rows(sql`select content->'cover' as cover from article_live where article_id = ${id}`)).toEqual([
      { cover: null },
    ])
  })

  it('of published changes brings back the text, the address and the working copy of before', async () => {
    const { id } = await createArticle({ slug: 'first-address', status: 'published' })
    await edit(id, { slug: 'second-address' })
    await act(editor, id, 'publish')
    await edit(id, { slug: 'first-address', title: 'New title', subtitle: 'Working copy' })
    const before = await snapshot(id)
    expect(before.redirects).toMatchObject([{ path: '/first-address' }])
    const done = await act(editor, id, 'publish')
    expect((await snapshot(id)).redirects).toMatchObject([{ path: '/second-address' }])
    await undo(editor, done.undo)
    expect(await snapshot(id)).toEqual(before)
    expect((await api(editor, 'GET', `/api/articles/${id}`)).body).toMatchObject({
      hasChanges: true,
      title: 'New title',
    })
  })

  it('is in the history and the audit log, by who undid it', async () => {
    const { id } = await createArticle()
    const done = await act(administrator, id, 'publish')
    await undo(administrator, done.undo)
    const history = await rows(
      sql`select version, reason, created_by from article_revision where article_id = ${id} order by version`,
    )
    const by = administrator.user.id
    expect(history).toMatchObject([
      { version: 1, reason: 'create', createdBy: editor.user.id },
      { version: 2, reason: 'publish', createdBy: by },
      { version: 3, reason: 'restore', createdBy: by },
    ])
    const audit = await rows(
      sql`select action, actor_id, after from audit_event where entity_id = ${id} order by at, id`,
    )
    expect(audit.at(-1)).toMatchObject({ action: 'undo', actorId: by, after: { state: 'draft', action: 'publish' } })
  })

  it('leaves what someone changed since as it is, names it, and can be tried again', async () => {
    const { id } = await createArticle({ title: 'Corrected since' })
    const done = await act(editor, id, 'publish')
    await edit(id, { subtitle: 'Corrected' }, administrator)
    const now = await snapshot(id)
    const left = [{ id, title: 'Corrected since', code: 'stale_version' }]
    for (let again = 0; again < 2; again++)
      expect((await undo(editor, done.undo)).body).toEqual({ restored: 0, skipped: 1, left })
    expect(await snapshot(id)).toEqual(now)
    const [step] = await changes(administrator, 'Corrected since')
    expect(await restore(administrator, step!.id)).toMatchObject([{ ok: false, code: 'stale_version' }])
  })

  it('does not take an address away that another article has got meanwhile', async () => {
    const { id, title } = await createArticle({ slug: 'wanted-address', status: 'published' })
    const done = await act(editor, id, 'unpublish')
    // Drafts give way to no one: the other one gets the address by way of the trash.
    await db.updateTable('article').set({ slug: 'given-away' }).where('id', '=', id).execute()
    const other = await createArticle({ slug: 'wanted-address', status: 'published' })
    expect((await undo(editor, done.undo)).body.left).toEqual([{ id, title, code: 'slug_taken' }])
    expect((await api(editor, 'GET', `/api/articles/${other.id}`)).body.live).toMatchObject({ slug: 'wanted-address' })
  })

  it('leaves a redirect alone that leads elsewhere by now', async () => {
    const { id } = await createArticle({ slug: 'old-home', status: 'published' })
    await edit(id, { slug: 'new-home' })
    const done = await act(editor, id, 'publish')
    const other = await createArticle({ slug: 'old-home', status: 'published' })
    expect((await undo(editor, done.undo)).body).toMatchObject({ restored: 0, skipped: 1 })
    await act(editor, other.id, 'unpublish')
    await edit(other.id, { slug: 'elsewhere' })
    expect((await undo(editor, done.undo)).body).toMatchObject({ restored: 1, skipped: 0 })
    expect((await snapshot(id)).live).toMatchObject([{ row: { slug: 'old-home' } }])
  })

  it('does not publish what was planned for a time that has passed: it is a draft then', async () => {
    const { id } = await createArticle({ status: 'scheduled' })
    const done = await act(editor, id, 'publish')
    await sql`update undo_step_item set "before" = jsonb_set("before", '{columns,publishAt}', '"2001-01-01T00:00:00.000Z"')
      where item_id = ${id}`.execute(db)
    expect((await undo(editor, done.undo)).body).toMatchObject({ restored: 1 })
    expect((await snapshot(id)).plans).toEqual([])
    expect((await api(editor, 'GET', `/api/articles/${id}`)).body).toMatchObject({ status: 'draft', publishAt: null })
  })

  it('is for who did it and may publish; one who lost the right is refused', async () => {
    const { id } = await createArticle()
    const done = await act(editor, id, 'publish')
    expect((await undo(administrator, done.undo)).body).toMatchObject({ code: 'undo_expired' })
    expect((await undo(desk.viewer, done.undo)).status).toBe(403)
    await sql`update undo_step set created_by = ${author.user.id} where id = ${done.undo!.id}`.execute(db)
    expect((await undo(author, done.undo)).status).toBe(403)
    expect((await api(editor, 'GET', `/api/articles/${id}`)).body.status).toBe('published')
  })
})

describe('the trash', () => {
  it('undoes a publication weeks later, whoever did it, for those who may publish', async () => {
    const { id } = await createArticle({ title: 'Published by mistake' }, author)
    const before = await snapshot(id)
    const done = await act(editor, id, 'publish')
    await weeksLater(done.undo!.id, 29)
    const found = await changes(administrator, 'Published by mistake')
    expect(found).toMatchObject([
      {
        id: done.undo!.id,
        change: { type: 'article', action: 'publish' },
        others: 0,
        deletedBy: { id: editor.user.id },
      },
    ])
    expect(await changes(author, 'Published by mistake')).toEqual([])
    expect(await restore(author, done.undo!.id)).toMatchObject([{ code: 'not_found' }])
    expect(await restore(administrator, done.undo!.id)).toMatchObject([{ ok: true, skipped: 0 }])
    expect(await snapshot(id)).toEqual(before)
    expect(await changes(administrator, 'Published by mistake')).toEqual([])
  })

  it('shows a bulk action as one change, with how many articles it was', async () => {
    const made = [await createArticle({ title: 'One of three' }), await createArticle(), await createArticle()]
    const ids = made.map(({ id }) => id)
    const bulk = { action: 'archive', ids, expectedCount: 3 }
    await api(editor, 'POST', '/api/articles/bulk', bulk)
    const [step] = await changes(editor, 'One of three')
    expect(step).toMatchObject({ others: 2, change: { action: 'archive' } })
    await edit(ids[1]!, { title: 'Changed since' })
    expect(await restore(editor, step!.id)).toMatchObject([{ ok: true, skipped: 1 }])
  })

  it('forgets it after thirty days, and when an administrator deletes the change', async () => {
    const { id } = await createArticle({ title: 'Forgotten step' })
    const done = await act(editor, id, 'publish')
    await weeksLater(done.undo!.id, 31)
    expect(await changes(editor, 'Forgotten step')).toEqual([])
    expect((await undo(editor, done.undo)).body).toMatchObject({ code: 'undo_expired' })
    const other = await act(editor, id, 'unpublish')
    await sweepUndoLog(db)
    expect(await rows(sql`select from undo_step where id = ${done.undo!.id}`)).toEqual([])
    expect(await rows(sql`select from undo_step_item where step_id = ${done.undo!.id}`)).toEqual([])
    const items = [{ type: 'change', id: other.undo!.id }]
    await api(administrator, 'POST', '/api/trash/purge', { items })
    expect((await undo(editor, other.undo)).body).toMatchObject({ code: 'undo_expired' })
  })

  it('shows no change of an article that was deleted permanently', async () => {
    const { id } = await createArticle({ title: 'Deleted permanently' })
    await act(editor, id, 'publish')
    const { version } = await act(editor, id, 'trash')
    expect(await changes(editor, 'Deleted permanently')).toHaveLength(1)
    await api(administrator, 'POST', `/api/articles/${id}/purge`, { version })
    expect(await changes(editor, 'Deleted permanently')).toEqual([])
  })

  it('moving there is not shown as a change: the article is there', async () => {
    const { id } = await createArticle({ title: 'Simply trashed' })
    await act(editor, id, 'trash')
    expect(await changes(editor, 'Simply trashed')).toEqual([])
  })
})

it('names no title of today to whoever may not see the article any more', async () => {
  const demoted = await desk.signIn('editor')
  const [own, other] = [await createArticle({}, demoted), await createArticle({ title: 'Of then' })]
  const bulk = { action: 'feature', ids: [own.id, other.id], expectedCount: 2 }
  const { body } = await api<{ undo: UndoPointer }>(demoted, 'POST', '/api/articles/bulk', bulk)
  await edit(other.id, { title: 'Secret of today' })
  const { version } = await db
    .selectFrom('userAccount')
    .select('version')
    .where('id', '=', demoted.user.id)
    .executeTakeFirstOrThrow()
  await api(administrator, 'PATCH', `/api/users/${demoted.user.id}`, { version, role: 'author' })
  const { headers } = await desk.signIn({ ...demoted.user, role: 'author' })
  const undone = await desk.app.inject({ method: 'POST', url: `/api/undo/${body.undo.id}`, headers })
  expect(undone.json()).toEqual({
    restored: 1,
    skipped: 1,
    left: [{ id: other.id, title: '', code: 'not_found' }],
  })
})
