import { expect, it } from 'vitest'
import type { GuestPreview, NewPreviewLink } from '#contract/preview-links.ts'
import { createDesk } from './testing/desk.ts'

const { api, editor, createArticle } = await createDesk()

const mark = '<div data-missing-picture="clip_image001.jpg" data-alt="A pier"></div>'
type Version = { id: string; version: number; body: string; slug: string }

it('the place of a pasted picture that is missing is kept for writers, in copies and in history, and no reader sees it', async () => {
  const { id, slug } = await createArticle({
    slug: 'half-pasted',
    body: `<p>Before.</p>${mark}<ul><li><p></p>${mark}</li></ul><p>After.</p>`,
    status: 'published',
  })
  const stored = (await api<Version>(editor, 'GET', `/api/articles/${id}`)).body
  expect(stored.body.split(mark)).toHaveLength(3)

  const read = async () => (await api<Version>(null, 'GET', `/content/v1/articles/${slug}`)).body.body
  expect(await read()).toBe('<p>Before.</p><p>After.</p>')
  const preview = (await api<{ html: string }>(editor, 'GET', `/api/articles/${id}/preview`)).body.html
  const link = (await api<NewPreviewLink>(editor, 'POST', `/api/articles/${id}/preview-links`, { hours: 1 })).body
  const token = new URL(link.url).hash.slice(1)
  const guest = (await api<GuestPreview>(null, 'POST', '/api/preview', { token })).body.html
  for (const html of [preview, guest]) {
    expect(html).toContain('<p>Before.</p><p>After.</p>')
    expect(html).not.toContain('clip_image001')
  }

  const { version } = stored
  const saved = await api<Version>(editor, 'PATCH', `/api/articles/${id}`, { version, body: `<p>One.</p>${mark}` })
  expect(saved.body.body).toBe(`<p>One.</p>${mark}`)
  const copy = await api<Version>(editor, 'POST', `/api/articles/${id}/duplicate`)
  expect([copy.status, copy.body.body]).toEqual([201, `<p>One.</p>${mark}`])
  const { items } = (await api<{ items: { id: string }[] }>(editor, 'GET', `/api/articles/${id}/revisions`)).body
  const revisions = await Promise.all(
    items.map(async (one) =>
      JSON.stringify((await api(editor, 'GET', `/api/articles/${id}/revisions/${one.id}`)).body),
    ),
  )
  expect(revisions.every((one) => one.includes('clip_image001.jpg'))).toBe(true)
})
