import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ArticleFilter } from '#contract/article-list.ts'
import { ArticleListQuery } from '#contract/article-list.ts'
import { roles, type Role } from '#contract/permissions.ts'
import { dice } from '../../testing/dice.ts'
import { search } from '../search/search-queries.ts'
import { flushArticleFacets } from './article-facet-commands.ts'
import { listArticles, matchingArticles, matchingUpTo } from './article-list-queries.ts'
import { accessOf, findArticleHeads } from './article-row-queries.ts'
import { reaches, seesOnlyPublished, type Viewer } from './article-rules.ts'
import { knownTotal } from './article-total-queries.ts'
import { createDesk } from './testing/desk.ts'

const desk = await createDesk()
const { api, db, administrator, editor, author, viewer, adManager, byline, category, tag, createArticle } = desk
const people = new Map<Role, Viewer>(
  [administrator, editor, author, viewer, adManager].map(({ user }) => [user.role, { id: user.id, role: user.role }]),
)

const roll = dice(8)
const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!
const made = async (url: string, body: object) => (await api(administrator, 'POST', url, body)).body.id
const tags = [tag.id, await made('/api/tags', { name: 'Tides' })]
const categories = [category.id, await made('/api/categories', { name: 'Harbour', parent: category.id })]
const bylines = [
  byline.id,
  await made('/api/authors', { displayName: 'The Author', user: author.user.id }),
  await made('/api/authors', { displayName: 'Grace' }),
]
// Each has one of the words in its title, and may change it in the working copy.
const words = ['lighthouse', 'seaweed']
/** Also by what is inside a word. */
const searches = [...words, 'hthou', 'weed']
const fields = () => ({
  title: `The ${pick(words)}`,
  tags: [pick(tags)],
  primaryCategory: pick(categories),
  authors: [pick(bylines)],
  featured: roll(2) === 0,
})
for (let n = 0; n < 40; n++) {
  const status = pick(['draft', 'published', 'published', 'published', 'in_review', 'archived', 'trashed'] as const)
  const article = await createArticle({ ...fields(), slug: `story-${n}`, status }, roll(3) ? editor : author)
  if (status !== 'trashed' && roll(2))
    await api(editor, 'PATCH', `/api/articles/${article.id}`, { ...fields(), version: article.version })
}
// Whose maker is not known any more, as after an import.
await sql`update article set created_by = null where id in (select id from article order by id limit 12)`.execute(db)

/** What a person sees of an article outside the trash: the working copy or what readers see; undefined for nothing. */
async function versionsSeenBy(person: Viewer) {
  const { rows } = await sql<{ id: string; working: Version; live: Version | null }>`
    select article.id, jsonb_build_object('title', article.title, 'featured', article.featured, 'tags',
      array(select tag_id from article_tag where article_id = article.id), 'authors',
      array(select author_id from article_author where article_id = article.id), 'category', primary_category) as working,
      (select jsonb_build_object('title', live.title, 'featured', live.featured, 'tags', tag_ids, 'authors', author_ids,
        'category', live.content->>'primaryCategory') from article_live as live where live.article_id = article.id) as live
    from article where deleted_at is null`.execute(db)
  const heads = await findArticleHeads(
    db,
    person,
    rows.map(({ id }) => id),
  )
  return heads.flatMap((head) => {
    const access = accessOf(head)
    if (!reaches(person, 'articles.read', access)) return []
    const row = rows.find(({ id }) => id === head.id)!
    const asReader = seesOnlyPublished(person, access)
    return {
      id: head.id,
      status: head.status,
      hasChanges: head.hasChanges && !asReader,
      ...(asReader ? row.live! : row.working),
    }
  })
}
type Version = { title: string; featured: boolean; tags: string[]; authors: string[]; category: string }
type Seen = Awaited<ReturnType<typeof versionsSeenBy>>[number]

const fits = (
  seen: Seen,
  { q, tag: term, author: name, category: branch, status, featured, hasChanges }: ArticleFilter,
) =>
  (!q || seen.title.includes(q)) &&
  (!term || seen.tags.includes(term)) &&
  (!name || seen.authors.includes(name)) &&
  (!branch || seen.category === branch || (branch === categories[0] && seen.category === categories[1])) &&
  (!status || seen.status === status) &&
  (featured === undefined || seen.featured === featured) &&
  (!hasChanges || seen.hasChanges)

const drawn = (): ArticleFilter => ({
  ...(roll(2) === 0 && { q: pick(searches) }),
  ...(roll(3) === 0 && { tag: pick(tags) }),
  ...(roll(3) === 0 && { author: pick(bylines) }),
  ...(roll(3) === 0 && { category: pick(categories) }),
  ...(roll(4) === 0 && { status: pick(['draft', 'published'] as const) }),
  ...(roll(4) === 0 && { featured: roll(2) === 0 }),
  ...(roll(5) === 0 && { hasChanges: true }),
})

it.each(roles)('lists, facets, searches, counts and bulk actions show %s the same articles', async (role) => {
  const person = people.get(role)!
  const all = await versionsSeenBy(person)
  let found = 0
  for (let n = 0; n < 60; n++) {
    const filter = drawn()
    const expected = all
      .filter((seen) => fits(seen, filter))
      .map(({ id }) => id)
      .toSorted()
    const said = JSON.stringify(filter)
    const query = { ...ArticleListQuery.parse({ pageSize: 100 }), ...filter }
    const known = await knownTotal(db, person, query)
    const page = await listArticles(db, person, query)
    expect(page.items.map(({ id }) => id).toSorted(), `list ${said}`).toEqual(expected)
    expect(page.total, `total ${said}`).toBe(expected.length)
    if (known) expect(known, `count ${said}`).toEqual({ total: expected.length, totalIsExact: true })
    const bulk = await (await matchingArticles(db, person, filter)).execute()
    expect(bulk.map(({ id }) => id).toSorted(), `bulk ${said}`).toEqual(expected)
    const selected = await (await matchingUpTo(db, person, filter, 1000)).execute()
    expect(selected.map(({ id }) => id).toSorted(), `selected ${said}`).toEqual(expected)
    found += expected.length
  }
  expect(found).toBeGreaterThan(50)
  for (const word of words) {
    const { groups } = await search(db, person, word, (work) => work())
    const hits = groups.find(({ kind }) => kind === 'articles')?.hits ?? []
    const titles = all.filter(({ title }) => title.includes(word)).map(({ id }) => id)
    expect(hits.length).toBeGreaterThan(0)
    for (const { id } of hits) expect(titles, `search ${word}`).toContain(id)
  }
})

it('drafts that many at once stop being an author’s own are not shown to them, also while the facets are behind', async () => {
  const person = people.get('author')!
  const shown = async () =>
    (await listArticles(db, person, { ...ArticleListQuery.parse({ pageSize: 100 }), status: 'draft' })).items
  const before = (await shown()).map(({ id }) => id)
  await sql`insert into article (id, slug, title, created_by, updated_by)
    select ('0193ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'own-' || n, 'Own ' || n, ${person.id}, ${person.id}
    from generate_series(1, 201) as n`.execute(db)
  await flushArticleFacets(db)
  expect(await shown()).toHaveLength(100)
  await sql`update article set created_by = ${editor.user.id} where slug like 'own-%'`.execute(db)
  expect((await shown()).filter(({ id }) => !before.includes(id))).toEqual([])
  await flushArticleFacets(db)
  expect((await shown()).map(({ id }) => id)).toEqual(before)
})
