import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import type { Problem } from '#contract/problems.ts'
import { ApiError } from '../../api/call.ts'
import { isPlace, piecesOf, type Side } from './article-body-places.ts'
import type { LocalCopy } from './article-local-copy.ts'
import type { SessionPorts } from './article-session-state.ts'
import { ArticleSession } from './article-session.ts'

const person = { id: '0198c0de-0000-7000-8000-00000000000a', name: 'Li Wei' }
const stored = (fields: Partial<Article> = {}): Article =>
  ({
    ...emptyArticleFields,
    id: '0198c0de-0000-7000-8000-000000000001',
    version: 1,
    status: 'draft',
    updatedAt: '2026-01-01T12:04:00.000Z',
    updatedBy: person,
    ...fields,
  }) as Article

/** A server of one article that trims titles, refuses stale versions, and can be switched off. */
function oneArticleServer(start?: Article) {
  const server = {
    article: start,
    online: true,
    saves: [] as Record<string, unknown>[],
    kept: new Map<string, LocalCopy>(),
  }
  const write = (body: Record<string, unknown>) => {
    if (!server.online) throw new ApiError('offline')
    server.saves.push(body)
    const { version: _version, reason: _reason, ...fields } = body
    const title = typeof fields['title'] === 'string' ? { title: fields['title'].trim() } : {}
    server.article = stored({ ...server.article, ...fields, ...title, version: (server.article?.version ?? 0) + 1 })
    return server.article
  }
  const ports: SessionPorts = {
    create: async (body) => write(body),
    edit: async (_id, body) => {
      if (server.online && body.version !== server.article?.version) {
        throw new ApiError('stale_version', {
          code: 'stale_version',
          status: 409,
          current: server.article,
          changedBy: person.name,
        } as Problem)
      }
      return write(body)
    },
    keep: async (id, copy) => Boolean(server.kept.set(id ?? 'new', copy)),
    drop: async (id) => void server.kept.delete(id ?? 'new'),
    flush: () => {},
  }
  return { server, ports }
}

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

test('another person’s change of another field is merged and both are kept', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, title: 'Snow' })
  session.change({ excerpt: 'Mine' })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ title: 'Snow', excerpt: 'Mine', version: 3 })
  expect(session.get().merged).toEqual({ changedBy: 'Li Wei', fields: ['title'], besideOwn: true })
})

/** What the editor showed and writes in the same way. */
const shown = (html: string) => ({ given: html, written: html })

test('a key pressed before another person’s text is in the editor does not take that text out again', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p><ul><li>Oars</li></ul>' }))
  const session = new ArticleSession(server.article, ports)
  session.typed('<p>Rain a</p><ul><li>Oars</li></ul>', shown('<p>Rain.</p><ul><li>Oars</li></ul>'))
  server.article = stored({ version: 2, body: '<p>Rain.</p><ul><li>Oars and sails</li></ul>' })
  await session.save()
  session.typed('<p>Rain again</p><ul><li>Oars</li></ul>', shown('<p>Rain a</p><ul><li>Oars</li></ul>'))
  const both = '<p>Rain again</p><ul><li>Oars and sails</li></ul>'
  expect(session.get().fields.body).toBe(both)
  server.article = stored({ ...server.article, version: 4, body: '<p>Rain a</p><ul><li>Oars, sails, ropes</li></ul>' })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Rain again</p><ul><li>Oars, sails, ropes</li></ul>' })
})

test('a word that was being composed in the paragraph that someone else changed meanwhile is asked about', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p><p>End.</p>' }))
  const session = new ArticleSession(server.article, ports)
  session.noticed(stored({ version: 2, body: '<p>Snow.</p><p>End.</p>' }))
  session.typed('<p>Rain 你好</p><p>End.</p>', shown('<p>Rain.</p><p>End.</p>'))
  expect(session.get()).toMatchObject({
    fields: { body: '<p>Rain 你好</p><p>End.</p>' },
    conflict: { fields: ['body'], changedBy: 'Li Wei', theirs: { body: '<p>Snow.</p><p>End.</p>' } },
  })
})

