import { describe, expect, it } from 'vitest'
import { createImportDesk } from './testing/import-desk.ts'
import {
  wordpressAuthor,
  wordpressCategory,
  wordpressFile,
  wordpressItem,
  wordpressMeta,
  wordpressTerm,
} from './testing/wordpress-file.ts'

const { db, importFile, articleOf, codes } = await createImportDesk()

describe('bylines, categories and tags', () => {
  it('all authors that a plug-in for several gives an article are its bylines, guests too', async () => {
    const coauthors =
      wordpressTerm('author', 'cap-mei', 'mei') +
      wordpressTerm('author', 'cap-ada', 'ada') +
      wordpressTerm('author', 'cap-zoe-guest', 'zoe-guest')
    const guest =
      wordpressMeta('cap-user_login', 'zoe-guest') +
      wordpressMeta('cap-display_name', 'Zoë Guest') +
      wordpressMeta('cap-user_email', 'zoe@old.example')
    const { items, item } = await importFile(
      wordpressFile(
        wordpressAuthor('ada', 'Ada Lovelace') +
          wordpressAuthor('mei', '陈美玲') +
          wordpressItem({ id: 1, creator: 'ada', extra: coauthors }) +
          wordpressItem({ id: 2, creator: 'ada' }) +
          wordpressItem({ id: 3, type: 'guest-author', title: 'Zoë Guest', extra: guest }),
      ),
    )
    const bylines = async (id: number) =>
      (
        await db
          .selectFrom('articleAuthor')
          .innerJoin('author', 'author.id', 'articleAuthor.authorId')
          .select(['displayName', 'email'])
          .where('articleId', '=', (await articleOf(id)).id)
          .orderBy('articleAuthor.position')
          .execute()
      ).map(({ displayName }) => displayName)
    expect(await bylines(1)).toEqual(['陈美玲', 'Ada Lovelace', 'Zoë Guest'])
    expect(await bylines(2)).toEqual(['Ada Lovelace'])
    expect(codes(item(1))).toEqual(['no_category'])
    expect(items.filter(({ kind }) => kind === 'author').map(({ title }) => title)).toEqual([
      'Ada Lovelace',
      '陈美玲',
      'Zoë Guest',
    ])
    expect(item(3)).toMatchObject({
      outcome: 'merged',
      reasons: [{ code: 'is_byline', values: { name: 'Zoë Guest' } }],
    })
  })

  it('categories and tags that only articles name are accounted for once; those of a refused post are not made', async () => {
    const named = (domain: string, slug: string) => `<category domain="${domain}" nicename="${slug}">${slug}</category>`
    const both = named('category', 'local') + named('post_tag', 'zebra') + named('post_format', 'aside')
    const { items } = await importFile(
      wordpressFile(
        wordpressCategory('news', 'News') +
          wordpressItem({ id: 1, extra: both + named('category', 'news') }) +
          wordpressItem({ id: 2, extra: both }) +
          wordpressItem({ id: 3, status: 'trash', extra: named('post_tag', 'gone') }),
      ),
    )
    const terms = items.filter(({ kind }) => kind === 'category' || kind === 'tag')
    expect(terms.map(({ kind, title, outcome }) => [kind, title, outcome])).toEqual([
      ['category', 'News', 'created'],
      ['category', 'local', 'created'],
      ['tag', 'zebra', 'created'],
    ])
    expect(await db.selectFrom('tag').select('name').execute()).toEqual([{ name: 'zebra' }])
  })

  it('a byline of the same e-mail address or name is used, and no account is made', async () => {
    await importFile(wordpressFile(wordpressAuthor('ada', 'Ada Lovelace')))
    const users = await db.selectFrom('userAccount').select('id').execute()
    const { items } = await importFile(
      wordpressFile(wordpressAuthor('lovelace', 'A. L.', 'ADA@old.example'), { site: 'https://other.example' }),
    )
    expect(items).toMatchObject([
      { outcome: 'merged', reasons: [{ code: 'same_email', values: { name: 'Ada Lovelace' } }] },
    ])
    expect(await db.selectFrom('author').select('email').execute()).toEqual([{ email: 'ada@old.example' }])
    expect(await db.selectFrom('userAccount').select('id').execute()).toEqual(users)
  })

  it('the tree keeps its shape, whatever the order of the file', async () => {
    await importFile(
      wordpressFile(
        [
          wordpressCategory('c', 'C', 'b'),
          wordpressCategory('b', 'B', 'a'),
          wordpressCategory('a', 'A'),
          wordpressCategory('d', 'D', 'a'),
        ].join(''),
      ),
    )
    const rows = await db
      .selectFrom('category as c')
      .leftJoin('category as p', 'p.id', 'c.parent')
      .select(['c.name', 'p.name as parent', 'c.position'])
      .orderBy('c.name')
      .execute()
    expect(rows).toEqual([
      { name: 'A', parent: null, position: 0 },
      { name: 'B', parent: 'A', position: 0 },
      { name: 'C', parent: 'B', position: 0 },
      { name: 'D', parent: 'A', position: 1 },
    ])
  })

  it('circles are cut, and what is deeper than six levels moves up', async () => {
    const chain = Array.from({ length: 8 }, (_, at) => wordpressCategory(`c${at}`, `C${at}`, at ? `c${at - 1}` : ''))
    const { items } = await importFile(
      wordpressFile([...chain, wordpressCategory('x', 'X', 'y'), wordpressCategory('y', 'Y', 'x')].join('')),
    )
    expect(items.filter((item) => codes(item).includes('moved_up')).map(({ sourceId }) => sourceId)).toEqual([
      'c6',
      'c7',
    ])
    expect(items.filter((item) => codes(item).includes('parent_missing'))).toHaveLength(1)
    expect(items.every(({ outcome }) => outcome === 'created')).toBe(true)
  })
})
