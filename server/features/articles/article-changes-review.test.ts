import { describe, expect, it } from 'vitest'
import type { ArticleBulkReply } from '#contract/article-bulk.ts'
import type { Article, ArticleActionReply, ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, administrator, editor, author, viewer, adManager, createArticle, createUser, signIn } =
  await createDesk()
const otherAuthor = await signIn(await createUser({ role: 'author' }))

const urlOf = (id: string) => `/api/articles/${id}`
const view = async (who: Person, id: string) => (await api(who, 'GET', urlOf(id))).body
const edit = async (who: Person, id: string, fields: object) => {
  const { version } = await view(editor, id)
  return (await api(who, 'PATCH', urlOf(id), { version, ...fields })).body
}
const act = async (who: Person, id: string, action: string, more: object = {}) => {
  const { version } = await view(editor, id)
  return api<ArticleActionReply>(who, 'POST', `${urlOf(id)}/${action}`, { version, ...more })
}
const done = async (who: Person, id: string, action: string, more: object = {}) => {
  const { status, body } = await act(who, id, action, more)
  expect([action, status]).toEqual([action, 200])
  return body
}
/** An author's own published article with changes that readers do not see. */
const changedArticle = async () => {
  const { id } = await createArticle({ status: 'published', title: 'As published' }, author)
  await edit(author, id, { title: 'As wished' })
  return id
}
const submitted = async (message = '') => {
  const id = await changedArticle()
  await done(author, id, 'submit', { message })
  return id
}
const titlesSeenByReaders = async (id: string) =>
  (await db.selectFrom('articleLive').select('title').where('articleId', '=', id).execute()).map(({ title }) => title)
const list = async (who: Person, query: string) =>
  (await api<ListReply<ArticleSummary>>(who, 'GET', `/api/articles?pageSize=100&${query}`)).body.items.map(
    ({ id }) => id,
  )
const lastReason = async (id: string) =>
  (
    await db
      .selectFrom('articleRevision')
      .select('reason')
      .where('articleId', '=', id)
      .orderBy('version', 'desc')
      .executeTakeFirstOrThrow()
  ).reason

describe('whose changes readers do not see yet', () => {
  const changedBy = async (who: Person, id: string) => (await view(who, id)).changedBy.map(({ name }) => name)

  it('is known of a published article: everyone who wrote since, until it is published again', async () => {
    const { id } = await createArticle({ status: 'published' }, author)
    expect(await changedBy(editor, id)).toEqual([])
    await edit(author, id, { title: 'By its author' })
    expect(await changedBy(editor, id)).toEqual([author.user.name])
    await edit(editor, id, { excerpt: 'By an editor', reason: 'autosave' })
    await edit(author, id, { title: 'Again', reason: 'autosave' })
    expect(await changedBy(editor, id)).toEqual([author.user.name, editor.user.name].toSorted())
    const published = await done(editor, id, 'publish')
    expect(published.changedBy).toEqual([])
    expect((await edit(editor, id, { title: 'Alone' })).changedBy).toEqual([
      { id: editor.user.id, name: editor.user.name },
    ])
  })

  it('is told only to those who may see the changes', async () => {
    const id = await changedArticle()
    expect(await changedBy(viewer, id)).toEqual([])
    expect(await changedBy(otherAuthor, id)).toEqual([])
  })

  it('is asked of no draft: readers have nothing of it', async () => {
    const { id } = await createArticle({}, author)
    await edit(editor, id, { title: 'Changed' })
    expect(await changedBy(author, id)).toEqual([])
  })
})

