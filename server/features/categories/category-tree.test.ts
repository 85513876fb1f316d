import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { Category, CategoryTreeItem } from '#contract/categories.ts'
import type { DeliveryArticle } from '#contract/delivery.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, app, db, administrator, editor, author, adManager, viewer, createArticle } = await createDesk()
type Tree = { items: CategoryTreeItem[]; can: { write: boolean } }
type Done = { entity: Category; undo: UndoPointer; moved: number; articles: number }

let count = 0
/** `Sport`, `Sport/Football` …: categories of a branch of this test's own, by their names. */
async function grow(...lines: string[]) {
  const root = `Branch ${++count}`
  const made = new Map<string, Category>()
  for (const line of [root, ...lines.map((one) => `${root}/${one}`)]) {
    const parent = made.get(line.slice(0, line.lastIndexOf('/')))?.id ?? null
    const name = line.slice(line.lastIndexOf('/') + 1)
    made.set(line, (await api<Category>(editor, 'POST', '/api/categories', { name, parent })).body)
  }
  return {
    root: made.get(root)!,
    at: (line: string) => made.get(`${root}/${line}`)!,
    /** The branch as it is now, in the order of the screen. */
    lines: async () => linesOf((await api<Tree>(viewer, 'GET', '/api/categories/tree')).body.items, root),
  }
}
function linesOf(items: CategoryTreeItem[], root: string): string[] {
  const path = new Map<string, string>()
  for (const { id, parent, name } of items) path.set(id, parent ? `${path.get(parent)}/${name}` : name)
  return [...path.values()].filter((line) => line.startsWith(`${root}/`)).map((line) => line.slice(root.length + 1))
}
const move = (id: string, to: object, who = editor) =>
  api<Category & { undo: UndoPointer }>(who, 'POST', `/api/categories/${id}/move`, to)
const merge = (id: string, from: string[]) => api<Done>(editor, 'POST', `/api/categories/${id}/merge`, { from })
const remove = (id: string, choices: object) =>
  api<Done & { reasons: string[] }>(editor, 'POST', `/api/categories/${id}/remove`, choices)
const undo = (id: UndoPointer, who = editor) =>
  api<{ restored: number; skipped: number }>(who, 'POST', `/api/undo/${id?.id}`)