test('blocks that the editor only writes in another way are nobody’s change', async () => {
  const given = '<p>Rain.</p><ul><li>Oars</li></ul>'
  const written = '<p>Rain.</p><ul><li><p>Oars</p></li></ul>'
  const { server, ports } = oneArticleServer(stored({ body: given }))
  const session = new ArticleSession(server.article, ports)
  session.typed(written.replace('Rain.', 'Sun.'), { given, written })
  server.article = stored({ version: 2, body: given.replace('Oars', 'Sails') })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Sun.</p><ul><li>Sails</li></ul>' })
})

test('when both changed the text the person is asked, and choosing theirs still leaves mine in the history', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Theirs.</p>' })
  session.change({ body: '<p>Mine.</p>' })
  expect(await session.save()).toBe(false)
  expect(session.get().conflict).toMatchObject({ changedBy: 'Li Wei', fields: ['body'] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.saves).toEqual([])
  expect(await session.resolve({ body: 'theirs' })).toBe(true)
  expect(server.saves.map((save) => save['body'])).toEqual(['<p>Mine.</p>', '<p>Theirs.</p>'])
  expect(session.get().fields.body).toBe('<p>Theirs.</p>')
})

test('who goes on writing is never asked by a timer, only when they save or compare', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Theirs.</p>' })
  const { edit } = ports
  ports.edit = async (id, body) => {
    // Typed on while the save is under way: its timer runs when the conflict is there.
    session.change({ body: '<p>Mine, written on.</p>' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    return edit(id, body)
  }
  session.change({ body: '<p>Mine.</p>' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.get().conflict).toMatchObject({ isAsked: false })
  expect(server.kept.size).toBe(1)
  expect(await session.save()).toBe(false)
  expect(session.get().conflict).toMatchObject({ isAsked: true })
})

test('two people change different paragraphs: both are saved, nobody is asked', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p><p>Ferries.</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Rain.</p><p>Ferries sail.</p>' })
  session.change({ body: '<p>Rain again.</p><p>Ferries.</p>' })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Rain again.</p><p>Ferries sail.</p>', version: 3 })
  expect(session.get()).toMatchObject({
    fields: { body: '<p>Rain again.</p><p>Ferries sail.</p>' },
    merged: { changedBy: 'Li Wei', fields: ['body'], besideOwn: true },
    conflict: undefined,
  })
})

test('in a conflict about one paragraph the others are merged, whichever side is chosen', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p><p>Ferries.</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Snow.</p><p>Ferries sail.</p>' })
  session.change({ body: '<p>Sun.</p><p>Ferries.</p>' })
  expect(await session.save()).toBe(false)
  expect(session.get().conflict?.theirs.body).toBe('<p>Snow.</p><p>Ferries sail.</p>')
  expect(await session.resolve({ body: 'mine' })).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Sun.</p><p>Ferries sail.</p>' })
})

/** A conflict in two paragraphs; the one between them is nobody's change. */
async function twoPlaces() {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain</p><p>Wind</p><p>Snow</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Their rain</p><p>Wind</p><p>Their snow</p>' })
  session.change({ body: '<p>My rain</p><p>Wind</p><p>My snow</p>' })
  expect(await session.save()).toBe(false)
  const chosen = (...sides: Side[]) => {
    const { fields, conflict } = session.get()
    const places = piecesOf(fields.body, conflict!.theirs.body).filter(isPlace)
    return new Map(sides.map((side, at) => [places[at]!.id, side]))
  }
  return { server, ports, session, chosen }
}

test('each place of the text has a choice of its own, and the history says which version is whose', async () => {
  const { server, session, chosen } = await twoPlaces()
  expect(await session.resolve({ body: chosen('mine', 'both') })).toBe(true)
  const body = '<p>My rain</p><p>Wind</p><p>My snow</p><p>Their snow</p>'
  expect(server.article).toMatchObject({ body })
  expect(server.saves).toMatchObject([
    { reason: 'beforeChoice', body: '<p>My rain</p><p>Wind</p><p>My snow</p>' },
    { reason: 'choice', body },
  ])
})

