import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ArticlePresence } from '#contract/articles.ts'
import { sweepArticlePresence } from './article-presence-commands.ts'
import { createDesk, type Person } from './testing/desk.ts'

const { api, db, services, administrator, editor, author, viewer, adManager, createArticle, createUser, signIn } =
  await createDesk()

/** A tab of this person in which the article is open. */
const openTab = (person: Person, article: string) => {
  const tab = randomUUID()
  return (more: object = {}) =>
    api<ArticlePresence>(person, 'POST', `/api/articles/${article}/presence`, { tab, ...more })
}
const stored = (article: string) =>
  db.selectFrom('articlePresence').selectAll().where('articleId', '=', article).execute()
/** Lets database time pass for everyone who is in this article. */
const later = (article: string, seconds: number) =>
  sql`update article_presence set since = since - make_interval(secs => ${seconds}),
    seen_at = seen_at - make_interval(secs => ${seconds}), typed_at = typed_at - make_interval(secs => ${seconds})
    where article_id = ${article}`.execute(db)

it('two people who open the same article see each other, and who of them is writing', async () => {
  const { id, version } = await createArticle()
  const ada = openTab(administrator, id)
  const edith = openTab(editor, id)
  expect(await ada()).toMatchObject({ status: 200, body: { version, others: [] } })
  const { id: adaId, name } = administrator.user
  expect((await edith()).body.others).toEqual([{ id: adaId, name, since: expect.any(String), writing: false }])
  expect((await ada()).body.others).toMatchObject([{ id: editor.user.id, writing: false }])
  await edith({ typed: true })
  expect((await ada()).body.others).toMatchObject([{ writing: true }])
  // A report without typing does not end the minute.
  await later(id, 40)
  await edith()
  expect((await ada()).body.others).toMatchObject([{ writing: true }])
  await later(id, 25)
  await edith()
  expect((await ada()).body.others).toMatchObject([{ writing: false }])
})

it('who has submitted what was typed is still there, but no longer writing', async () => {
  const { id } = await createArticle()
  const ada = openTab(administrator, id)
  const edith = openTab(editor, id)
  await edith({ typed: true })
  const [writing] = (await ada()).body.others
  await edith({ finished: true })
  expect((await ada()).body.others).toEqual([{ ...writing, writing: false }])
  // What is typed afterwards is new.
  await edith({ typed: true, finished: true })
  expect((await ada()).body.others).toMatchObject([{ writing: true }])
})

it('who may no longer write the article can still say that they are gone', async () => {
  const { id } = await createArticle({}, author)
  const austen = openTab(author, id)
  await austen({ typed: true })
  const tabs = await stored(id)
  await db.updateTable('article').set({ createdBy: editor.user.id }).where('id', '=', id).execute()
  expect((await austen({ leaving: true })).status).toBe(404)
  expect([tabs.length, (await stored(id)).length]).toEqual([1, 0])
})

it('a tab that closes is gone at once, one that says no more after 45 seconds by the clock of the database', async () => {
  const { id } = await createArticle()
  const ada = openTab(administrator, id)
  const edith = openTab(editor, id)
  await edith()
  expect((await ada()).body.others).toHaveLength(1)
  await edith({ leaving: true })
  expect((await ada()).body.others).toEqual([])
  expect(await stored(id)).toHaveLength(1)

  expect((await edith()).body.others).toHaveLength(1)
  await later(id, 44)
  await edith()
  expect((await edith()).body.others).toHaveLength(1)
  await later(id, 2)
  expect((await edith()).body.others).toEqual([])
  // Who comes back is here since then, not since the first visit.
  const { now } = await sql<{ now: string }>`select now()`.execute(db).then(({ rows }) => rows[0]!)
  await ada()
  const [back] = (await edith()).body.others
  expect(Date.parse(back!.since)).toBeGreaterThanOrEqual(Date.parse(now))

  await later(id, 46)
  await openTab(administrator, id)()
  await sweepArticlePresence(services.db)
  expect(await stored(id)).toHaveLength(1)
})

it('each person is named once, themself included when the article is open in another tab', async () => {
  const { id } = await createArticle()
  const first = openTab(editor, id)
  const second = openTab(editor, id)
  await openTab(administrator, id)()
  await first()
  await second({ typed: true })
  const { others } = (await first()).body
  expect(others).toMatchObject([
    { id: editor.user.id, writing: true },
    { id: administrator.user.id, writing: false },
  ])
  expect((await openTab(await personOf('editor'), id)()).body.others).toHaveLength(2)
})

it('only those who may write the article take part', async () => {
  const draft = await createArticle()
  const published = await createArticle({ status: 'published' })
  const own = await createArticle({}, author)
  const statusOf = async (person: Person | null, id: string) =>
    (await api(person, 'POST', `/api/articles/${id}/presence`, { tab: randomUUID() })).status
  expect(await statusOf(null, draft.id)).toBe(401)
  expect(await statusOf(viewer, published.id)).toBe(403)
  expect(await statusOf(adManager, published.id)).toBe(403)
  expect(await statusOf(author, draft.id)).toBe(404)
  expect(await statusOf(author, published.id)).toBe(403)
  expect(await statusOf(author, own.id)).toBe(200)
  expect(await statusOf(editor, randomUUID())).toBe(404)
  expect(await stored(draft.id)).toEqual([])
  expect(await stored(published.id)).toEqual([])
})

it('what is not understood is refused with its name', async () => {
  const { id } = await createArticle()
  for (const [body, path] of [
    [{}, 'tab'],
    [{ tab: 'mine' }, 'tab'],
    [{ tab: randomUUID(), typed: 'yes' }, 'typed'],
    [{ tab: randomUUID(), finished: 1 }, 'finished'],
    [{ tab: randomUUID(), leaving: 1 }, 'leaving'],
  ] as const)
    expect(await api(editor, 'POST', `/api/articles/${id}/presence`, body)).toMatchObject({
      status: 400,
      body: { fields: [{ path }] },
    })
  const more = await api(editor, 'POST', `/api/articles/${id}/presence`, { tab: randomUUID(), seenAt: 'now' })
  expect(more.status).toBe(400)
})

it('being there changes nothing else: not the article, not its history, not the audit log', async () => {
  const article = await createArticle()
  const rest = async () => ({
    article: (await api(editor, 'GET', `/api/articles/${article.id}`)).body,
    revisions: (await api(editor, 'GET', `/api/articles/${article.id}/revisions`)).body,
    audit: await db.selectFrom('auditEvent').select('id').where('entityId', '=', article.id).execute(),
  })
  const before = await rest()
  const tab = openTab(editor, article.id)
  expect([(await tab({ typed: true })).status, (await tab({ leaving: true })).status]).toEqual([200, 200])
  expect(await rest()).toEqual(before)
})

it('many tabs of many people at once are counted once each', async () => {
  const { id } = await createArticle()
  const people = await Promise.all(Array.from({ length: 6 }, () => personOf('editor')))
  const tabs = people.flatMap((person) => [openTab(person, id), openTab(person, id)])
  await Promise.all(tabs.flatMap((tab) => [tab(), tab({ typed: true }), tab()]))
  expect(await stored(id)).toHaveLength(12)
  expect((await openTab(administrator, id)()).body.others).toHaveLength(6)
})

async function personOf(role: 'editor'): Promise<Person> {
  const user = await createUser({ role, name: 'Another Editor' })
  const { headers } = await signIn({ id: user.id, name: user.name, role })
  return { headers, user: { id: user.id, name: user.name, role } }
}
