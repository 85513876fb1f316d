import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { Author } from '#contract/authors.ts'
import type { Tag } from '#contract/tags.ts'
import type { TrashResults } from '#contract/trash.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, db, editor, author, administrator, createArticle } = await createDesk({ logLevel: 'warn' })
type Undone = { restored: number; skipped: number }

let made = 0
/** Names that look like no other. */
const tag = async (name = `Undo ${made++} ${crypto.randomUUID().slice(0, 8)}`, more: object = {}) =>
  (await api<Tag>(editor, 'POST', '/api/tags', { name, ...more })).body
const view = async (id: string) => (await api<Tag>(editor, 'GET', `/api/tags/${id}`)).body
const edit = (id: string, fields: object) => api<Tag>(editor, 'PATCH', `/api/tags/${id}`, fields)
const merge = async (into: { id: string }, ...from: { id: string }[]) =>
  (await api<{ undo: UndoPointer }>(editor, 'POST', `/api/tags/${into.id}/merge`, { from: from.map(({ id }) => id) }))
    .body.undo
const remove = async (...tags: { id: string }[]) =>
  (await api<{ undo: UndoPointer }>(editor, 'POST', '/api/tags/delete', { ids: tags.map(({ id }) => id) })).body.undo
const undo = async (id: UndoPointer, who = editor) => (await api<Undone>(who, 'POST', `/api/undo/${id?.id}`)).body
const restore = async (...tags: { id: string }[]) => {
  const items = tags.map(({ id }) => ({ type: 'tag', id }))
  return (await api<{ results: TrashResults }>(editor, 'POST', '/api/trash/restore', { items })).body.results
}
const purge = (one: { id: string }) =>
  api(administrator, 'POST', '/api/trash/purge', { items: [{ type: 'tag', id: one.id }] })
const articleNow = async (id: string) => (await api<Article>(editor, 'GET', `/api/articles/${id}`)).body
const tagsOf = async (id: string) => {
  const live = await db.selectFrom('articleLive').select(['tagIds', 'content']).where('articleId', '=', id).execute()
  const { tags, hasChanges } = await articleNow(id)
  for (const { tagIds, content } of live) expect([tagIds, content.tags, hasChanges]).toEqual([tags, tags, false])
  return tags
}
const published = (...tags: { id: string }[]) => createArticle({ tags: tags.map(({ id }) => id), status: 'published' })
const redirect = async (path: string) =>
  (await api<{ to: string }>(null, 'GET', `/content/v1/redirects?path=${path}`)).body.to

describe('names merged one after the other', () => {
  it('come back in any order that is asked for', async () => {
    const [a, b, c] = [await tag(), await tag(), await tag()]
    const [onlyA, onlyB, both] = [await published(a), await published(b), await published(a, b)]
    await merge(b, a)
    await merge(c, b)
    const results = await restore(a, b)
    expect(results.map(({ ok, skipped }) => [ok, skipped])).toEqual([
      [true, 0],
      [true, 0],
    ])
    expect(await tagsOf(onlyA.id)).toEqual([a.id])
    expect(await tagsOf(onlyB.id)).toEqual([b.id])
    expect(await tagsOf(both.id)).toEqual([a.id, b.id])
  })

  it('come back out of order, too, but what the later merge moved stays with it, and is named', async () => {
    const [a, b, c, other] = [await tag(), await tag(), await tag(), await tag()]
    const [onlyA, onlyB] = [await published(other, a), await published(b)]
    const first = await merge(b, a)
    const second = await merge(c, b)
    expect(await undo(first)).toMatchObject({
      restored: 0,
      skipped: 1,
      left: [{ id: onlyA.id, title: onlyA.title, code: 'stale_version' }],
    })
    expect((await view(a.id)).name).toBe(a.name)
    expect(await tagsOf(onlyA.id)).toEqual([other.id, c.id])
    expect(await undo(second)).toMatchObject({ restored: 2, skipped: 0, left: [] })
    expect(await tagsOf(onlyA.id)).toEqual([other.id, b.id])
    expect(await tagsOf(onlyB.id)).toEqual([b.id])
  })

  it('come back although what they became part of was deleted, permanently or not; the articles are named', async () => {
    for (const permanently of [false, true]) {
      const [a, b] = [await tag(), await tag()]
      const article = await published(a)
      await merge(b, a)
      await remove(b)
      if (permanently) expect((await purge(b)).status).toBe(200)
      expect(await restore(a)).toMatchObject([
        { ok: true, skipped: 1, left: [{ id: article.id, title: article.title, code: 'stale_version' }] },
      ])
      expect(await tagsOf(article.id)).toEqual([])
      expect((await view(a.id)).name).toBe(a.name)
    }
  })

  it('stay together when the one in the middle is deleted permanently', async () => {
    const [a, b, c] = [await tag(), await tag(), await tag()]
    const article = await published(a)
    await merge(b, a)
    await merge(c, b)
    await purge(b)
    const saved = await createArticle({ tags: [a.id] })
    expect(saved.tags).toEqual([c.id])
    expect(await restore(a)).toMatchObject([{ ok: true, skipped: 1 }])
    expect(await tagsOf(article.id)).toEqual([c.id])
  })
})