describe('submitting changes of a published article', () => {
  it('is what its author does next; who, when and the message are kept, and readers see what they saw', async () => {
    const id = await changedArticle()
    expect((await view(author, id)).can).toMatchObject({ submit: true, publish: false, return: false, withdraw: false })
    const sent = await done(author, id, 'submit', { message: ' Please look at the lead. ' })
    expect(sent).toMatchObject({
      status: 'published',
      hasChanges: true,
      title: 'As wished',
      submission: { by: { id: author.user.id }, message: 'Please look at the lead.' },
      can: { submit: false, withdraw: true, write: true, publish: false, return: false },
    })
    expect(Math.abs(Date.parse(sent.submission!.at) - Date.now())).toBeLessThan(60_000)
    expect(await titlesSeenByReaders(id)).toEqual(['As published'])
    expect(await lastReason(id)).toBe('submit')
    expect((await view(editor, id)).can).toMatchObject({ publish: true, return: true, submit: false })
    const audit = await db
      .selectFrom('auditEvent')
      .select(['action', 'before', 'after'])
      .where('entityId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit).toEqual({
      action: 'submit',
      before: { state: 'published' },
      after: { state: 'published', note: 'Please look at the lead.' },
    })
  })

  it('needs changes, and cannot be done twice', async () => {
    const { id } = await createArticle({ status: 'published' }, author)
    expect(await act(author, id, 'submit')).toMatchObject({ status: 409, body: { code: 'nothing_to_publish' } })
    const sent = await submitted()
    expect(await act(author, sent, 'submit')).toMatchObject({ status: 409, body: { code: 'illegal_transition' } })
  })

  it.each([
    ['another author', otherAuthor, 403],
    ['a viewer', viewer, 403],
    ['an ad manager', adManager, 403],
    ['an editor', editor, 200],
    ['an administrator', administrator, 200],
  ])('by %s', async (_who, person, status) => {
    const id = await changedArticle()
    expect((await act(person, id, 'submit')).status).toBe(status)
  })

  it('keeps the message of a draft, too', async () => {
    const { id } = await createArticle({}, author)
    expect(await done(author, id, 'submit', { message: 'First story' })).toMatchObject({
      status: 'in_review',
      submission: { by: { id: author.user.id }, message: 'First story' },
    })
  })

  it('is told to no one who sees only what readers see', async () => {
    const id = await submitted('Secret')
    for (const who of [viewer, adManager, otherAuthor]) {
      expect(await view(who, id)).toMatchObject({ hasChanges: false, submission: null, title: 'As published' })
      expect(await list(who, 'changesSubmitted=true')).toEqual([])
      const { body } = await api<ListReply<ArticleSummary>>(who, 'GET', '/api/articles?changesSubmitted=false')
      expect(body.items.every(({ submission }) => submission === null)).toBe(true)
    }
  })
})

