import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, administrator, createArticle } = await createDesk()
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
const times = <T>(count: number, act: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)))

describe('people at the same time', () => {
  it('of four who save the same version exactly one wins, in each of 100 rounds, and no text is lost', async () => {
    const article = await createArticle({ title: 'Round 0' })
    const url = `/api/articles/${article.id}`
    for (let round = 1; round <= 100; round++) {
      const people = [editor, administrator, editor, administrator]
      const answers = await Promise.all(
        people.map((person, n) => api(person, 'PATCH', url, { version: round, title: `Round ${round} by ${n}` })),
      )
      expect(statuses(answers)).toEqual([200, 409, 409, 409])
      const winner = answers.findIndex(({ status }) => status === 200)
      const row = await db
        .selectFrom('article')
        .select(['title', 'version'])
        .where('id', '=', article.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ title: `Round ${round} by ${winner}`, version: round + 1 })
      for (const { status, body } of answers) {
        if (status === 200) continue
        const { code, current } = body as unknown as { code: string; current: Article }
        expect({ code, title: current.title }).toEqual({ code: 'stale_version', title: row.title })
      }
    }
    const revisions = await db
      .selectFrom('articleRevision')
      .select('version')
      .where('articleId', '=', article.id)
      .execute()
    expect(revisions).toHaveLength(101)
  }, 180_000)

  it('of 50 who publish the same article one does', async () => {
    const article = await createArticle()
    const answers = await times(50, () => api(editor, 'POST', `/api/articles/${article.id}/publish`, { version: 1 }))
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 409)])
    const live = await db.selectFrom('articleLive').select('version').where('articleId', '=', article.id).execute()
    expect(live).toEqual([{ version: 2 }])
  })

  it('of 50 who want the same slug one gets it', async () => {
    const answers = await times(50, (n) =>
      api(administrator, 'POST', '/api/articles', { title: `Race ${n}`, slug: 'the-race' }),
    )
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 49 }, () => 409)])
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
      new Set(['slug_taken']),
    )
  })

  it('20 articles of the same title get 20 slugs', async () => {
    const answers = await times(20, () => api(administrator, 'POST', '/api/articles', { title: 'Same again' }))
    expect(statuses(answers)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(20)
  })

  it('of 50 who delete the same article permanently one does', async () => {
    const article = await createArticle({ status: 'trashed' })
    const version = article.version
    const answers = await times(50, () => api(administrator, 'POST', `/api/articles/${article.id}/purge`, { version }))
    expect(statuses(answers)).toEqual([204, ...Array.from({ length: 49 }, () => 404)])
  })

  it('the slug that readers know stays taken while its article has another one in mind', async () => {
    const article = await createArticle({ slug: 'known', status: 'published' })
    await api(editor, 'PATCH', `/api/articles/${article.id}`, { version: article.version, slug: 'planned' })
    const taken = await api(editor, 'POST', '/api/articles', { title: 'Known', slug: 'known' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'slug_taken' } })
    expect((await api(editor, 'POST', '/api/articles', { title: 'Known' })).body.slug).toBe('known-2')
  })
})
