import { expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import type { TrashResults } from '#contract/trash.ts'
import { createDesk } from '../articles/testing/desk.ts'

const { api, app, administrator, editor, createArticle } = await createDesk()

let count = 0
const make = async (name: string, parent: string | null = null, slug?: string) => {
  const fields = { name: parent ? name : `${name} ${++count}`, parent, ...(slug && { slug }) }
  return (await api<Category>(editor, 'POST', '/api/categories', fields)).body
}
const view = async (id: string) => (await api<Category>(editor, 'GET', `/api/categories/${id}`)).body
const standing = async (id: string) => {
  const { primaryCategory, categories } = (await api(editor, 'GET', `/api/articles/${id}`)).body
  return [primaryCategory, ...categories]
}
const merge = async (into: Category, ...from: Category[]) =>
  (await api<{ undo: string }>(editor, 'POST', `/api/categories/${into.id}/merge`, { from: from.map(({ id }) => id) }))
    .body.undo
const remove = async ({ id }: Category, choices: object) =>
  (await api<{ undo: string }>(editor, 'POST', `/api/categories/${id}/remove`, choices)).body.undo
const undo = (id: string) =>
  api<{ restored: number; skipped: number }>(editor, 'POST', '/api/categories/undo', { undo: id })
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