describe('changes in review', () => {
  it('may be edited further, and stay in review until the edit leaves no change', async () => {
    const id = await submitted()
    expect(await edit(author, id, { subtitle: 'And more' })).toMatchObject({ submission: { message: '' } })
    expect(await edit(editor, id, { title: 'As published', subtitle: '' })).toMatchObject({
      hasChanges: false,
      submission: null,
      status: 'published',
    })
  })

  it('go back to their author with a note; the text stays, and is submitted again', async () => {
    const id = await submitted()
    for (const who of [author, otherAuthor, viewer]) expect((await act(who, id, 'return')).status).toBe(403)
    const back = await done(editor, id, 'return', { note: 'The date is wrong' })
    expect(back).toMatchObject({ status: 'published', hasChanges: true, title: 'As wished', submission: null })
    const seen = await view(author, id)
    expect(seen.returned).toMatchObject({ by: { name: editor.user.name } })
    expect(Math.abs(Date.now() - Date.parse(seen.returned!.at))).toBeLessThan(60_000)
    expect(seen).toMatchObject({ returnNote: 'The date is wrong', can: { submit: true, withdraw: false } })
    expect(await view(viewer, id)).toMatchObject({ returnNote: '', returned: null })
    expect(await lastReason(id)).toBe('return')
    expect(await act(editor, id, 'return')).toMatchObject({ status: 409, body: { code: 'illegal_transition' } })
    expect(await done(author, id, 'submit')).toMatchObject({
      returnNote: 'The date is wrong',
      returned: seen.returned,
      submission: { by: { id: author.user.id } },
    })
  })

  it.each([
    ['changes of a published article', changedArticle],
    ['a draft', async () => (await createArticle({}, author)).id],
  ])('of %s that come again, the reviewer sees why they were sent back, and which text that was', async (_, made) => {
    const id = await made()
    await done(author, id, 'submit')
    await done(editor, id, 'return', { note: 'First note' })
    await edit(author, id, { title: 'Better' })
    await done(author, id, 'submit')
    const { title } = await view(editor, id)
    const back = await done(editor, id, 'return', { note: 'Second note' })
    await edit(author, id, { title: 'Best' })
    const again = await done(author, id, 'submit', { message: 'Now?' })
    expect(again).toMatchObject({ title: 'Best', returnNote: 'Second note', submission: { message: 'Now?' } })
    const seen = await view(editor, id)
    expect(seen).toMatchObject({ returnNote: 'Second note', returned: back.returned })
    const asReturned = await api<{ title: string }>(editor, 'GET', `${urlOf(id)}/revisions/${seen.returned?.revision}`)
    expect([asReturned.status, asReturned.body.title]).toEqual([200, title])
    expect(await view(viewer, id)).not.toMatchObject({ returnNote: 'Second note' })
    expect(await done(author, id, 'withdraw')).toMatchObject({ returnNote: 'Second note', returned: back.returned })
    await done(author, id, 'submit')
    expect(await done(editor, id, 'publish')).toMatchObject({ returnNote: '', returned: null })
  })

  it('that come again are returned no longer: the first screen of their author tells them once', async () => {
    const id = await submitted()
    const returned = async () =>
      (await api<{ returned: { items: { id: string }[] } }>(author, 'GET', '/api/welcome')).body.returned.items.map(
        (item) => item.id,
      )
    await done(editor, id, 'return', { note: 'Why?' })
    expect(await returned()).toContain(id)
    await done(author, id, 'submit')
    expect(await returned()).not.toContain(id)
  })

  it('are withdrawn by their author', async () => {
    const id = await submitted('Take it')
    expect((await act(otherAuthor, id, 'withdraw')).status).toBe(403)
    expect(await done(author, id, 'withdraw')).toMatchObject({
      status: 'published',
      hasChanges: true,
      title: 'As wished',
      submission: null,
    })
    expect(await lastReason(id)).toBe('withdraw')
    expect(await act(author, id, 'withdraw')).toMatchObject({ status: 409, body: { code: 'illegal_transition' } })
    const draft = await createArticle({ status: 'in_review' }, author)
    expect(await done(author, draft.id, 'withdraw')).toMatchObject({ status: 'draft', submission: null })
  })

  it.each(['publish', 'discard', 'unpublish', 'archive', 'trash'])(
    'are in review no longer after %s',
    async (action) => {
      const id = await submitted('A message')
      const before = await view(editor, id)
      const after = await done(administrator, id, action)
      expect(after).toMatchObject({ submission: null, returnNote: '' })
      expect(await list(editor, 'changesSubmitted=true')).not.toContain(id)
      if (!after.undo) return
      await api(administrator, 'POST', `/api/undo/${after.undo.id}`)
      expect(await view(editor, id)).toMatchObject({ hasChanges: true, submission: before.submission, can: before.can })
      expect(await list(editor, 'changesSubmitted=true')).toContain(id)
    },
  )

  it.each(['unpublish', 'archive', 'publish', 'discard'])('a note of before is gone after %s', async (action) => {
    const id = await submitted()
    await done(editor, id, 'return', { note: 'Old note' })
    expect(await done(editor, id, action)).toMatchObject({ returnNote: '' })
  })

  it('submitting, returning and withdrawing can each be undone', async () => {
    const id = await changedArticle()
    const states: Pick<Article, 'submission' | 'returnNote' | 'returned'>[] = []
    const step = async (who: Person, action: string, more: object = {}) => {
      const { submission, returnNote, returned, updatedAt, updatedBy, title } = await view(editor, id)
      const before = { submission, returnNote, returned, updatedAt, updatedBy, title }
      const { undo } = await done(who, id, action, more)
      const undone = await api<{ restored: number }>(who, 'POST', `/api/undo/${undo?.id}`)
      expect([action, undone.body]).toEqual([action, { restored: 1, skipped: 0, left: [] }])
      expect(await view(editor, id)).toMatchObject(before)
      states.push(before)
      await done(who, id, action, more)
    }
    await step(author, 'submit', { message: 'One' })
    await step(editor, 'return', { note: 'Two' })
    await step(author, 'submit', { message: 'Three' })
    await step(editor, 'return', { note: 'Four' })
    await step(author, 'submit', { message: 'Five' })
    await step(author, 'withdraw')
    await step(editor, 'publish')
    expect(states.map(({ submission, returnNote }) => [submission?.message ?? '', returnNote])).toEqual([
      ['', ''],
      ['One', ''],
      ['', 'Two'],
      ['Three', 'Two'],
      ['', 'Four'],
      ['Five', 'Four'],
      ['', 'Four'],
    ])
  })

  it('are found by editors, and by authors if they are theirs', async () => {
    const [id, other] = [await submitted(), await changedArticle()]
    await createArticle({ status: 'in_review' }, author)
    for (const who of [editor, administrator, author]) {
      const found = await list(who, 'changesSubmitted=true')
      expect(found).toContain(id)
      expect(found).not.toContain(other)
      expect(await list(who, 'changesSubmitted=false')).not.toContain(id)
    }
    expect(await list(editor, `changesSubmitted=true&author=${(await view(editor, id)).authors[0]}`)).toContain(id)
    const { body } = await api<ListReply<ArticleSummary>>(editor, 'GET', '/api/articles?changesSubmitted=true')
    expect(body.items.find((item) => item.id === id)).toMatchObject({ submission: { by: { id: author.user.id } } })
  })

  it('many are submitted at once, each for itself', async () => {
    const [one, two] = [await changedArticle(), await submitted()]
    const plain = (await createArticle({ status: 'published' }, author)).id
    const ids = [one, two, plain]
    const body = { action: 'submit', ids, expectedCount: 3 }
    const reply = await api<ArticleBulkReply>(author, 'POST', '/api/articles/bulk', body)
    expect(reply.body.results.map(({ code }) => code)).toEqual([null, 'illegal_transition', 'nothing_to_publish'])
    expect(await view(editor, one)).toMatchObject({ status: 'published', submission: { by: { id: author.user.id } } })
  })
})