test('my version everywhere is saved once', async () => {
  const { server, session, chosen } = await twoPlaces()
  expect(await session.resolve({ body: chosen('mine', 'mine') })).toBe(true)
  expect(server.saves).toMatchObject([{ reason: 'choice', body: '<p>My rain</p><p>Wind</p><p>My snow</p>' }])
})

test('a place without a choice, or written on since, is asked about again', async () => {
  const { server, session, chosen } = await twoPlaces()
  expect(await session.resolve({ body: chosen('mine') })).toBe(false)
  const choice = chosen('theirs', 'theirs')
  session.change({ body: '<p>My rain</p><p>Wind</p><p>My snow, written on</p>' })
  expect(await session.resolve({ body: choice })).toBe(false)
  expect(session.get().conflict).toMatchObject({ isAsked: true })
  expect(server.saves).toEqual([])
})

test('what a third person or I write while the choice is being saved is not taken out again', async () => {
  const { server, ports, session, chosen } = await twoPlaces()
  const { edit } = ports
  ports.edit = async (id, body) => {
    ports.edit = edit
    server.article = stored({ ...server.article, version: 3, body: `${server.article!.body}<p>Third</p>` })
    session.change({ body: session.get().fields.body.replace('Wind', 'Wind, typed on') })
    return edit(id, body)
  }
  expect(await session.resolve({ body: chosen('theirs', 'mine') })).toBe(true)
  expect(server.article).toMatchObject({
    body: '<p>Their rain</p><p>Wind, typed on</p><p>My snow</p><p>Third</p>',
  })
})

test('a choice that could not be saved is asked again: the other version is not overwritten later', async () => {
  const { server, ports, session, chosen } = await twoPlaces()
  server.online = false
  expect(await session.resolve({ body: chosen('theirs', 'theirs') })).toBe(false)
  server.online = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.get().conflict).toMatchObject({ fields: ['body'] })
  expect(server.saves).toEqual([])
  const again = new ArticleSession(server.article, ports)
  again.restore(server.kept.get(server.article!.id)!)
  expect(again.get().conflict).toMatchObject({ fields: ['body'] })
  expect(await session.resolve({ body: chosen('theirs', 'theirs') })).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Their rain</p><p>Wind</p><p>Their snow</p>' })
})

test('a field that needs a correction, or a key pressed meanwhile, does not keep a choice from being saved', async () => {
  const { server, ports, session, chosen } = await twoPlaces()
  session.change({ slug: 'Not a slug' })
  const { edit } = ports
  ports.edit = async (id, body) => {
    ports.edit = edit
    const answer = await edit(id, body)
    session.change({ body: `${session.get().fields.body}<p>Typed on</p>` })
    return answer
  }
  await session.resolve({ body: chosen('theirs', 'mine') })
  expect(session.get()).toMatchObject({ conflict: undefined, fields: { slug: 'Not a slug' } })
  expect(server.article).toMatchObject({ body: '<p>Their rain</p><p>Wind</p><p>My snow</p><p>Typed on</p>' })
})

test('two people change different sentences of a paragraph: both are saved, nobody is asked', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain. Wind.</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Rain. Storm.</p>' })
  session.change({ body: '<p>Heavy rain. Wind.</p>' })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Heavy rain. Storm.</p>' })
})

test('what someone else changed while nothing of mine was unsaved is told as that', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  session.noticed(stored({ version: 2, body: '<p>Theirs.</p>' }))
  expect(session.get().merged).toEqual({ changedBy: 'Li Wei', fields: ['body'], besideOwn: false })
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

test('a change noticed on coming back is taken over where nothing was typed', () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  session.noticed(stored({ version: 5, title: 'Snow' }))
  expect(session.get()).toMatchObject({ dirty: false, fields: { title: 'Snow' }, article: { version: 5 } })
})

test('what the editor has not reported yet is mine too, when another person’s change is noticed', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain.</p>' }))
  const session = new ArticleSession(server.article, {
    ...ports,
    flush: () => session.change({ body: '<p>Rain, typed.</p>' }),
  })
  session.noticed(stored({ version: 2, body: '<p>Rain.</p>', title: 'Snow' }))
  expect(session.get().fields).toMatchObject({ title: 'Snow', body: '<p>Rain, typed.</p>' })
})

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