describe('an article whose names were changed since', () => {
  it('stays as it is, whichever name it was, and is named', async () => {
    const [a, b, z, y] = [await tag(), await tag(), await tag(), await tag()]
    const article = await published(z, a, y)
    const step = await merge(b, a)
    const later = await remove(z)
    const left = [{ id: article.id, title: article.title, code: 'stale_version' }]
    expect(await undo(step)).toEqual({ restored: 0, skipped: 1, left })
    expect(await tagsOf(article.id)).toEqual([b.id, y.id])
    expect(await undo(later)).toMatchObject({ restored: 1, skipped: 0 })
    expect(await tagsOf(article.id)).toEqual([z.id, b.id, y.id])
  })

  it('stays as it is when the target was taken off, and the trash names it', async () => {
    const [a, b] = [await tag(), await tag()]
    const article = await createArticle({ tags: [a.id] })
    await createArticle({ tags: [a.id] })
    await merge(b, a)
    await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, tags: [] })
    expect(await restore(a)).toMatchObject([{ ok: true, skipped: 1, left: [{ title: article.title }] }])
    expect(await tagsOf(article.id)).toEqual([])
  })
})

describe('a name that others took meanwhile', () => {
  it('stays in the trash, and the rest of its group comes back', async () => {
    const [a, b, target] = [await tag('Taken meanwhile'), await tag(), await tag()]
    const [one, two] = [await published(a), await published(b, a)]
    await merge(target, a, b)
    const blocker = await tag('TAKEN meanwhile', { slug: 'something-else' })
    expect(await restore(a, b)).toMatchObject([{ code: 'name_taken' }, { ok: true, skipped: 0 }])
    expect(await tagsOf(one.id)).toEqual([target.id])
    expect(await tagsOf(two.id)).toEqual([b.id, target.id])
    expect((await view(target.id)).synonyms).toEqual(['Taken meanwhile'])
    await edit(blocker.id, { version: 1, name: 'Out of the way now' })
    expect(await restore(a)).toMatchObject([{ ok: true, skipped: 0 }])
    expect(await tagsOf(one.id)).toEqual([a.id])
    expect(await tagsOf(two.id)).toEqual([b.id, a.id])
    expect((await view(target.id)).synonyms).toEqual([])
  })

  it('is named when an undo cannot be done', async () => {
    const [a, b, target] = [await tag('Named by the undo'), await tag(), await tag()]
    const step = await merge(target, a, b)
    await tag('named by the UNDO', { slug: 'yet-another' })
    expect(await undo(step)).toMatchObject({ code: 'name_taken', reasons: ['Named by the undo'] })
  })
})

