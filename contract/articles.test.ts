import { describe, expect, it } from 'vitest'
import { ArticleBulk } from './article-bulk.ts'
import { ArticleListQuery } from './article-list.ts'
import { ArticleCreate, ArticleEdit } from './articles.ts'

const id = '0190a000-0000-7000-8000-000000000001'
const wrongIn = (result: { error?: { issues: { path: PropertyKey[] }[] } }) =>
  result.error?.issues.map(({ path }) => path.join('.')) ?? []

describe('what a person may write into an article', () => {
  it('is trimmed, composed, and on one line where there is one line', () => {
    const { title, excerpt } = ArticleCreate.parse({ title: '  Two\r\n lines e\u0301 ', excerpt: ' a\nb ' })
    expect({ title, excerpt }).toEqual({ title: 'Two  lines \u00e9', excerpt: 'a\nb' })
  })

  it('may leave everything but the title for later', () => {
    expect(ArticleCreate.parse({ title: '' })).toEqual({ title: '' })
    expect(wrongIn(ArticleCreate.safeParse({}))).toEqual(['title'])
  })

  it('becomes UTC where it is a time', () =>
    expect(ArticleCreate.parse({ title: '', publishAt: '2026-01-01T08:00:00+08:00' }).publishAt).toBe(
      '2026-01-01T00:00:00.000Z',
    ))

  it.each([
    [{ title: 'a'.repeat(256) }, 'title'],
    [{ title: '', subtitle: 'a'.repeat(256) }, 'subtitle'],
    [{ title: '', excerpt: 'a'.repeat(301) }, 'excerpt'],
    [{ title: '', slug: 'a--b' }, 'slug'],
    [{ title: '', slug: `${'a'.repeat(121)}` }, 'slug'],
    [{ title: '', authors: [id, id] }, 'authors'],
    [{ title: '', publishAt: '0001-01-01T00:00:00+14:00' }, 'publishAt'],
    [{ title: '', publishAt: '9999-12-31T23:00:00-02:00' }, 'publishAt'],
    [{ title: '', publishAt: '0000-05-01T00:00:00Z' }, 'publishAt'],
    [{ title: '', cover: { media: id, focus: 1 } }, 'cover'],
    [{ title: '', canonicalUrl: 'ftp://example.com' }, 'canonicalUrl'],
  ])('%o is not accepted', (given, path) => expect(wrongIn(ArticleCreate.safeParse(given))).toEqual([path]))

  it('an edit names the version it is based on', () => {
    expect(wrongIn(ArticleEdit.safeParse({ title: 'x' }))).toEqual(['version'])
    expect(ArticleEdit.parse({ version: 1 }).reason).toBe('save')
  })
})

describe('what a list may be asked', () => {
  it('starts with the newest change, 25 a page', () =>
    expect(ArticleListQuery.parse({})).toEqual({ sort: '-updatedAt', page: 1, pageSize: 25 }))

  it.each([
    [{ olderThan: '90' }, 'olderThan'],
    [{ olderThan: '0d' }, 'olderThan'],
    [{ language: 'en' }, 'language'],
    [{ missingCover: 'maybe' }, 'missingCover'],
    [{ publishedFrom: 'yesterday' }, 'publishedFrom'],
    [{ publishedTo: '2026-13-01T00:00:00Z' }, 'publishedTo'],
    [{ calendarFrom: '2026-03-01' }, 'calendarFrom'],
    [{ calendarTo: '2026-13-01T00:00:00Z' }, 'calendarTo'],
  ])('%o is not accepted', (given, path) => expect(wrongIn(ArticleListQuery.safeParse(given))).toEqual([path]))

  it('a bulk action is about ids or about a filter, not both and not neither', () => {
    const bulk = { action: 'trash', expectedCount: 1 }
    expect(ArticleBulk.safeParse({ ...bulk, ids: [id] }).success).toBe(true)
    expect(ArticleBulk.safeParse({ ...bulk, filter: { q: 'x' } }).success).toBe(true)
    expect(wrongIn(ArticleBulk.safeParse(bulk))).toEqual(['ids'])
    expect(wrongIn(ArticleBulk.safeParse({ ...bulk, ids: [id], filter: {} }))).toEqual(['ids'])
  })
})
