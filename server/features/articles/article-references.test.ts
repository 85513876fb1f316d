import { expect, it } from 'vitest'
import { createDesk } from './testing/desk.ts'

const { api, editor, administrator, createArticle } = await createDesk()
const make = async (noun: string, name: string) =>
  (await api(editor, 'POST', `/api/${noun}`, noun === 'authors' ? { displayName: name } : { name })).body.id
const save = (article: { id: string; version: number }, fields: object) =>
  api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, ...fields })

it('a tag that someone deletes or merges meanwhile takes no other tag along when the writer saves', async () => {
  const [gone, merged, kept, added] = [
    await make('tags', 'Gone'),
    await make('tags', 'Merged'),
    await make('tags', 'Kept'),
    await make('tags', 'Added'),
  ]
  const article = await createArticle({ tags: [gone] })
  await api(editor, 'DELETE', `/api/tags/${gone}`)
  await api(editor, 'POST', `/api/tags/${kept}/merge`, { from: [merged] })
  const saved = await save(article, { tags: [gone, merged, added, kept] })
  expect(saved).toMatchObject({ status: 200, body: { tags: [kept, added] } })
  const again = await save(saved.body, { tags: [gone] })
  expect(again).toMatchObject({ status: 200, body: { tags: [] } })
})

it('a category or author in the trash is followed or left out, and a primary category is never lost by it', async () => {
  const [gone, merged, target, other] = [
    await make('categories', 'Gone'),
    await make('categories', 'Merged'),
    await make('categories', 'Target'),
    await make('categories', 'Other'),
  ]
  const person = await make('authors', 'Gone person')
  await api(administrator, 'DELETE', `/api/authors/${person}`)
  const article = await createArticle({ primaryCategory: other })
  await api(editor, 'DELETE', `/api/categories/${gone}`)
  await api(editor, 'POST', `/api/categories/${target}/merge`, { from: [merged] })
  const further = await save(article, { categories: [gone, merged], authors: [...article.authors, person] })
  expect(further).toMatchObject({
    status: 200,
    body: { primaryCategory: other, categories: [target], authors: article.authors },
  })
  const moved = await save(further.body, { primaryCategory: merged })
  expect(moved).toMatchObject({ status: 200, body: { primaryCategory: target, categories: [] } })
  const lost = await save(moved.body, { primaryCategory: gone })
  expect(lost).toMatchObject({ status: 200, body: { primaryCategory: target } })
  const made = await api(editor, 'POST', '/api/articles', { title: 'New', primaryCategory: merged, categories: [gone] })
  expect(made).toMatchObject({ status: 201, body: { primaryCategory: target, categories: [] } })
})

it('an id that never was is refused by its place, whatever else is in the trash', async () => {
  const [gone, category] = [await make('tags', 'Gone too'), await make('categories', 'Gone as well')]
  const article = await createArticle()
  await api(editor, 'DELETE', `/api/tags/${gone}`)
  await api(editor, 'DELETE', `/api/categories/${category}`)
  const nothing = '01900000-0000-7000-8000-000000000000'
  const refused = await save(article, { tags: [gone, nothing], categories: [category, nothing] })
  expect(refused.status).toBe(400)
  expect(refused.body.fields?.map(({ path, code }) => [path, code])).toEqual([
    ['categories.1', 'unknown_id'],
    ['tags.1', 'unknown_id'],
  ])
})
