import { expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import type { TrashResults } from '#contract/trash.ts'
import type { UndoPointer, UndoReport } from '#contract/undo.ts'
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
const undo = (id: UndoPointer) => api<UndoReport>(editor, 'POST', `/api/undo/${id?.id}`)
const inTrash = async (way: 'restore' | 'purge', ...gone: Category[]) => {
  const items = gone.map(({ id }) => ({ type: 'category', id }))
  const { status, body } = await api<{ results: TrashResults }>(administrator, 'POST', `/api/trash/${way}`, { items })
  return { status, codes: body.results?.map(({ code }) => code) }
}
const leadsTo = async (slug: string) => {
  const answer = await app.inject(`/content/v1/redirects?path=/categories/${slug}`)
  return answer.statusCode === 404 ? null : answer.json<{ to: string }>().to
}

it('a category and one that was below it are deleted permanently in any order', async () => {
  for (const parentFirst of [true, false]) {
    const parent = await make('Parent')
    const child = await make('Child', parent.id)
    await remove(child, {})
    await remove(parent, {})
    const order = parentFirst ? [parent, child] : [child, parent]
    expect(await inTrash('purge', ...order)).toEqual({ status: 200, codes: [null, null] })
  }
})

it('one whose parent was deleted permanently comes back at the top', async () => {
  const parent = await make('Parent')
  const child = await make('Child of no one', parent.id)
  await remove(child, {})
  await remove(parent, {})
  expect((await inTrash('purge', parent)).codes).toEqual([null])
  expect((await inTrash('restore', child)).codes).toEqual([null])
  expect(await view(child.id)).toMatchObject({ parent: null })
})

it('what is deleted permanently stays away from an undo, and what was below it stays where it went', async () => {
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

it('of several that were merged, those not yet deleted permanently come back', async () => {
  const [a, b, target] = [await make('A'), await make('B'), await make('Target')]
  const one = await createArticle({ primaryCategory: a.id, categories: [b.id] })
  const two = await createArticle({ primaryCategory: b.id, status: 'published' })
  await merge(target, a, b)
  expect((await inTrash('purge', a)).codes).toEqual([null])
  expect(await inTrash('restore', b)).toEqual({ status: 200, codes: [null] })
  expect(await assignment(one.id)).toEqual([target.id, b.id])
  expect(await assignment(two.id)).toEqual([b.id])
})

it('merged one after the other they come back with their articles, the last one first', async () => {
  const { a, b, c } = { a: await make('A'), b: await make('B'), c: await make('C') }
  const ofA = await createArticle({ primaryCategory: a.id, status: 'published' })
  const ofBoth = await createArticle({ primaryCategory: b.id, categories: [a.id] })
  const ofC = await createArticle({ primaryCategory: c.id, categories: [a.id], status: 'published' })
  await merge(b, a)
  await merge(c, b)
  for (const one of [b, a]) expect((await inTrash('restore', one)).codes).toEqual([null])
  expect(await assignment(ofA.id)).toEqual([a.id])
  expect(await assignment(ofBoth.id)).toEqual([b.id, a.id])
  expect(await assignment(ofC.id)).toEqual([c.id, a.id])
  const { body } = await api<{ hasChanges: boolean }>(editor, 'GET', `/api/articles/${ofC.id}`)
  expect(body.hasChanges).toBe(false)
})

it('what a later merge moved on stays with it when an earlier one is undone, and is named', async () => {
  const { a, b, c } = { a: await make('A'), b: await make('B'), c: await make('C') }
  const article = await createArticle({ primaryCategory: a.id, status: 'published' })
  const first = await merge(b, a)
  const second = await merge(c, b)
  const left = [{ id: article.id, title: article.title, code: 'stale_version' }]
  expect(await undo(first)).toMatchObject({ status: 200, body: { restored: 1, skipped: 1, left } })
  expect(await view(a.id)).toMatchObject({ name: a.name })
  expect(await assignment(article.id)).toEqual([c.id])
  expect((await undo(second)).body).toMatchObject({ skipped: 0, left: [] })
  expect(await assignment(article.id)).toEqual([b.id])
})

it('a category that was moved again keeps its place when the first move is undone, and is named', async () => {
  const [one, two, three] = [await make('One'), await make('Two'), await make('Three')]
  const move = async (to: object) =>
    (await api<{ undo: UndoPointer }>(editor, 'POST', `/api/categories/${one.id}/move`, to)).body.undo
  const siblings = async () =>
    (await api<{ items: Category[] }>(editor, 'GET', '/api/categories/tree')).body.items
      .filter(({ parent }) => parent === null)
      .map(({ id }) => id)
  const before = await siblings()
  const first = await move({ parent: null, before: null })
  const between = await siblings()
  const second = await move({ parent: null, before: three.id })
  const left = [{ id: one.id, title: one.name, code: 'stale_version' }]
  expect((await undo(first)).body).toEqual({ restored: 0, skipped: 1, left })
  expect((await siblings()).slice(-3)).toEqual([two.id, one.id, three.id])
  await undo(second)
  expect(await siblings()).toEqual(between)
  await undo(first)
  expect(await siblings()).toEqual(before)
})

it('an undo leaves an article alone that was given other categories since, and names it', async () => {
  const [a, b, gone, added] = [await make('A'), await make('B'), await make('Gone'), await make('Added')]
  const article = await createArticle({ primaryCategory: gone.id, categories: [a.id, b.id] })
  const step = await remove(gone, { articles: 'none' })
  expect(await assignment(article.id)).toEqual([a.id, b.id])
  const { version } = (await api(editor, 'GET', `/api/articles/${article.id}`)).body
  await api(editor, 'PATCH', `/api/articles/${article.id}`, { version, categories: [added.id] })
  expect((await undo(step)).body).toMatchObject({ skipped: 1, left: [{ title: article.title }] })
  expect(await assignment(article.id)).toEqual([a.id, added.id])
})

it('one that has to come back at the top brings its articles, unless they were moved on', async () => {
  const [parent, kept] = [await make('Parent'), await make('Kept')]
  const child = await make('Child with articles', parent.id)
  const [own, moved, still] = [
    await createArticle({ primaryCategory: child.id }),
    await createArticle({ primaryCategory: child.id }),
    await createArticle({ primaryCategory: parent.id, categories: [child.id] }),
  ]
  await remove(child, { articles: { to: kept.id } })
  const other = await make('Other')
  const { version } = (await api(editor, 'GET', `/api/articles/${moved.id}`)).body
  await api(editor, 'PATCH', `/api/articles/${moved.id}`, { version, primaryCategory: other.id })
  await remove(parent, { articles: { to: other.id } })
  expect((await inTrash('restore', child)).codes).toEqual([null])
  expect(await view(child.id)).toMatchObject({ parent: null })
  expect(await assignment(own.id)).toEqual([child.id])
  expect(await assignment(moved.id)).toEqual([other.id])
  expect((await inTrash('restore', parent)).codes).toEqual([null])
  expect(await assignment(still.id)).toEqual([parent.id, kept.id])
})

it('the address of a category that came back leads nowhere else', async () => {
  const renamed = await make('Renamed', null, 'cats-old')
  const { version } = await view(renamed.id)
  await api(editor, 'PATCH', `/api/categories/${renamed.id}`, { version, slug: 'cats-new' })
  expect(await leadsTo('cats-old')).toBe('/categories/cats-new')
  await remove(renamed, {})
  const replacement = await make('Replacement', null, 'cats-old')
  await inTrash('restore', renamed)
  expect(await leadsTo('cats-old')).toBe(null)
  expect(await view(replacement.id)).toMatchObject({ slug: 'cats-old' })

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
