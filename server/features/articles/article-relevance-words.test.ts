import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArticleSummary } from '#contract/articles.ts'
import type { ListReply } from '#contract/list.ts'
import { liveTitleHasWords, titleHasWords, titleHasWordsByRow } from './article-relevance-queries.ts'
import { searchFor } from './article-search-rules.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, createArticle } = await createDesk()
const titles = async (q: string) => {
  const query = new URLSearchParams({ q, sort: 'relevance' })
  const { body } = await api<ListReply<ArticleSummary>>(editor, 'GET', `/api/articles?${query.toString()}`)
  return body.items.map(({ title }) => title)
}
const tagged = async (name: string) => [(await api<{ id: string }>(editor, 'POST', '/api/tags', { name })).body.id]

describe('several words', async () => {
  await createArticle({ title: 'Winter ferry' })
  await createArticle({ title: 'Winter ferry to Thun' })
  await createArticle({ title: 'The ferry sails in winter' })
  await createArticle({ title: 'Timetables', excerpt: 'The ferry sails on Sundays, in winter too.' })
  await createArticle({ title: 'On Sundays, the ferry', excerpt: 'Only in winter.' })
  await createArticle({ title: 'Crossings', body: '<p>No ferry in winter</p>', tags: await tagged('Winter ferry') })
  await createArticle({ title: 'Boats', body: '<p>In winter, no ferry sails.</p>' })

  it.each(['winter ferry', 'winter  ferry', 'Winter FERRY'])(
    '“%s”: the title, its beginning, all words of it, words of summary and tags, the text',
    async (q) =>
      expect(await titles(q)).toEqual([
        'Winter ferry',
        'Winter ferry to Thun',
        'The ferry sails in winter',
        'Crossings',
        'On Sundays, the ferry',
        'Timetables',
        'Boats',
      ]),
  )

  it('in another order, all words of the title still come before those of the summary and the text', async () =>
    expect(await titles('ferry winter')).toEqual([
      'The ferry sails in winter',
      'Winter ferry to Thun',
      'Winter ferry',
      'On Sundays, the ferry',
      'Timetables',
      'Boats',
      'Crossings',
    ]))

  it('of Chinese are characters that come together', async () => {
    await createArticle({ title: '大桥 渡轮' })
    await createArticle({ title: '渡轮', excerpt: '在大桥旁边' })
    await createArticle({ title: '河', body: '<p>大桥和渡轮</p>' })
    expect(await titles('渡轮 大桥')).toEqual(['大桥 渡轮', '渡轮', '河'])
  })
})

it('the words of a title are the same one by one as by the index', async () => {
  const given = [
    'Winter ferry',
    'winter_ferry',
    'Winter-ferry (new)',
    'wintery ferry',
    'Midwinter, ferry',
    'FERRY winter',
    '2026 in numbers',
    'Room 20',
    'C++ and C#',
    '大桥重新开放',
    '渡轮ferry大桥',
    'Straße',
    'don’t',
    'a.b',
    '£20',
    'ひらがなと漢字',
    '한국 뉴스',
  ]
  const asked = [
    'winter ferry',
    'wint',
    'ferry win',
    '20',
    'c++',
    '桥',
    '桥重',
    '轮ferry',
    'ferry 大桥',
    'str',
    'don',
    'b a',
    'がな',
    '뉴스 한국',
  ]
  const different: string[] = []
  for (const text of asked) {
    const search = searchFor(text)!
    const { rows } = await sql<{ title: string; indexed: boolean; single: boolean; live: boolean }>`
      select title, ${titleHasWords(search)} as indexed, ${titleHasWordsByRow(search)} as single,
        ${liveTitleHasWords(search)} as live
      from unnest(${given}::text[]) as article_live (title)`.execute(db)
    expect(
      rows.some(({ single }) => single),
      text,
    ).toBe(true)
    different.push(
      ...rows
        .filter(({ indexed, single, live }) => indexed !== single || indexed !== live)
        .map(({ title }) => `${text}: ${title}`),
    )
  }
  expect(different).toEqual([])
})

it('of a title that readers see, wide letters are those that are typed', async () => {
  const { rows } = await sql<{ title: string }>`
    select title from unnest(${['Ｗｉｎｔｅｒ ｆｅｒｒｙ', 'ﬁnal ferry', 'Winter road']}::text[]) as article_live (title)
    where ${liveTitleHasWords(searchFor('ferry')!)}`.execute(db)
  expect(rows.map(({ title }) => title)).toEqual(['Ｗｉｎｔｅｒ ｆｅｒｒｙ', 'ﬁnal ferry'])
})
