import { expect, it } from 'vitest'
import type { UndoPointer } from '#contract/undo.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'

const desk = await createDesk()
const { api, db, editor, administrator, createArticle, tag } = desk

type WithUndo = { undo: UndoPointer }
const act = async (id: string, action: string, who = editor) => {
  const { version } = (await api(who, 'GET', `/api/articles/${id}`)).body
  return (await api<WithUndo>(who, 'POST', `/api/articles/${id}/${action}`, { version })).body.undo.id
}
const open = async (steps: readonly string[], who: Person = editor) => {
  const { closed } = (await api<{ closed: string[] }>(who, 'GET', `/api/undo?ids=${steps.join(',')}`)).body
  return steps.filter((step) => !closed.includes(step))
}

it('of the actions that a person did, those that can still be undone are named', async () => {
  const { id } = await createArticle({ status: 'draft' })
  const other = await createArticle({ status: 'draft' })
  const published = await act(id, 'publish')
  const elsewhere = await act(other.id, 'archive')
  expect(await open([published, elsewhere])).toEqual([published, elsewhere])
  expect(await open([published], administrator)).toEqual([])
  const back = await act(id, 'unpublish')
  expect(await open([published, back, elsewhere])).toEqual([back, elsewhere])
  await api(editor, 'POST', `/api/undo/${back}`)
  // The later one is undone, so the earlier one can be again.
  expect(await open([published, back, elsewhere])).toEqual([published, elsewhere])
  const { version } = (await api(editor, 'GET', `/api/articles/${other.id}`)).body
  await api(administrator, 'POST', `/api/articles/${other.id}/restore`, { version })
  expect(await open([published, elsewhere])).toEqual([published])
})

it('a change of many can be undone as long as one of them is as it left it', async () => {
  const [one, two] = [await createArticle({ status: 'draft' }), await createArticle({ status: 'draft' })]
  const ids = [one.id, two.id]
  const body = { action: 'addTags', ids, expectedCount: 2, values: [tag.id] }
  const { undo } = (await api<WithUndo>(editor, 'POST', '/api/articles/bulk', body)).body
  await act(one.id, 'archive')
  expect(await open([undo.id])).toEqual([undo.id])
  await act(two.id, 'archive')
  expect(await open([undo.id])).toEqual([])
})

it('what expired is not named, and more than a hundred are not asked for at once', async () => {
  const { id } = await createArticle({ status: 'draft' })
  const step = await act(id, 'publish')
  await db
    .updateTable('undoStep')
    .set({ createdAt: new Date(Date.now() - 31 * 86_400_000).toISOString() })
    .where('id', '=', step)
    .execute()
  expect(await open([step])).toEqual([])
  const many = Array.from({ length: 101 }, () => step).join(',')
  expect((await api(editor, 'GET', `/api/undo?ids=${many}`)).status).toBe(400)
})
