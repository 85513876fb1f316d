import { describe, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import type { SearchTermUsage, SearchTermDraft, SearchTermDraftReply } from '#contract/search-rank.ts'
import type { Person } from '../articles/testing/desk.ts'
import { createSearches } from './testing/searches.ts'

const { api, db, administrator, editor, author, viewer, search, rank, list, page, change } = await createSearches()

const start = async (term: string, who: Person = editor, another = false) =>
  (
    await api<SearchTermDraftReply>(who, 'POST', '/api/search-rank/drafts', {
      term,
      another,
      draft: { title: term, internalNote: 'Readers searched.' },
    })
  ).body
const ofRow = async (term: string, who: Person = editor): Promise<SearchTermDraft[] | undefined> =>
  (await list('pageSize=100', who)).items.find((one) => one.term === term)?.drafts
const act = async (verb: string, id: string) => {
  const { body } = await api<{ version: number }>(administrator, 'GET', `/api/articles/${id}`)
  return api(administrator, 'POST', `/api/articles/${id}/${verb}`, { version: body.version })
}

describe('drafts started from a search term', () => {
  it('are named on the term, with who started them, and a second one is made only when asked for', async () => {
    await search('tram lines', { readers: 4, results: 0 })
    await rank()
    expect(await ofRow('tram lines')).toEqual([])
    const { article, drafts } = await start('tram lines')
    expect(article).toMatchObject({ title: 'tram lines', status: 'draft', internalNote: 'Readers searched.' })
    const shown = {
      article: { id: article!.id, title: 'tram lines' },
      isPublished: false,
      startedBy: { id: editor.user.id, name: editor.user.name },
    }
    expect(drafts).toMatchObject([shown])
    expect(await ofRow('tram lines')).toMatchObject([shown])
    expect((await page('tram lines')).drafts).toMatchObject([shown])
    // Another spelling of the same term, by another person.
    const refused = await start('Tram-Line', administrator)
    expect(refused).toMatchObject({ article: null, drafts: [shown] })
    const second = await start('tram lines', administrator, true)
    expect(second.drafts.map((one) => one.startedBy?.id)).toEqual([administrator.user.id, editor.user.id])
  })

  it('are told to who may not open them, without a link', async () => {
    await search('night bus', { readers: 4, results: 0 })
    await rank()
    const { article } = await start('night bus')
    for (const who of [author, viewer])
      expect(await ofRow('night bus', who)).toMatchObject([{ article: null, startedBy: { name: editor.user.name } }])
    const own = await start('night bus', author, true)
    expect((await ofRow('night bus', author))?.map((one) => one.article?.id)).toEqual([own.article!.id, undefined])
    expect((await page('night bus', '', editor)).drafts.map((one) => one.article?.id)).toEqual([
      own.article!.id,
      article!.id,
    ])
    const { status } = await api(viewer, 'POST', '/api/search-rank/drafts', {
      term: 'night bus',
      draft: { title: 'x' },
    })
    expect(status).toBe(403)
  })

  it('are not shown while they are in the trash, nor after they are deleted', async () => {
    await search('cable car', { readers: 4, results: 0 })
    await rank()
    const { id } = (await start('cable car')).article!
    await act('trash', id)
    expect(await ofRow('cable car')).toEqual([])
    await act('restore', id)
    expect(await ofRow('cable car')).toHaveLength(1)
    await db.deleteFrom('article').where('id', '=', id).execute()
    expect(await ofRow('cable car')).toEqual([])
    expect((await start('cable car')).article).not.toBeNull()
  })

  it('count for the synonyms of the term', async () => {
    await search('funicular', { readers: 4, results: 0 })
    await rank()
    await start('cog railway')
    await change('synonyms', { term: 'funicular', synonym: 'cog railway' })
    expect(await ofRow('funicular')).toHaveLength(1)
    expect((await start('funicular')).article).toBeNull()
  })

  it('started at the same moment are one', async () => {
    const both = await Promise.all([start('gondola'), start('gondola', administrator)])
    expect(both.filter(({ article }) => article !== null)).toHaveLength(1)
  })
})

describe('an article that was started from a term', () => {
  const view = async (id: string, who: Person = editor) =>
    (await api<Article>(who, 'GET', `/api/articles/${id}`)).body.searchTerm
  const usage = async (term: string, who: Person = viewer) =>
    (await api<SearchTermUsage>(who, 'GET', `/api/search-rank/usage?term=${encodeURIComponent(term)}`)).body
  const dismiss = (id: string, who: Person = editor) =>
    api<{ code?: string }>(who, 'POST', `/api/search-rank/drafts/${id}/dismiss`)

  it('names the term, and the usage is that of now, with synonyms', async () => {
    await search('rack railway', { readers: 4, results: 0 })
    await rank()
    const { article } = await start('rack railway')
    expect(article!.searchTerm).toBe('rack railway')
    expect(await view(article!.id)).toBe('rack railway')
    expect(await usage('rack railway')).toEqual({ figures: { searches: 4, noResults: 4, found: false } })
    await search('Rack-Railways', { readers: 3, from: 4, results: 0 })
    await search('steep line', { readers: 3, from: 7, results: 2 })
    await rank()
    await change('synonyms', { term: 'steep line', synonym: 'rack railway' })
    expect(await usage('rack railway')).toEqual({ figures: { searches: 10, noResults: 7, found: true } })
    // Too few readers: nothing is told.
    await search('lonely word', { readers: 2, results: 0 })
    await rank()
    expect(await usage('lonely word')).toEqual({ figures: null })
  })

  it('keeps the term in the trash, shows it again when it is restored, and its copies have none', async () => {
    const { id } = (await start('sleeper train')).article!
    const copy = await api<Article>(editor, 'POST', `/api/articles/${id}/duplicate`)
    expect(copy.body).toMatchObject({ title: expect.any(String), searchTerm: null })
    await act('trash', id)
    await act('restore', id)
    expect(await view(id)).toBe('sleeper train')
  })

  it('says so only to people who see the draft, and no longer once someone who may write it dismissed that', async () => {
    const { id } = (await start('ferry times')).article!
    await db.updateTable('article').set({ createdBy: editor.user.id }).where('id', '=', id).execute()
    expect((await dismiss(id, viewer)).status).toBe(403)
    expect((await dismiss(id, author)).status).toBe(404)
    expect(await view(id)).toBe('ferry times')
    expect((await dismiss(id)).status).toBe(204)
    expect((await dismiss(id)).status).toBe(204)
    expect([await view(id), await view(id, administrator)]).toEqual([null, null])
    // Search ranking still names the draft.
    await search('ferry times', { readers: 4, results: 0 })
    await rank()
    expect(await ofRow('ferry times')).toHaveLength(1)
    expect((await dismiss('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })
})
