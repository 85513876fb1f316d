import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { ArticleSession } from './article-session.ts'
import { oneArticleServer, stored } from './testing/article-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T12:00:00Z') }))

afterEach(() => void vi.useRealTimers())

/** A tab that was closed with unsaved text, and the article opened again in a new one. */
async function reopened(typed: Partial<Article>, colleague: Partial<Article> | undefined) {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p>' }))
  const first = new ArticleSession(server.article, ports)
  server.online = false
  first.change(typed)
  await vi.advanceTimersByTimeAsync(300)
  server.online = true
  if (colleague) server.article = stored({ ...server.article, ...colleague, version: 2 })
  const copy = server.kept.get(server.article!.id)!
  const session = new ArticleSession(server.article, ports)
  session.restore(copy)
  return { server, ports, session, copy }
}

test('text of an earlier visit is back by itself, is saved, and can be undone', async () => {
  const { server, session } = await reopened({ title: 'Kept' }, undefined)
  expect(session.get()).toMatchObject({ fields: { title: 'Kept' }, restored: { fields: { title: 'Kept' } } })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article?.title).toBe('Kept')
  const again = session.undoRestore()
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article?.title).toBe('')
  again()
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article?.title).toBe('Kept')
})

test('a restored text that was written on is no news any more: there is nothing left to take out', async () => {
  const { session } = await reopened({ title: 'Kept' }, {})
  expect(session.get().restored).toBeDefined()
  session.change({ title: 'Kept and written on' })
  expect(session.get().restored).toBeUndefined()
})

test('text of an earlier visit is merged with what a colleague saved meanwhile in another paragraph', async () => {
  const { server, session } = await reopened({ body: '<p>Rain.</p><p>Kept.</p>' }, { body: '<p>Rain, then snow.</p>' })
  expect(session.get().conflict).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article?.body).toBe('<p>Rain, then snow.</p><p>Kept.</p>')
})

test('text of an earlier visit: only the paragraph that a colleague changed, too, is a question', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain</p><p>Wind</p><p>Snow</p>' }))
  const theirs = stored({ version: 2, body: '<p>Their rain</p><p>Their wind</p><p>Snow</p>' })
  const kept = {
    fields: { body: '<p>My rain</p><p>Wind</p><p>My snow</p>' },
    base: { body: server.article!.body },
    version: 1,
    at: '2026-01-01T00:00:00.000Z',
  }
  server.article = theirs
  const session = new ArticleSession(theirs, ports)
  session.restore(kept)
  const { fields, conflict } = session.get()
  expect(fields.body).toBe('<p>My rain</p><p>Their wind</p><p>My snow</p>')
  expect(conflict?.theirs.body).toBe('<p>Their rain</p><p>Their wind</p><p>My snow</p>')
  await vi.advanceTimersByTimeAsync(1000)
  const again = new ArticleSession(theirs, ports)
  again.restore(server.kept.get(theirs.id)!)
  expect(again.get()).toMatchObject({
    fields: { body: fields.body },
    conflict: { theirs: { body: conflict?.theirs.body } },
  })
  expect(await session.resolve({ body: 'theirs' })).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Their rain</p><p>Their wind</p><p>My snow</p>' })
})

test('what a colleague added elsewhere is there once when an open question is restored', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain</p><p>Wind</p>' }))
  const first = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Their rain</p><p>Wind</p><p>Their end</p>' })
  first.change({ body: '<p>My rain</p><p>My wind</p>' })
  await vi.advanceTimersByTimeAsync(3000)
  const again = new ArticleSession(server.article, ports)
  again.restore(server.kept.get(server.article.id)!)
  expect(again.get()).toMatchObject({
    fields: { body: '<p>My rain</p><p>My wind</p><p>Their end</p>' },
    conflict: { theirs: { body: '<p>Their rain</p><p>My wind</p><p>Their end</p>' } },
  })
})

