import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { welcomeEndpoints } from '#contract/welcome.ts'
import type { Reply } from '#contract/endpoint.ts'
import { flushArticleFacets } from '../articles/article-facet-commands.ts'
import { createDesk, type Person } from '../articles/testing/desk.ts'

const { api, db, editor, administrator, author, viewer, byline, createArticle, createUser, signIn } = await createDesk()
const welcome = async (who: Person) => {
  const { status, body } = await api<Reply<typeof welcomeEndpoints.view>>(who, 'GET', '/api/welcome')
  expect(status).toBe(200)
  return body
}
const listed = async (who: Person, query: string) =>
  titles((await api<{ items: { title: string }[] }>(who, 'GET', `/api/articles?${query}`)).body)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000) as never
const titles = (section: { items: { title: string }[] }) => section.items.map(({ title }) => title)

it('what waits longest for review comes first, whatever was changed since', async () => {
  const submit = async (title: string, status: 'draft' | 'published') => {
    const { id, version } = await createArticle({ title, status })
    const { body } = await api(editor, 'PATCH', `/api/articles/${id}`, { version, subtitle: 'More' })
    return (await api(editor, 'POST', `/api/articles/${id}/submit`, { version: body.version })).body
  }
  for (const [section, status] of [
    ['inReview', 'draft'],
    ['changesInReview', 'published'],
  ] as const) {
    const first = await submit('First', status)
    const second = await submit('Second', status)
    await db
      .updateTable('article')
      .set({ submittedAt: hoursAgo(50) })
      .where('id', '=', first.id)
      .execute()
    await db
      .updateTable('article')
      .set({ submittedAt: hoursAgo(2) })
      .where('id', '=', second.id)
      .execute()
    await api(editor, 'PATCH', `/api/articles/${second.id}`, { version: second.version, subtitle: 'Corrected' })
    const shown = (await welcome(editor))[section]
    expect(titles(shown)).toEqual(['First', 'Second'])
    expect(Date.now() - Date.parse(shown.items[0]!.waitsSince!)).toBeGreaterThan(49 * 3_600_000)
  }
  for (const { id } of (await welcome(editor)).recent.items)
    await db.deleteFrom('article').where('id', '=', id).execute()
})

it('the lists behind “Show all” have the order of Home, from page to page', async () => {
  for (const [section, status, filter] of [
    ['inReview', 'draft', 'status=in_review'],
    ['changesInReview', 'published', 'changesSubmitted=true'],
  ] as const) {
    for (const [title, hours] of [
      ['Two', 30],
      ['One', 50],
      ['Four', 2],
      ['Three', 20],
    ] as const) {
      const { id, version } = await createArticle({ title, status })
      const { body } = await api(editor, 'PATCH', `/api/articles/${id}`, { version, subtitle: 'More' })
      await api(editor, 'POST', `/api/articles/${id}/submit`, { version: body.version })
      await db
        .updateTable('article')
        .set({ submittedAt: hoursAgo(hours) })
        .where('id', '=', id)
        .execute()
      // The one that waits longest is changed last.
      if (title === 'One')
        await db
          .updateTable('article')
          .set({ updatedAt: hoursAgo(-1) })
          .where('id', '=', id)
          .execute()
    }
    // Imported in review: it was never submitted here.
    if (section === 'inReview') {
      const { id } = await createArticle({ title: 'Imported' })
      await db
        .updateTable('article')
        .set({ status: 'in_review', updatedAt: hoursAgo(10) })
        .where('id', '=', id)
        .execute()
    }
    const order = titles((await welcome(editor))[section])
    expect(order).toEqual(
      section === 'inReview' ? ['One', 'Two', 'Three', 'Imported', 'Four'] : ['One', 'Two', 'Three', 'Four'],
    )
    expect(await listed(editor, `${filter}&sort=submittedAt`)).toEqual(order)
    expect(await listed(editor, `${filter}&sort=-submittedAt`)).toEqual(order.toReversed())
    expect(await listed(editor, `${filter}&sort=submittedAt&author=${byline.id}`)).toEqual(order)
    expect(await listed(editor, `${filter}&sort=submittedAt&pageSize=2&page=2`)).toEqual(order.slice(2, 4))
  }
  // Where not only reviews are asked for, it is the order of the last change.
  expect(await listed(editor, 'sort=submittedAt')).toEqual(await listed(editor, 'sort=updatedAt'))
  for (const { id } of (await db.selectFrom('article').select('id').execute()) as { id: string }[])
    await db.deleteFrom('article').where('id', '=', id).execute()
})