describe('a target that was edited since', () => {
  it('gives up the synonyms that it took over, and keeps the edit', async () => {
    const [a, b] = [
      await tag('Leaves again', { synonyms: ['Goes too', 'Mine'] }),
      await tag(undefined, { synonyms: ['Mine'] }),
    ]
    const step = await merge(b, a)
    const { version } = await view(b.id)
    await edit(b.id, { version, description: 'Edited' })
    await undo(step)
    expect(await view(b.id)).toMatchObject({ description: 'Edited', synonyms: ['Mine'], version: version + 2 })
    const found = await api<{ items: Tag[] }>(editor, 'GET', '/api/tags?q=leaves again')
    expect(found.body.items.map(({ id }) => id)).toEqual([a.id])
  })

  it('keeps synonyms that were edited since, and is named', async () => {
    const [a, b] = [await tag(), await tag()]
    const step = await merge(b, a)
    await edit(b.id, { version: (await view(b.id)).version, synonyms: ['New', a.name] })
    expect(await undo(step)).toMatchObject({ left: [{ id: b.id, title: b.name, code: 'stale_version' }] })
    expect((await view(b.id)).synonyms).toEqual(['New', a.name])
    expect((await view(a.id)).name).toBe(a.name)
  })

  it('gives the account back to the author who had it', async () => {
    const person = async (displayName: string) =>
      (await api<Author>(editor, 'POST', '/api/authors', { displayName })).body
    const [a, b] = [await person('Had the account'), await person('Took the account')]
    await db.updateTable('author').set({ userId: null }).where('userId', '=', author.user.id).execute()
    await api(administrator, 'PATCH', `/api/authors/${a.id}`, { version: 1, user: author.user.id })
    const path = `/api/authors/${b.id}`
    const merged = await api<{ undo: UndoPointer }>(administrator, 'POST', `${path}/merge`, { from: [a.id] })
    await api(editor, 'PATCH', path, { version: 2, bio: 'Edited' })
    expect(await undo(merged.body.undo, administrator)).toMatchObject({ restored: 0 })
    expect((await api(editor, 'GET', `/api/authors/${a.id}`)).body).toMatchObject({ user: author.user.id })
    expect((await api(editor, 'GET', path)).body).toMatchObject({ user: null, bio: 'Edited' })
  })
})

describe('a name that comes back alone', () => {
  it('is no synonym any more of what it became part of, though that is in the trash', async () => {
    const [a, b] = [await tag('Alone again', { synonyms: ['Came along'] }), await tag(undefined, { synonyms: ['Own'] })]
    await merge(b, a)
    await remove(b)
    await restore(a)
    await restore(b)
    expect((await view(b.id)).synonyms).toEqual(['Own'])
    expect((await view(a.id)).synonyms).toEqual(['Came along'])
  })

  it('stays a synonym of what its target became part of, until that merge is undone', async () => {
    const [a, b] = [await tag(), await tag(undefined, { synonyms: ['Of the middle'] })]
    const c = await tag(undefined, { synonyms: ['Of the third'] })
    await merge(b, a)
    const second = await merge(c, b)
    await restore(a)
    expect((await view(c.id)).synonyms).toEqual(['Of the third', b.name, 'Of the middle', a.name])
    await undo(second)
    expect((await view(c.id)).synonyms).toEqual(['Of the third'])
    expect((await view(b.id)).synonyms).toEqual(['Of the middle'])
  })

  it('comes back without its account where another author has it by now', async () => {
    const person = async (displayName: string) =>
      (await api<Author>(editor, 'POST', '/api/authors', { displayName })).body
    const [a, b, c] = [await person('First of three'), await person('Second of three'), await person('Third of three')]
    await db.updateTable('author').set({ userId: null }).where('userId', '=', author.user.id).execute()
    await api(administrator, 'PATCH', `/api/authors/${a.id}`, { version: 1, user: author.user.id })
    await api(administrator, 'POST', `/api/authors/${b.id}/merge`, { from: [a.id] })
    await api(administrator, 'POST', `/api/authors/${c.id}/merge`, { from: [b.id] })
    const userOf = async ({ id }: Author) => (await api<Author>(editor, 'GET', `/api/authors/${id}`)).body.user
    expect(await userOf(c)).toBe(author.user.id)
    await api(administrator, 'POST', '/api/trash/restore', { items: [{ type: 'author', id: a.id }] })
    expect([await userOf(a), await userOf(c)]).toEqual([null, author.user.id])
  })
})