const article = async (id: string) => (await api(editor, 'GET', `/api/articles/${id}`)).body
const rows = async (ids: string[]) => ({
  category: await db
    .selectFrom('category')
    .select(['id', 'name', 'slug', 'parent', 'position', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute(),
  links: await db.selectFrom('articleCategory').selectAll().orderBy('articleId').orderBy('position').execute(),
  primary: await db
    .selectFrom('article')
    .select(['id', 'primaryCategory', 'version', 'updatedAt'])
    .orderBy('id')
    .execute(),
  live: await db.selectFrom('articleLive').selectAll().orderBy('articleId').execute(),
})

describe('the tree', () => {
  it('comes in its order, with each article counted once in a category and once in each above', async () => {
    const { root, at, lines } = await grow('B', 'B/X', 'B/Y', 'A')
    await createArticle({ primaryCategory: at('B/X').id, categories: [at('B/Y').id] })
    await createArticle({ primaryCategory: at('B').id, categories: [root.id] })
    await createArticle({ primaryCategory: at('B').id, status: 'trashed' })
    expect(await lines()).toEqual(['B', 'B/X', 'B/Y', 'A'])
    const { items, can } = (await api<Tree>(editor, 'GET', '/api/categories/tree')).body
    const counts = (id: string) => items.filter((one) => one.id === id).map(({ own, total }) => [own, total])[0]
    expect([root, at('B'), at('B/X'), at('A')].map(({ id }) => counts(id))).toEqual([
      [1, 2],
      [1, 2],
      [1, 1],
      [0, 0],
    ])
    expect(can).toEqual({ write: true })
    expect((await api<Tree>(viewer, 'GET', '/api/categories/tree')).body.can).toEqual({ write: false })
  })

  it('is read by everybody and changed by editors and administrators only', async () => {
    const { root, at } = await grow('A', 'B')
    const [a, b] = [at('A'), at('B')]
    const calls: ['POST' | 'PATCH' | 'DELETE', string, object?][] = [
      ['PATCH', `/api/categories/${a.id}`, { version: 1, name: 'Z' }],
      ['POST', `/api/categories/${a.id}/move`, { parent: null }],
      ['POST', `/api/categories/${a.id}/merge-preview`, { from: [b.id] }],
      ['POST', `/api/categories/${a.id}/merge`, { from: [b.id] }],
      ['POST', `/api/categories/${a.id}/remove`, {}],
      ['DELETE', `/api/categories/${a.id}`],
    ]
    for (const [method, url, body] of calls) {
      expect((await api(null, method, url, body)).status, url).toBe(401)
      for (const person of [author, adManager, viewer]) expect((await api(person, method, url, body)).status).toBe(403)
    }
    expect((await api(null, 'GET', '/api/categories/tree')).status).toBe(401)
    expect((await move(a.id, { parent: root.id }, administrator)).status).toBe(200)
    expect((await api(editor, 'DELETE', `/api/categories/${a.id}`)).status).toBe(204)
  })
})

describe('renaming', () => {
  it('is refused when stale, and beside a namesake; an old slug leads to the new one', async () => {
    const { at } = await grow('A', 'B')
    const { id, slug } = at('A')
    const edit = (fields: object) => api<Category>(editor, 'PATCH', `/api/categories/${id}`, fields)
    const renamed = await edit({ version: 1, name: 'Art', slug: `art-${count}`, description: 'Pictures' })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Art', version: 2, description: 'Pictures' } })
    expect(await edit({ version: 1, name: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { name: 'Art' }, changedBy: editor.user.name },
    })
    expect(await edit({ version: 2, name: 'b' })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
    expect(await edit({ version: 2, slug: at('B').slug })).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
    expect((await edit({ version: 2, parent: null })).status).toBe(400)
    const answer = await app.inject(`/content/v1/redirects?path=/categories/${slug}`)
    expect(answer.json()).toEqual({ to: `/categories/art-${count}` })
  })
})

describe('moving', () => {
  it('puts a category before a sibling, to a position or last, and an undo puts it back', async () => {
    const { root, at, lines } = await grow('A', 'B', 'C', 'C/X')
    const moved = await move(at('C').id, { parent: root.id, before: at('B').id, version: 1 })
    expect(moved).toMatchObject({ status: 200, body: { position: 1, version: 2 } })
    expect(await lines()).toEqual(['A', 'C', 'C/X', 'B'])
    await move(at('C').id, { parent: at('B').id })
    expect(await lines()).toEqual(['A', 'B', 'B/C', 'B/C/X'])
    const last = await move(at('C').id, { parent: root.id, position: 0 })
    expect(await lines()).toEqual(['C', 'C/X', 'A', 'B'])
    expect((await undo(last.body.undo, administrator)).body.code).toBe('undo_expired')
    expect((await undo(last.body.undo)).status).toBe(200)
    expect(await lines()).toEqual(['A', 'B', 'B/C', 'B/C/X'])
    expect((await undo(last.body.undo)).body.code).toBe('undo_expired')
  })

  it('is refused below itself, too deep with what hangs on it, beside a namesake, when stale, and to nowhere', async () => {
    const { root, at, lines } = await grow('A', 'A/B', 'A/B/C', 'A/B/C/D', 'X', 'X/Y', 'X/Y/B')
    const before = await lines()
    const refused = async (id: string, to: object, status: number, code: string) => {
      const { body, status: got } = await move(id, to)
      expect([got, body.code, body.fields?.[0]?.code]).toContain(code)
      expect(got).toBe(status)
    }
    await refused(at('A').id, { parent: at('A/B/C').id }, 400, 'cycle')
    await refused(at('A').id, { parent: at('A').id }, 400, 'cycle')
    await refused(at('X').id, { parent: at('A/B/C').id }, 400, 'too_deep')
    await refused(at('X/Y/B').id, { parent: at('A').id }, 409, 'name_taken')
    await refused(at('A').id, { parent: root.id, version: 9 }, 409, 'stale_version')
    await refused(at('A').id, { parent: editor.user.id }, 400, 'unknown_id')
    await refused(editor.user.id, { parent: null }, 404, 'not_found')
    expect(await lines()).toEqual(before)
  })

  it('of two people at once into each other ends in one valid tree', async () => {
    for (let round = 0; round < 10; round++) {
      const { at, lines } = await grow('A', 'B')
      const answers = await Promise.all([
        move(at('A').id, { parent: at('B').id }),
        move(at('B').id, { parent: at('A').id }, administrator),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
      expect([
        ['A', 'A/B'],
        ['B', 'B/A'],
      ]).toContainEqual(await lines())
    }
  })
})

describe('merging', () => {
  it('is previewed, brings articles, children and old addresses along, and an undo restores the very same rows', async () => {
    const { root, at, lines } = await grow('Sport', 'Sport/Golf', 'Sports', 'Sports/Golf', 'Sports/Tennis')
    const [sport, sports] = [at('Sport'), at('Sports')]
    const draft = await createArticle({ primaryCategory: sports.id, categories: [sport.id, at('Sports/Golf').id] })
    const live = await createArticle({
      primaryCategory: sport.id,
      categories: [root.id, sports.id],
      status: 'published',
    })
    const ids = [root, sport, sports, at('Sport/Golf'), at('Sports/Golf'), at('Sports/Tennis')].map(({ id }) => id)
    const before = await rows(ids)
    const preview = await api(editor, 'POST', `/api/categories/${sport.id}/merge-preview`, { from: [sports.id] })
    expect(preview.body).toEqual({ articles: 2, published: 1, moved: 1, melted: ['Golf'] })
    expect(await rows(ids)).toEqual(before)

    const merged = await merge(sport.id, [sports.id])
    expect(merged).toMatchObject({ status: 200, body: { entity: { id: sport.id, name: 'Sport' }, moved: 2 } })
    expect(await lines()).toEqual(['Sport', 'Sport/Golf', 'Sport/Tennis'])
    expect(await article(draft.id)).toMatchObject({ primaryCategory: sport.id, categories: [at('Sport/Golf').id] })
    expect(await article(live.id)).toMatchObject({ hasChanges: false, categories: [root.id] })
    const delivered = (await api<DeliveryArticle>(null, 'GET', `/content/v1/articles/${live.slug}`)).body
    expect([delivered.primaryCategory, ...delivered.categories].map((one) => one?.name)).toEqual(['Sport', root.name])
    const redirect = await app.inject(`/content/v1/redirects?path=/categories/${sports.slug}`)
    expect(redirect.json()).toEqual({ to: `/categories/${sport.slug}` })

    expect((await undo(merged.body.undo)).body).toMatchObject({ skipped: 0 })
    expect(await rows(ids)).toEqual(before)
    expect((await app.inject(`/content/v1/redirects?path=/categories/${sports.slug}`)).statusCode).toBe(404)
  })

  it('leaves alone, on undo, the article that someone gave other categories in the meantime', async () => {
    const { root, at } = await grow('A', 'B')
    const [kept, edited] = [
      await createArticle({ primaryCategory: at('B').id }),
      await createArticle({ primaryCategory: at('B').id }),
    ]
    const merged = await merge(at('A').id, [at('B').id])
    await api(editor, 'PATCH', `/api/articles/${edited.id}`, { version: edited.version, primaryCategory: root.id })
    expect((await undo(merged.body.undo)).body.skipped).toBe(1)
    expect((await article(kept.id)).primaryCategory).toBe(at('B').id)
    expect((await article(edited.id)).primaryCategory).toBe(root.id)
  })

  it('melts children whose names differ in a way that only some know to be none', async () => {
    const { at, lines } = await grow('A', 'A/ΑΣ', 'B', 'B/ασ')
    const merged = await merge(at('A').id, [at('B').id])
    expect(merged.status).toBe(200)
    expect(await lines()).toEqual(['A', 'A/ΑΣ'])
    expect((await undo(merged.body.undo)).status).toBe(200)
    expect(await lines()).toEqual(['A', 'A/ΑΣ', 'B', 'B/ασ'])
    const refused = await remove(at('B').id, { children: { into: at('A').id } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  })

  it('is refused into its descendants, and into itself', async () => {
    const { root, at } = await grow('A')
    expect((await merge(at('A').id, [root.id])).body.fields).toMatchObject([{ code: 'into_below' }])
    expect((await merge(root.id, [root.id])).body.fields).toMatchObject([{ code: 'unknown_id' }])
  })
})

describe('deleting', () => {
  it('without a choice is refused while anything hangs on it', async () => {
    const { at } = await grow('A', 'A/B')
    await createArticle({ primaryCategory: at('A').id })
    const refused = await remove(at('A').id, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', reasons: ['children', 'articles'] } })
    expect((await api(editor, 'DELETE', `/api/categories/${at('A').id}`)).body.code).toBe('in_use')
    expect((await api(editor, 'GET', `/api/categories/${at('A').id}/remove-preview`)).body).toEqual({
      articles: 1,
      trashed: 0,
      published: 0,
      alone: 0,
      children: 1,
    })
  })

  it('says how many of the articles are in the trash, which the counts of the tree leave out', async () => {
    const { at } = await grow('A')
    await createArticle({ primaryCategory: at('A').id })
    await createArticle({ primaryCategory: at('A').id, status: 'trashed' })
    const preview = await api(editor, 'GET', `/api/categories/${at('A').id}/remove-preview`)
    expect(preview.body).toMatchObject({ articles: 2, trashed: 1 })
  })

  it('counts each article once, and those that would be without a category, as editors see them or as readers do', async () => {
    const { at } = await grow('A', 'B')
    const [a, b] = [at('A').id, at('B').id]
    await createArticle({ primaryCategory: a, status: 'published' })
    await createArticle({ primaryCategory: a, categories: [b], status: 'published' })
    await createArticle({ primaryCategory: b, categories: [a], status: 'published' })
    await createArticle({ primaryCategory: a, status: 'draft' })
    const moved = await createArticle({ primaryCategory: a, status: 'published' })
    await api(editor, 'PATCH', `/api/articles/${moved.id}`, { version: moved.version, primaryCategory: b })
    const preview = await api(editor, 'GET', `/api/categories/${a}/remove-preview`)
    expect(preview.body).toEqual({ articles: 5, published: 4, trashed: 0, alone: 2, children: 0 })
    const merged = await api(editor, 'POST', `/api/categories/${b}/merge-preview`, { from: [a] })
    expect(merged.body).toMatchObject({ articles: 5, published: 4, moved: 0, melted: [] })
  })

  it('sends children up or into another and articles to another, and an undo restores the very same rows', async () => {
    const { root, at, lines } = await grow('A', 'A/X', 'A/Y', 'B')
    const ids = [root, at('A'), at('A/X'), at('A/Y'), at('B')].map(({ id }) => id)
    const written = await createArticle({ primaryCategory: at('A').id, categories: [at('B').id], status: 'published' })
    const before = await rows(ids)
    const up = await remove(at('A').id, { children: 'up', articles: { to: root.id } })
    expect(up).toMatchObject({ status: 200, body: { articles: 1 } })
    expect(await lines()).toEqual(['X', 'Y', 'B'])
    expect(await article(written.id)).toMatchObject({ primaryCategory: root.id, categories: [at('B').id] })
    expect((await app.inject(`/content/v1/redirects?path=/categories/${at('A').slug}`)).json()).toEqual({
      to: `/categories/${root.slug}`,
    })
    await undo(up.body.undo)
    expect(await rows(ids)).toEqual(before)
    const into = await remove(at('A').id, { children: { into: at('B').id }, articles: 'none' })
    expect(await lines()).toEqual(['B', 'B/X', 'B/Y'])
    expect(await article(written.id)).toMatchObject({ primaryCategory: at('B').id, categories: [], hasChanges: false })
    await undo(into.body.undo)
    expect(await rows(ids)).toEqual(before)
  })

  it('never leaves what readers see without a category', async () => {
    const { at } = await grow('A')
    const published = await createArticle({ primaryCategory: at('A').id, status: 'published' })
    const refused = await remove(at('A').id, { articles: 'none' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', reasons: ['articles'] } })
    expect((await article(published.id)).primaryCategory).toBe(at('A').id)
    expect((await remove(at('A').id, { articles: { to: at('A').id } })).status).toBe(400)
  })

  it('leaves no article in it that is being written at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const { root, at } = await grow('A')
      const [made, removed] = await Promise.all([
        api<Article>(editor, 'POST', '/api/articles', { title: 'Now', primaryCategory: at('A').id }),
        remove(at('A').id, { articles: { to: root.id } }),
      ])
      expect(removed.status).toBe(200)
      expect([201, 400]).toContain(made.status)
      if (made.status === 201) expect((await article(made.body.id)).primaryCategory).toBe(root.id)
    }
  })

  it('cannot be undone where its name is in use again', async () => {
    const { root, at } = await grow('A')
    const removed = await remove(at('A').id, {})
    await api(editor, 'POST', '/api/categories', { name: 'a', parent: root.id })
    expect((await undo(removed.body.undo)).body.code).toBe('undo_expired')
  })
})

describe('the outside site', () => {
  it('reads the tree with its own counts, and asking again costs nothing', async () => {
    const { root, at } = await grow('A', 'A/B')
    await createArticle({ primaryCategory: at('A/B').id, status: 'published' })
    await createArticle({ primaryCategory: at('A').id })
    const first = await app.inject('/content/v1/categories')
    const found = first.json<{ items: { name: string }[] }>().items.find(({ name }) => name === root.name)
    expect(found).toEqual({
      name: root.name,
      slug: root.slug,
      description: '',
      articles: 1,
      children: [
        expect.objectContaining({
          name: 'A',
          articles: 1,
          children: [expect.objectContaining({ name: 'B', children: [] })],
        }),
      ],
    })
    const again = await app.inject({
      url: '/content/v1/categories',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })
})