test('text of an earlier visit is beside what a colleague saved meanwhile in another field', async () => {
  const { server, session } = await reopened({ title: 'Kept' }, { body: '<p>Theirs.</p>' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article).toMatchObject({ title: 'Kept', body: '<p>Theirs.</p>' })
  expect(session.get().conflict).toBeUndefined()
})

test('text of an earlier visit does not overwrite the same text by a colleague: it is asked, also once more', async () => {
  const { server, ports, session } = await reopened({ body: '<p>Kept.</p>', title: 'Kept' }, { body: '<p>Theirs.</p>' })
  expect(session.get()).toMatchObject({
    conflict: { fields: ['body'], changedBy: 'Li Wei' },
    fields: { title: 'Kept', body: '<p>Kept.</p>' },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.saves).toEqual([])
  const again = new ArticleSession(server.article, ports)
  again.restore(server.kept.get(server.article!.id)!)
  expect(again.get().conflict).toMatchObject({ fields: ['body'] })
  expect(await again.resolve({ body: 'theirs' })).toBe(true)
  expect(server.saves.map(({ body }) => body)).toEqual(['<p>Kept.</p>', '<p>Theirs.</p>'])
  expect(server.article).toMatchObject({ title: 'Kept', body: '<p>Theirs.</p>' })
  expect(server.kept.size).toBe(0)
})

test('a copy that an older release kept, which names only a version, is asked about when the article has a newer one', () => {
  const { ports, server } = oneArticleServer(stored({ version: 2, title: 'Theirs' }))
  const copy = { fields: { title: 'Kept' }, version: 1, at: '2026-01-01T00:00:00.000Z' }
  const session = new ArticleSession(server.article, ports)
  session.restore(copy)
  expect(session.get().conflict).toMatchObject({ fields: ['title'] })
  const same = new ArticleSession(server.article, ports)
  same.restore({ ...copy, version: 2 })
  expect(same.get()).toMatchObject({ conflict: undefined, fields: { title: 'Kept' } })
})

test('text of two tabs that were lost: what the second one replaces in the same field is offered in turn', async () => {
  const { server, ports } = oneArticleServer(stored({ subtitle: '', body: '<p>Rain.</p>' }))
  const copyOf = (fields: Partial<Article>) => ({
    fields,
    base: { subtitle: '', body: '<p>Rain.</p>' },
    version: 1,
    at: '2026-01-01T00:00:00.000Z',
  })
  const session = new ArticleSession(server.article, ports)
  expect(session.restore(copyOf({ subtitle: 'Of the first tab' }))).toBeUndefined()
  const second = copyOf({ subtitle: 'Of the second tab', body: '<p>Rain. Of the second tab.</p>' })
  const replaced = session.restore(second, { overTyped: true })
  expect(session.get().fields).toMatchObject({ subtitle: 'Of the second tab', body: '<p>Rain. Of the second tab.</p>' })
  expect(replaced).toMatchObject({ fields: { subtitle: 'Of the first tab' } })
  await vi.advanceTimersByTimeAsync(2000)
  expect(server.article).toMatchObject({ subtitle: 'Of the second tab' })
  session.restore(replaced!, { overTyped: true })
  expect(session.get().conflict).toMatchObject({
    fields: ['subtitle'],
    theirs: { subtitle: 'Of the second tab' },
  })
  expect(session.get().fields.subtitle).toBe('Of the first tab')
})

test('a restored text that is in question, too, leaves the question that is open already', async () => {
  const { server, ports } = oneArticleServer(stored({ subtitle: 'One', excerpt: 'One' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, subtitle: 'Theirs', excerpt: 'Theirs' })
  session.change({ subtitle: 'Mine' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get().conflict).toMatchObject({ fields: ['subtitle'] })
  session.restore(
    { fields: { excerpt: 'Kept' }, base: { excerpt: 'One' }, version: 1, at: '2026-01-01T00:00:00.000Z' },
    { overTyped: true },
  )
  expect(session.get()).toMatchObject({
    fields: { subtitle: 'Mine', excerpt: 'Kept' },
    conflict: { fields: ['subtitle', 'excerpt'], theirs: { subtitle: 'Theirs', excerpt: 'Theirs' } },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.saves).toEqual([])
})