describe('addresses', () => {
  it('lead nowhere else while something lives there', async () => {
    const first = await tag(undefined, { slug: 'old-address' })
    await edit(first.id, { version: 1, slug: 'newer-address' })
    await remove(first)
    await tag(undefined, { slug: 'old-address' })
    await restore(first)
    expect(await redirect('/tag/old-address')).toBeUndefined()
    expect((await view(first.id)).slug).toBe('newer-address')
  })

  it('of what was merged further belong to what comes back', async () => {
    const [a, b, c] = [await tag(undefined, { slug: 'ab' }), await tag(), await tag(undefined, { slug: 'cd' })]
    const step = await merge(b, a)
    await merge(c, b)
    expect(await redirect('/tag/ab')).toBe('/tag/cd')
    await undo(step)
    expect(await redirect('/tag/ab')).toBeUndefined()
  })

  it('that are free only by number are not the old ones of others', async () => {
    const older = await tag(undefined, { slug: 'rs-2' })
    await edit(older.id, { version: 1, slug: 'zz' })
    const gone = await tag(undefined, { slug: 'rs' })
    await remove(gone)
    await tag(undefined, { slug: 'rs' })
    await restore(gone)
    expect((await view(gone.id)).slug).toBe('rs-2')
    expect(await redirect('/tag/rs-2')).toBeUndefined()
  })

  it('that someone else left since stay theirs', async () => {
    const [a, b, other] = [await tag(undefined, { slug: 'was-a' }), await tag(), await tag()]
    await edit(a.id, { version: 1, slug: 'is-a' })
    await merge(b, a)
    await edit(other.id, { version: 1, slug: 'was-a' })
    await edit(other.id, { version: 2, slug: 'is-other' })
    await restore(a)
    expect(await redirect('/tag/was-a')).toBe('/tag/is-other')
  })
})

describe('unpublished changes', () => {
  it('are none where a merge made both versions the same, and are some again after the undo', async () => {
    const [a, b] = [await tag(), await tag()]
    const article = await createArticle({
      tags: [a.id],
      status: 'published',
      cover: null,
      unpublishAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const edited = async (fields: object) => {
      const { version } = await articleNow(article.id)
      return (await api<Article>(editor, 'PATCH', `/api/articles/${article.id}`, { version, ...fields })).body
    }
    expect((await edited({ tags: [b.id] })).hasChanges).toBe(true)
    const step = await merge(b, a)
    expect(await articleNow(article.id)).toMatchObject({ hasChanges: false, tags: [b.id] })
    await undo(step)
    expect(await articleNow(article.id)).toMatchObject({ hasChanges: true, tags: [b.id] })
    await edited({ title: 'Another title' })
    await merge(b, a)
    expect((await articleNow(article.id)).hasChanges).toBe(true)
  })
})

it('nothing that was restored or skipped left a step or a wrong count behind', async () => {
  await api(editor, 'GET', '/api/tags')
  const { rows } = await sql<{ wrong: number; alive: number }>`select
    (select count(*) from tag where deleted_at is null and uses <> (select count(*) from article_tag join article
      on article.id = article_id where tag_id = tag.id and article.deleted_at is null)) as wrong,
    (select count(*) from undo_step join tag on tag.id = any(gone) where deleted_at is null) as alive`.execute(db)
  expect(rows[0]).toEqual({ wrong: 0, alive: 0 })
})
