import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPlace, piecesOf, type Side } from './article-body-places.ts'
import { ArticleSession } from './article-session.ts'
import { oneArticleServer, stored } from './testing/article-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T12:00:00Z') }))

afterEach(() => void vi.useRealTimers())

/** What the editor showed and writes in the same way. */
const shown = (html: string) => ({ given: html, written: html })

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
  const inQuestion = () =>
    piecesOf(session.get().fields.body, session.get().conflict!.theirs.body).flatMap((piece) =>
      isPlace(piece) ? [[piece.mine, piece.theirs]] : [],
    )
  return { server, ports, session, chosen, inQuestion }
}

test('another person’s change of another field is merged and both are kept', async () => {
  const { server, ports } = oneArticleServer(stored())
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, title: 'Snow' })
  session.change({ excerpt: 'Mine' })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ title: 'Snow', excerpt: 'Mine', version: 3 })
  expect(session.get().merged).toEqual({ changedBy: 'Li Wei', fields: ['title'], besideOwn: true })
})

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

/** Both changed the first paragraph; each has a change of its own elsewhere, theirs at the end. */
async function collided() {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain</p><p>Wind</p><p>Snow</p>' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, body: '<p>Their rain</p><p>Wind</p><p>Snow</p><p>Their end</p>' })
  session.change({ body: '<p>My rain</p><p>My wind</p><p>Snow</p>' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get()).toMatchObject({
    conflict: { fields: ['body'], isAsked: false },
    fields: { body: '<p>My rain</p><p>My wind</p><p>Snow</p><p>Their end</p>' },
  })
  return { server, ports, session }
}

test('who takes the words in question out again is not asked any more, and has the other’s words in their place', async () => {
  const { server, session } = await collided()
  session.change({ body: '<p>Rain</p><p>My wind</p><p>Snow</p><p>Their end</p>' })
  await vi.advanceTimersByTimeAsync(2000)
  const both = '<p>Their rain</p><p>My wind</p><p>Snow</p><p>Their end</p>'
  expect(session.get()).toMatchObject({
    conflict: undefined,
    fields: { body: both },
    merged: { changedBy: 'Li Wei', fields: ['body'], besideOwn: true },
  })
  expect(server.article).toMatchObject({ body: both, version: 3 })
  expect(server.kept.size).toBe(0)
})

test('who saves at once after taking them out is not asked either', async () => {
  const { server, session } = await collided()
  session.change({ body: '<p>Rain</p><p>My wind</p><p>Snow</p><p>Their end</p>' })
  expect(await session.save()).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Their rain</p><p>My wind</p><p>Snow</p><p>Their end</p>' })
})

test('the question stays while the words still collide, however they are changed', async () => {
  const { server, session } = await collided()
  session.change({ body: '<p>My heavy rain</p><p>My wind</p><p>Snow</p><p>Their end</p>' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.get().conflict).toMatchObject({ fields: ['body'], isAsked: false })
  expect(server.saves).toEqual([])
  expect(await session.save()).toBe(false)
  expect(session.get().conflict).toMatchObject({ isAsked: true })
})

test('who writes the same as the other one is not asked any more', async () => {
  const { session } = await collided()
  session.change({ body: '<p>Their rain</p><p>Wind</p><p>Snow</p><p>Their end</p>' })
  expect(session.get()).toMatchObject({ conflict: undefined, dirty: false })
})

test('of two fields in question the one that is as it was before becomes the other’s, the other is still asked', async () => {
  const { server, ports } = oneArticleServer(stored({ title: 'Rain', excerpt: 'Wind' }))
  const session = new ArticleSession(server.article, ports)
  server.article = stored({ version: 2, title: 'Their rain', excerpt: 'Their wind' })
  session.change({ title: 'My rain', excerpt: 'My wind' })
  expect(await session.save()).toBe(false)
  session.askConflict(false)
  session.change({ title: 'Rain' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get()).toMatchObject({
    fields: { title: 'Their rain', excerpt: 'My wind' },
    conflict: { fields: ['excerpt'] },
  })
})

test('of two places in question the one whose words are taken out again becomes the other’s, only the second is still asked', async () => {
  const { server, session, chosen, inQuestion } = await twoPlaces()
  session.askConflict(false)
  session.change({ body: '<p>Rain</p><p>Wind</p><p>My snow</p>' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(session.get()).toMatchObject({
    fields: { body: '<p>Their rain</p><p>Wind</p><p>My snow</p>' },
    conflict: { fields: ['body'], isAsked: false },
    merged: { changedBy: 'Li Wei', fields: ['body'], besideOwn: true },
  })
  expect(inQuestion()).toEqual([['<p>My snow</p>', '<p>Their snow</p>']])
  expect(server.saves).toEqual([])
  expect(await session.resolve({ body: chosen('mine') })).toBe(true)
  expect(server.article).toMatchObject({ body: '<p>Their rain</p><p>Wind</p><p>My snow</p>' })
})

test('who compares at once is asked about what collides then, not about what was taken out or written elsewhere since', async () => {
  const { session, inQuestion } = await twoPlaces()
  session.askConflict(false)
  session.change({ body: '<p>Rain</p><p>My wind</p><p>My snow</p>' })
  session.compare()
  expect(session.get().conflict).toMatchObject({ isAsked: true })
  expect(inQuestion()).toEqual([['<p>My snow</p>', '<p>Their snow</p>']])
  session.askConflict(false)
  session.change({ body: '<p>Their rain</p><p>My wind</p><p>Snow</p>' })
  session.compare()
  expect(session.get()).toMatchObject({
    conflict: undefined,
    fields: { body: '<p>Their rain</p><p>My wind</p><p>Their snow</p>' },
  })
})

test('a place that is no longer in question is not asked about after a reload either', async () => {
  const { server, ports, session } = await twoPlaces()
  session.change({ body: '<p>Rain</p><p>Wind</p><p>My snow</p>' })
  await vi.advanceTimersByTimeAsync(60_000)
  const again = new ArticleSession(server.article, ports)
  again.restore(server.kept.get(server.article!.id)!)
  const { fields, conflict } = again.get()
  expect(piecesOf(fields.body, conflict!.theirs.body).filter(isPlace)).toMatchObject([{ mine: '<p>My snow</p>' }])
})

test('what an action answers is not overwritten by words typed into the same paragraph meanwhile: it is asked', async () => {
  const { server, ports } = oneArticleServer(stored({ body: '<p>Rain</p><p>End</p>' }))
  const session = new ArticleSession(server.article, ports)
  session.change({ body: '<p>My rain</p><p>End</p>', excerpt: 'Mine' })
  // As “Undo” in a message does, after a colleague wrote on.
  server.article = stored({ version: 3, body: '<p>Their rain</p><p>Their end</p>' })
  session.accept(server.article)
  expect(session.get()).toMatchObject({
    fields: { body: '<p>My rain</p><p>Their end</p>', excerpt: 'Mine' },
    conflict: { fields: ['body'], changedBy: 'Li Wei' },
  })
  session.change({ body: '<p>My heavy rain</p><p>Their end</p>' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.article).toMatchObject({ body: '<p>Their rain</p><p>Their end</p>' })
})

test('an open question is still asked after an action, about what the action made of the text', async () => {
  const { server, session, inQuestion } = await twoPlaces()
  session.askConflict(false)
  server.article = stored({ ...server.article, version: 3, status: 'published' })
  session.accept(server.article)
  expect(session.get()).toMatchObject({ article: { version: 3 }, conflict: { fields: ['body'] } })
  expect(inQuestion()).toEqual([
    ['<p>My rain</p>', '<p>Their rain</p>'],
    ['<p>My snow</p>', '<p>Their snow</p>'],
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.saves).toEqual([])
  server.article = stored({ ...server.article, version: 4, body: '<p>Rain</p><p>Wind</p><p>Restored snow</p>' })
  session.accept(server.article)
  expect(inQuestion()).toEqual([['<p>My snow</p>', '<p>Restored snow</p>']])
  expect(session.get().fields.body).toBe('<p>My rain</p><p>Wind</p><p>My snow</p>')
})