describe('at the same time', () => {
  it('an editor cannot publish a text that its author changed since it was looked at', async () => {
    const id = await submitted()
    const seen = await view(editor, id)
    await edit(author, id, { title: 'Changed since' })
    for (const action of ['publish', 'return'])
      expect(await api(editor, 'POST', `${urlOf(id)}/${action}`, { version: seen.version })).toMatchObject({
        status: 409,
        body: { code: 'stale_version', current: { title: 'Changed since' } },
      })
    expect(await titlesSeenByReaders(id)).toEqual(['As published'])
  })

  it('of one who publishes, one who returns, one who withdraws and one who writes exactly one is first', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await submitted()
      const { version } = await view(editor, id)
      const answers = await Promise.all([
        api(editor, 'POST', `${urlOf(id)}/publish`, { version }),
        api(administrator, 'POST', `${urlOf(id)}/return`, { version, note: 'No' }),
        api(author, 'POST', `${urlOf(id)}/withdraw`, { version }),
        api(author, 'PATCH', urlOf(id), { version, title: 'As typed' }),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
      const texts = await db.selectFrom('articleRevision').select('title').where('articleId', '=', id).execute()
      expect(texts.map(({ title }) => title)).toContain('As wished')
    }
  })
})

it('what readers see is told beside the changes, to those who may see these', async () => {
  const id = await submitted()
  type Published = { content: { title: string; internalNote: string } }
  for (const who of [editor, author]) {
    const { status, body } = await api<Published>(who, 'GET', `${urlOf(id)}/published`)
    expect([status, body.content.title]).toEqual([200, 'As published'])
  }
  for (const who of [viewer, otherAuthor])
    expect((await api<Published>(who, 'GET', `${urlOf(id)}/published`)).status).toBe(403)
  const draft = await createArticle({}, editor)
  expect((await api(editor, 'GET', `${urlOf(draft.id)}/published`)).status).toBe(404)
})
