import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problems.ts'
import { ApiError } from '../../api/call.ts'
import { ArticleSession } from './article-session.ts'
import { oneArticleServer, stored } from './testing/article-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T12:00:00Z') }))

afterEach(() => void vi.useRealTimers())

test('a new article is created by itself soon after the first words, and then only what changed is sent', async () => {
  const { server, ports } = oneArticleServer()
  const session = new ArticleSession(undefined, ports)
  session.change({ title: 'Rain' })
  expect(session.get().save.kind).toBe('here')
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get().save).toEqual({ kind: 'saved', at: '2026-01-01T12:04:00.000Z' })
  session.change({ body: '<p>Wet.</p>' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.saves).toEqual([{ title: 'Rain' }, { version: 1, reason: 'autosave', body: '<p>Wet.</p>' }])
  expect(server.kept.size).toBe(0)
})

test('someone who never pauses is saved every ten seconds all the same', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  for (let second = 0; second < 12; second++) {
    session.change({ title: `Rain ${second}` })
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(server.saves.length).toBe(1)
})

test('what the server trimmed does not move the text under the cursor, and is not sent again', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  session.change({ title: 'Rain ' })
  await session.save()
  expect(session.get().fields.title).toBe('Rain ')
  expect(await session.save()).toBe(true)
  expect(server.saves.length).toBe(1)
})

test('offline text stays in this browser and is sent when the server is back', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  server.online = false
  session.change({ title: 'Rain' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get().save).toMatchObject({ kind: 'failed', keptHere: true, error: { code: 'offline' } })
  expect([...server.kept.values()]).toMatchObject([{ fields: { title: 'Rain' }, version: 1 }])
  server.online = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.article?.title).toBe('Rain')
  expect(server.kept.size).toBe(0)
})

test('what is typed while a save is under way is sent next, not lost', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  session.change({ title: 'Rain' })
  const saving = session.save()
  session.change({ title: 'Rain again' })
  await saving
  expect(session.get().dirty).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article?.title).toBe('Rain again')
})

test('a slug that is not one is named and held back, the rest is saved', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  session.change({ slug: 'Not a slug', title: 'Rain' })
  await session.save()
  expect(server.saves).toEqual([{ version: 1, reason: 'save', title: 'Rain' }])
  expect(Object.keys(session.get().faults)).toEqual(['slug'])
})

test('a slug that the server says is taken is named, the rest is saved, and it is tried again only when asked', async () => {
  const { server, ports } = oneArticleServer(stored())
  const edit = ports.edit
  let taken = true
  const asked: unknown[] = []
  ports.edit = async (id, body) => {
    if (body.slug) asked.push(body.slug)
    if (taken && body.slug)
      throw new ApiError('slug_taken', {
        code: 'slug_taken',
        status: 409,
        fields: [{ path: 'slug', code: 'slug_taken', message: 'is in use' }],
      } as Problem)
    return edit(id, body)
  }
  const session = new ArticleSession(server.article, ports)
  session.change({ slug: 'rain', title: 'Rain' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article).toMatchObject({ title: 'Rain', slug: '' })
  session.change({ excerpt: 'Wet' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.article).toMatchObject({ excerpt: 'Wet', slug: '' })
  expect(session.get().faults).toMatchObject({ slug: { code: 'slug_taken' } })
  expect(asked).toEqual(['rain'])
  taken = false
  expect(await session.save()).toBe(true)
  expect(server.article?.slug).toBe('rain')
})

test('tags that the server refuses because one was deleted stay as they were chosen, and are not called saved', async () => {
  const [gone, chosen] = ['0198c0de-0000-7000-8000-0000000000d1', '0198c0de-0000-7000-8000-0000000000d2']
  const { server, ports } = oneArticleServer(stored({ tags: [gone] }))
  const edit = ports.edit
  ports.edit = async (id, body) => {
    if (body.tags?.includes(gone))
      throw new ApiError('invalid_input', {
        code: 'invalid_input',
        status: 400,
        fields: [{ path: 'tags.0', code: 'unknown_id', message: 'does not exist' }],
      } as Problem)
    return edit(id, body)
  }
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ tags: [] })
  session.change({ title: 'Rain', tags: [gone, chosen] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.article).toMatchObject({ title: 'Rain', tags: [] })
  expect(session.get()).toMatchObject({
    fields: { tags: [gone, chosen] },
    faults: { tags: { code: 'unknown_id' } },
    dirty: true,
    save: { kind: 'here' },
  })
  session.change({ tags: [chosen] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article.tags).toEqual([chosen])
  expect(session.get()).toMatchObject({ dirty: false, faults: {}, save: { kind: 'saved' } })
})

test('a tag that the server leaves out of what was saved, because it was deleted, leaves the screen', async () => {
  const [gone, chosen] = ['0198c0de-0000-7000-8000-0000000000d1', '0198c0de-0000-7000-8000-0000000000d2']
  const { server, ports } = oneArticleServer(stored({ tags: [gone] }))
  const edit = ports.edit
  ports.edit = (id, body) => edit(id, { ...body, ...(body.tags && { tags: body.tags.filter((tag) => tag !== gone) }) })
  const session = new ArticleSession(server.article, ports)
  session.change({ title: 'Rain ', tags: [gone, chosen] })
  expect(await session.save()).toBe(true)
  expect(session.get()).toMatchObject({ dirty: false, fields: { title: 'Rain ', tags: [chosen] } })
  expect(server.saves.length).toBe(1)
})

test('a fault of the server passes: the same save is sent again by itself, unless the screen was left', async () => {
  for (const left of [false, true]) {
    const { server, ports } = oneArticleServer(stored())
    const edit = ports.edit
    ports.edit = () => Promise.reject(new ApiError('unexpected'))
    const session = new ArticleSession(server.article, ports)
    session.change({ title: 'Rain' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(session.get().save.kind).toBe('failed')
    if (left) expect(await session.leave()).toBe(false)
    ports.edit = edit
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.article?.title).toBe(left ? '' : 'Rain')
    expect(server.kept.size).toBe(left ? 1 : 0)
  }
})

test('what is typed while the first save is under way is kept in this browser under the new id at once', async () => {
  const { server, ports } = oneArticleServer()
  const session = new ArticleSession(undefined, ports)
  session.change({ title: 'Rain' })
  const saving = session.save()
  session.change({ title: 'Rain again' })
  await saving
  expect([...server.kept]).toMatchObject([[server.article?.id, { fields: { title: 'Rain again' } }]])
})
