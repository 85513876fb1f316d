import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/problems.ts'
import { ApiError } from '../../api/call.ts'
import { ArticleSession } from './article-session.ts'
import { oneArticleServer, stored } from './testing/article-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T12:00:00Z') }))

afterEach(() => void vi.useRealTimers())

/** A new article that the server has, and this screen does not know it. */
async function unanswered() {
  const { server, ports } = oneArticleServer()
  const session = new ArticleSession(undefined, ports)
  server.answers = false
  session.change({ title: 'Rain', body: '<p>Wet.</p>' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get()).toMatchObject({ article: undefined, save: { kind: 'failed', keptHere: true } })
  return { server, ports, session }
}

test('a new article whose first save was not answered is there once, with what was typed since', async () => {
  const { server, session } = await unanswered()
  session.change({ title: 'Rain again', subtitle: 'And again' })
  await vi.advanceTimersByTimeAsync(2000)
  server.answers = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.made.size).toBe(1)
  expect(server.article).toMatchObject({ title: 'Rain again', subtitle: 'And again', body: '<p>Wet.</p>' })
  expect(session.get()).toMatchObject({ dirty: false, save: { kind: 'saved' } })
  expect(server.kept.size).toBe(0)
})

test('a tab that was closed before the answer came: the text is back, and is the article that exists', async () => {
  const { server, ports } = await unanswered()
  server.answers = true
  const again = new ArticleSession(undefined, ports)
  again.restore(server.kept.get('new')!)
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.made.size).toBe(1)
  expect(again.get()).toMatchObject({ article: { id: server.article!.id }, fields: { title: 'Rain' }, dirty: false })
})

test('who takes the restored text out again starts another article with what they write instead', async () => {
  const { server, ports } = await unanswered()
  server.answers = true
  const again = new ArticleSession(undefined, ports)
  again.restore(server.kept.get('new')!)
  again.undoRestore()
  again.change({ title: 'Sun' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.made.size).toBe(2)
})

test('what a colleague changed in the article before it was answered is kept, in the same paragraph it is a question', async () => {
  const { server, session } = await unanswered()
  server.article = stored({ ...server.article, version: 2, excerpt: 'Theirs', body: '<p>Their wet.</p>' })
  session.change({ title: 'Rain again', body: '<p>My wet.</p>' })
  server.answers = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.get()).toMatchObject({
    fields: { title: 'Rain again', excerpt: 'Theirs', body: '<p>My wet.</p>' },
    conflict: { fields: ['body'], theirs: { body: '<p>Their wet.</p>' } },
  })
  expect(server.article).toMatchObject({ body: '<p>Their wet.</p>' })
})

test('a first save that arrived nowhere, and is refused later, does not hold back what is typed since', async () => {
  const { server, ports } = oneArticleServer()
  const session = new ArticleSession(undefined, ports)
  const { create } = ports
  ports.create = async (body, key) => {
    if (body.title === 'Rain') {
      const problem = { code: 'invalid_input', status: 400, fields: [{ path: 'title', code: 'custom' }] }
      throw new ApiError('invalid_input', problem as unknown as Problem)
    }
    return create(body, key)
  }
  server.online = false
  session.change({ title: 'Rain' })
  const { create: refusing } = ports
  ports.create = create
  await vi.advanceTimersByTimeAsync(2000)
  ports.create = refusing
  server.online = true
  session.change({ title: 'Sun' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article).toMatchObject({ title: 'Sun' })
})