it('everybody is shown what needs them, and nothing that is not theirs to see', async () => {
  await createArticle({ title: 'Editor’s draft' })
  await createArticle({ title: 'Author’s draft' }, author)
  const sentBack = await createArticle({ title: 'Sent back', status: 'in_review' }, author)
  await api(editor, 'POST', `/api/articles/${sentBack.id}/return`, {
    version: sentBack.version,
    note: 'Check the date',
  })
  await createArticle({ title: 'Waits', status: 'in_review' }, author)
  await createArticle({ title: 'Planned', status: 'scheduled' })
  await createArticle({ title: 'Out', status: 'published' })
  const changed = async (title: string) => {
    const { id, version } = await createArticle({ title, status: 'published' }, author)
    const { body } = await api(author, 'PATCH', `/api/articles/${id}`, { version, subtitle: 'More' })
    return (await api(author, 'POST', `/api/articles/${id}/submit`, { version: body.version })).body
  }
  await changed('Changes wait')
  const backAgain = await changed('Changes sent back')
  await api(editor, 'POST', `/api/articles/${backAgain.id}/return`, { version: backAgain.version, note: 'Why?' })
  await createUser({ status: 'pending' })

  const toEditor = await welcome(editor)
  expect(titles(toEditor.myDrafts)).toEqual(await listed(editor, 'status=draft&mine=true'))
  expect(titles(toEditor.myDrafts)).toContain('Editor’s draft')
  expect(titles(toEditor.inReview)).toEqual(['Waits'])
  expect(toEditor.scheduled).toMatchObject({ total: 1, items: [{ title: 'Planned', updatedBy: 'The editor' }] })
  expect(titles(toEditor.changesInReview)).toEqual(['Changes wait'])
  expect(toEditor.changesInReview.items[0]).toMatchObject({ status: 'published', isSubmitted: true })
  expect(titles(toEditor.recent)[0]).toBe('Changes sent back')
  expect(toEditor.recent.total).toBe(8)
  expect(toEditor.pendingUsers).toBe(0)

  const toAuthor = await welcome(author)
  expect(titles(toAuthor.myDrafts)).toEqual(await listed(author, 'status=draft&mine=true'))
  expect(titles(toAuthor.myDrafts)).toEqual(['Sent back', 'Author’s draft'])
  expect(titles(toAuthor.returned)).toEqual(['Changes sent back', 'Sent back'])
  expect(titles(toAuthor.inReview)).toEqual(['Waits'])
  expect(titles(toAuthor.changesInReview)).toEqual(['Changes wait'])
  expect(titles(toAuthor.scheduled)).toEqual([])
  expect(titles(toAuthor.recent).toSorted()).toEqual([
    'Author’s draft',
    'Changes sent back',
    'Changes wait',
    'Out',
    'Sent back',
    'Waits',
  ])

  const toViewer = await welcome(viewer)
  expect(titles(toViewer.recent)).toEqual(['Changes sent back', 'Changes wait', 'Out'])
  expect(toViewer.recent.items.some(({ isSubmitted }) => isSubmitted)).toBe(false)
  expect([toViewer.returned.total, toViewer.changesInReview.total]).toEqual([0, 0])
  expect([toViewer.myDrafts.total, toViewer.inReview.total, toViewer.scheduled.total]).toEqual([0, 0, 0])
  expect((await welcome(administrator)).pendingUsers).toBe(1)
})

it('of more than a thousand own drafts it tells that there are at least so many, the newest first', async () => {
  const writer = await signIn(await createUser({ role: 'author' }))
  await sql`insert into article (id, slug, title, created_by, updated_by, updated_at)
    select ('0191ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'own-' || n, 'Own ' || n,
      ${writer.user.id}, ${writer.user.id}, timestamptz '2021-01-01' + n * interval '1 day'
    from generate_series(1, 1001) as n`.execute(db)
  await flushArticleFacets(db)
  const { myDrafts } = await welcome(writer)
  expect(myDrafts).toMatchObject({ total: 1000, totalIsExact: false })
  expect(titles(myDrafts)).toEqual([1001, 1000, 999, 998, 997, 996, 995, 994].map((n) => `Own ${n}`))
  // The same where all of them are of the last year.
  await sql`update article set updated_at = now() - interval '300 days' + (updated_at - '2021-01-01') / 4
    where slug like 'own-%'`.execute(db)
  await flushArticleFacets(db)
  expect((await welcome(writer)).myDrafts).toMatchObject({ total: 1000, totalIsExact: false })
  await sql`delete from article where slug = 'own-1'`.execute(db)
  await flushArticleFacets(db)
  expect((await welcome(writer)).myDrafts).toMatchObject({ total: 1000, totalIsExact: true })
})

it('where more of one’s own are in review than a list counts, no number is told that may be too high', async () => {
  const writer = await signIn(await createUser({ role: 'author' }))
  await sql`insert into article (id, slug, title, status, created_by, updated_by, updated_at)
    select ('0192ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'waits-' || n, 'Waits ' || n, 'in_review',
      ${writer.user.id}, ${writer.user.id}, timestamptz '2021-01-01' + n * interval '1 hour'
    from generate_series(1, 10001) as n`.execute(db)
  await flushArticleFacets(db)
  const { inReview } = await welcome(writer)
  expect(inReview).toMatchObject({ total: 1000, totalIsExact: false })
  expect(titles(inReview)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Waits ${n}`))
})

it('who may only read what is published any more is not shown what was returned to them', async () => {
  const writer = await signIn('author')
  const { id, version } = await createArticle({ title: 'Sent back before', status: 'in_review' }, writer)
  await api(editor, 'POST', `/api/articles/${id}/return`, { version, note: 'Check the date' })
  expect(titles((await welcome(writer)).returned)).toEqual(['Sent back before'])
  for (const role of ['viewer', 'ad_manager'] as const) {
    await db.updateTable('userAccount').set({ role }).where('id', '=', writer.user.id).execute()
    const now = await signIn({ ...writer.user, role })
    expect((await api(now, 'GET', `/api/articles/${id}`)).status).toBe(404)
    expect((await welcome(now)).returned).toEqual({ items: [], total: 0, totalIsExact: true })
  }
})
