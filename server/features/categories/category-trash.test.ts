import { expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import type { TrashResults } from '#contract/trash.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, app, administrator, editor, createArticle } = await createDesk()

let count = 0
const make = async (name: string, parent: string | null = null, slug?: string) => {
  const fields = { name: parent ? name : `${name} ${++count}`, parent, ...(slug && { slug }) }
  return (await api<Category>(editor, 'POST', '/api/categories', fields)).body
}
const view = async (id: string) => (await api<Category>(editor, 'GET', `/api/categories/${id}`)).body
const assignment = async (id: string) => {
  const { primaryCategory, categories } = (await api(editor, 'GET', `/api/articles/${id}`)).body
  return [primaryCategory, ...categories]
}
const merge = async (into: Category, ...from: Category[]) =>
  (
    await api<{ undo: UndoPointer }>(editor, 'POST', `/api/categories/${into.id}/merge`, {
      from: from.map(({ id }) => id),
    })
  ).body.undo
const remove = async ({ id }: Category, choices: object) =>
  (await api<{ undo: UndoPointer }>(editor, 'POST', `/api/categories/${id}/remove`, choices)).body.undo
const undo = (id: UndoPointer) => api<{ restored: number; skipped: number }>(editor, 'POST', `/api/undo/${id?.id}`)
const inTrash = async (way: 'restore' | 'purge', ...gone: Category[]) => {
  const items = gone.map(({ id }) => ({ type: 'category', id }))
  const { status, body } = await api<{ results: TrashResults }>(administrator, 'POST', `/api/trash/${way}`, { items })
  return { status, codes: body.results?.map(({ code }) => code) }
}
const leadsTo = async (slug: string) => {
  const answer = await app.inject(`/content/v1/redirects?path=/categories/${slug}`)
  return answer.statusCode === 404 ? null : answer.json<{ to: string }>().to
}

it('a category and one that stood below it are deleted for good in any order', async () => {
  for (const parentFirst of [true, false]) {
    const parent = await make('Parent')
    const child = await make('Child', parent.id)
    await remove(child, {})
    await remove(parent, {})
    const order = parentFirst ? [parent, child] : [child, parent]
    expect(await inTrash('purge', ...order)).toEqual({ status: 200, codes: [null, null] })
  }
})

it('one whose parent was deleted for good comes back at the top', async () => {
  const parent = await make('Parent')
  const child = await make('Child of nobody', parent.id)
  await remove(child, {})
  await remove(parent, {})
  expect((await inTrash('purge', parent)).codes).toEqual([null])
  expect((await inTrash('restore', child)).codes).toEqual([null])
  expect(await view(child.id)).toMatchObject({ parent: null })
})

it('what is deleted for good stays away from an undo, and what stood below it stays where it went', async () => {
  const parent = await make('Parent')
  const child = await make('Left behind', parent.id)
  const [other, lost] = [await make('Other'), await make('Lost')]
  const article = await createArticle({ primaryCategory: other.id, categories: [lost.id] })
  const steps = [await remove(parent, { children: 'up' }), await remove(lost, { articles: 'none' })]
  expect((await inTrash('purge', parent, lost)).codes).toEqual([null, null])
  for (const step of steps) expect(await undo(step)).toMatchObject({ status: 200, body: { restored: 0 } })
  expect(await view(child.id)).toMatchObject({ parent: null })
  expect(await assignment(article.id)).toEqual([other.id])
})

it('of several that were merged, those not yet deleted for good come back', async () => {
  const [a, b, target] = [await make('A'), await make('B'), await make('Target')]
  const one = await createArticle({ primaryCategory: a.id, categories: [b.id] })
  const two = await createArticle({ primaryCategory: b.id, status: 'published' })
  await merge(target, a, b)
  expect((await inTrash('purge', a)).codes).toEqual([null])
  expect(await inTrash('restore', b)).toEqual({ status: 200, codes: [null] })
  expect(await assignment(one.id)).toEqual([target.id, b.id])
  expect(await assignment(two.id)).toEqual([b.id])
})

it('merged one after the other they come back in any order, each with its articles', async () => {
  for (const order of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const made = { a: await make('A'), b: await make('B'), c: await make('C') }
    const { a, b, c } = made
    const ofA = await createArticle({ primaryCategory: a.id, status: 'published' })
    const ofBoth = await createArticle({ primaryCategory: b.id, categories: [a.id] })
    const ofC = await createArticle({ primaryCategory: c.id, categories: [a.id], status: 'published' })
    await merge(b, a)
    await merge(c, b)
    for (const name of order) expect((await inTrash('restore', made[name])).codes).toEqual([null])
    expect(await assignment(ofA.id)).toEqual([a.id])
    expect(await assignment(ofBoth.id)).toEqual([b.id, a.id])
    expect(await assignment(ofC.id)).toEqual([c.id, a.id])
    const { body } = await api<{ hasChanges: boolean }>(editor, 'GET', `/api/articles/${ofC.id}`)
    expect(body.hasChanges).toBe(false)
  }
})

it('an undo gives the article back what it lost, whatever else somebody gave it or took from it since', async () => {
  const [a, b, gone, added] = [await make('A'), await make('B'), await make('Gone'), await make('Added')]
  const article = await createArticle({ primaryCategory: gone.id, categories: [a.id, b.id] })
  const step = await remove(gone, { articles: 'none' })
  expect(await assignment(article.id)).toEqual([a.id, b.id])
  const { version } = (await api(editor, 'GET', `/api/articles/${article.id}`)).body
  await api(editor, 'PATCH', `/api/articles/${article.id}`, { version, categories: [added.id] })
  expect((await undo(step)).body).toMatchObject({ skipped: 0 })
  expect(await assignment(article.id)).toEqual([gone.id, a.id, added.id])
})

it('one that has to come back at the top brings its articles', async () => {
  const parent = await make('Parent')
  const child = await make('Child with articles', parent.id)
  const article = await createArticle({ primaryCategory: child.id })
  await remove(child, { articles: { to: parent.id } })
  const other = await make('Other')
  await remove(parent, { articles: { to: other.id } })
  expect((await inTrash('restore', child)).codes).toEqual([null])
  expect(await view(child.id)).toMatchObject({ parent: null })
  expect(await assignment(article.id)).toEqual([child.id])
  expect((await inTrash('restore', parent)).codes).toEqual([null])
  expect(await assignment(article.id)).toEqual([child.id])
})

it('the address of a category that came back leads nowhere else', async () => {
  const renamed = await make('Renamed', null, 'cats-old')
  const { version } = await view(renamed.id)
  await api(editor, 'PATCH', `/api/categories/${renamed.id}`, { version, slug: 'cats-new' })
  expect(await leadsTo('cats-old')).toBe('/categories/cats-new')
  await remove(renamed, {})
  const heir = await make('Heir', null, 'cats-old')
  await inTrash('restore', renamed)
  expect(await leadsTo('cats-old')).toBe(null)
  expect(await view(heir.id)).toMatchObject({ slug: 'cats-old' })

  // It comes back under the number that an older one once had.
  const older = await make('Older', null, 'cats-rs-2')
  await api(editor, 'PATCH', `/api/categories/${older.id}`, { version: 1, slug: 'cats-zz' })
  const gone = await make('Gone', null, 'cats-rs')
  await remove(gone, {})
  await make('In its place', null, 'cats-rs')
  await inTrash('restore', gone)
  expect(await view(gone.id)).toMatchObject({ slug: 'cats-rs-2' })
  expect(await leadsTo('cats-rs-2')).toBe(null)
})

it('an article has no unpublished changes where a merge made both versions the same, and has some after the undo', async () => {
  const [a, b] = [await make('Changes A'), await make('Changes B')]
  const further = await make('Changes further')
  const article = await createArticle({ primaryCategory: a.id, categories: [further.id], status: 'published' })
  const now = async () => (await api(editor, 'GET', `/api/articles/${article.id}`)).body
  const { version } = await now()
  await api(editor, 'PATCH', `/api/articles/${article.id}`, { version, primaryCategory: b.id })
  expect(await now()).toMatchObject({ hasChanges: true })
  const step = await merge(b, a)
  expect(await now()).toMatchObject({ hasChanges: false, primaryCategory: b.id, categories: [further.id] })
  await undo(step)
  expect(await now()).toMatchObject({ hasChanges: true, primaryCategory: b.id })
  const edited = await api(editor, 'PATCH', `/api/articles/${article.id}`, {
    version: (await now()).version,
    title: 'Another title',
  })
  expect(edited.status).toBe(200)
  await merge(b, a)
  expect(await now()).toMatchObject({ hasChanges: true })
})
