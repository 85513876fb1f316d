import { expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import { createDesk } from './testing/desk.ts'

const { api, administrator, author, viewer, adManager, createArticle } = await createDesk()
type Page = { items: ArticleSummary[] }

it.each([
  ['a viewer', viewer],
  ['an ad manager', adManager],
  ['another author', author],
])('what is not published changes nothing of what %s gets: no version, no time, no name', async (_name, who) => {
  const { id } = await createArticle({ title: `Quebec ${who.user.role}`, status: 'published' })
  const inList = async (query: string) =>
    (await api<Page>(who, 'GET', `/api/articles?${query}`)).body.items.find((row) => row.id === id)
  const seen = async () => ({
    article: (await api(who, 'GET', `/api/articles/${id}`)).body,
    version: (await api(who, 'GET', `/api/articles/${id}/version`)).body,
    row: await inList(''),
    found: await inList('q=Quebec'),
  })
  const act = async (method: 'PATCH' | 'POST', path: string, body: object) => {
    const { version } = (await api(administrator, 'GET', `/api/articles/${id}`)).body
    const answer = await api(administrator, method, `/api/articles/${id}${path}`, { version, ...body })
    expect(answer.status).toBe(200)
    return answer.body
  }

  const before = await seen()
  expect(before.article.updatedBy).toMatchObject({ name: 'The editor' })
  expect(before.row).toMatchObject({ version: before.version.version, updatedAt: before.article.updatedAt })
  await act('PATCH', '', { title: 'Quebec falls' })
  expect(await seen()).toEqual(before)
  await act('POST', '/submit', { message: 'Please look' })
  expect(await seen()).toEqual(before)
  await act('POST', '/discard', {})
  expect(await seen()).toEqual(before)

  await act('PATCH', '', { title: 'Quebec wins' })
  const { version, live, updatedBy } = await act('POST', '/publish', {})
  const published = { title: 'Quebec wins', version, updatedAt: live?.updatedAt, updatedBy }
  expect(updatedBy).toMatchObject({ name: 'The administrator' })
  expect(await seen()).toMatchObject({ article: published, version: { version }, row: published, found: published })
})
