import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ArticleListQuery } from '#contract/article-list.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { listArticles } from './article-list-queries.ts'
import { searchOf } from './article-word-queries.ts'
import { createDesk } from './testing/desk.ts'

const { api, db, editor, createArticle } = await createDesk()
const asEditor = { id: editor.user.id, role: editor.user.role }
const found = async (q: string) => {
  const { items, total } = await listArticles(db, asEditor, ArticleListQuery.parse({ q, pageSize: 100 }))
  expect(total).toBe(items.length)
  return items.map(({ title }) => title).toSorted()
}

it('a beginning finds every word that begins so, in the moment in which it is saved', async () => {
  const first = await createArticle({ title: 'One', body: '<p>The lighthouse keeper</p>' })
  await createArticle({ title: 'Two', body: '<p>Many lighthouses</p>' })
  expect(await found('lightho')).toEqual(['One', 'Two'])
  expect(await found('lighthouse')).toEqual(['One', 'Two'])
  expect(await found('lighthouses')).toEqual(['Two'])
  expect(await found('lighthousekeeping')).toEqual([])
  const changed = { version: first.version, body: '<p>A lighthousekeeping manual</p>' }
  expect((await api(editor, 'PATCH', `/api/articles/${first.id}`, changed)).status).toBe(200)
  expect(await found('lighthousek')).toEqual(['One'])
  expect(await found('keeper')).toEqual([])
  expect(await found('manual lighthouse')).toEqual(['One'])
})

it('the words of a beginning are named, unless they are many', async () => {
  await createArticle({ title: 'Three', body: '<p>ferry ferries ferryman</p>' })
  expect((await searchOf(db, { q: 'old ferr' }))?.words).toBe(`'old' & ('ferr' | 'ferries' | 'ferry' | 'ferryman')`)
  const many = Array.from({ length: 70 }, (_, n) => `ferro${String.fromCharCode(97 + (n % 26))}${n}`)
  await createArticle({ title: 'Four', body: `<p>${many.join(' ')}</p>` })
  expect((await searchOf(db, { q: 'ferr' }))?.words).toBe(`'ferr':*`)
  expect(await found('ferr')).toEqual(['Four', 'Three'])
  expect(await found('ferro')).toEqual(['Four'])
})

it('a text inside of words is looked for in titles, and only there', async () => {
  await createArticle({ title: 'Twelve boathouses' })
  await createArticle({ title: 'Five', body: '<p>A boathouse behind the harbour</p>' })
  await createArticle({ title: 'The Oathou_se sign' })
  expect(await found('oathous')).toEqual(['Twelve boathouses'])
  expect(await found('oathou')).toEqual(['The Oathou_se sign', 'Twelve boathouses'])
  expect(await found('athouse')).toEqual(['Twelve boathouses'])
  expect(await found('boathous')).toEqual(['Five', 'Twelve boathouses'])
  expect(await found('welve boat')).toEqual(['Twelve boathouses'])
  // The address is searched as the title is.
  await createArticle({ title: 'Birds', slug: 'oystercatchers-in-1987-and-20a' })
  for (const q of ['oyster', 'stercatch', 'catchers', '1987', '198', '987', '20a'])
    expect(await found(q)).toEqual(['Birds'])
  // No other word has it inside: nothing is left to be looked for in titles.
  expect(await searchOf(db, { q: 'boathous' })).toMatchObject({ like: null })
  expect(await searchOf(db, { q: 'athouse' })).toMatchObject({
    like: '%athouse%',
    likeWords: `('boathouse' | 'boathouses')`,
  })
  // A slug may have it without any word.
  expect(await searchOf(db, { q: 'stercatch' })).toMatchObject({ like: '%stercatch%', likeWords: null })
})

it('several words are found also where the first one is the end of a longer word', async () => {
  await createArticle({ title: 'The Northgate lantern makers' })
  await createArticle({ title: 'A southgate lantern' })
  await createArticle({ title: 'Lantern of the northgate' })
  await createArticle({ title: 'The gate has a lantern' })
  const asked = { like: '%gate lantern%', likeWords: `('northgate' | 'southgate') & ('lantern')` }
  expect(await searchOf(db, { q: 'Gate  lantern' })).toMatchObject(asked)
  expect(await found('gate lantern')).toEqual([
    'A southgate lantern',
    'The Northgate lantern makers',
    'The gate has a lantern',
  ])
  expect(await found('gate lantern mak')).toEqual(['The Northgate lantern makers'])
  expect(await found('thgate lantern m')).toEqual(['The Northgate lantern makers'])
  // No other word ends so: the words say enough.
  expect(await searchOf(db, { q: 'northgate lantern' })).toMatchObject({ like: null, likeWords: null })
  // What is between them is no word, or the first one is one letter.
  for (const q of ['gate-lantern', 'gate, lantern', 'e lantern', '灯 gate lantern'])
    expect(await searchOf(db, { q })).toMatchObject({ likeWords: null, like: `%${q}%` })
  // Too many words end so.
  const many = Array.from({ length: 40 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}${n}gate`)
  await createArticle({ title: 'Gates', body: `<p>${many.join(' ')}</p>` })
  expect(await searchOf(db, { q: 'gate lantern' })).toMatchObject({ likeWords: null, like: '%gate lantern%' })
  expect(await found('gate lantern mak')).toEqual(['The Northgate lantern makers'])
})

it('words that came by many articles at once are known when their facets are', async () => {
  await sql`insert into article (id, slug, title, search_words) select gen_random_uuid(), 'bulk-' || n, 'Bulk ' || n,
    array_to_tsvector(array['bulk', 'quayside' || n]) from generate_series(1, 300) as n`.execute(db)
  await flushArticleFacets(db)
  expect(await found('quayside299')).toEqual(['Bulk 299'])
  expect(await found('quayside29')).toHaveLength(11)
  const { rows } = await sql<{ words: number; different: number }>`
    select count(*)::int as words, count(distinct word)::int as different from article_word`.execute(db)
  expect(rows[0]?.words).toBe(rows[0]?.different)
  await sql`select refill_article_words()`.execute(db)
  const { rows: again } = await sql<{
    words: number
    different: number
  }>`select count(*)::int as words, count(distinct word)::int as different from article_word`.execute(db)
  expect(again[0]?.words).toBe(again[0]?.different)
  expect(await found('quayside29')).toHaveLength(11)
})
