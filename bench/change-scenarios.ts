import type pg from 'pg'
import type { Call } from './measure.ts'
import type { Samples } from './samples.ts'

/** What the replies of changes have in common, as far as it is looked at. */
export type Reply = Partial<{
  undo: { id: string } | null
  inBackground: true
  status: string
  results: { ok: boolean; changed?: boolean }[]
  moved: number
  articles: number
  changed: number
  trashed: string[]
}>
export type Send = (call: Omit<Call, 'token'>) => Promise<Reply>

export type Change = {
  title: string
  /** Done before, and not measured. */
  prepare?: (send: Send) => Promise<unknown>
  call: () => Promise<Call> | Call
  /** On how many it was done. */
  of: (reply: Reply) => number
}

const done = ({ results = [] }: Reply) => results.filter(({ ok }) => ok).length
const post = (path: string, body: object): Call => ({ method: 'POST', path, body })

/** Changes of one and of many, on what `takeSamples` has found. None is of more articles than one reply takes. */
export function changes(samples: Samples, pool: pg.Pool): Change[] {
  const idsOf = async (query: string) => (await pool.query<{ id: string }>(query)).rows.map(({ id }) => id)
  const bulk = (action: string, ids: readonly string[], values?: readonly string[]) =>
    post('/api/articles/bulk', { action, ids, expectedCount: ids.length, ...(values && { values }) })
  const published = (count: number) => samples.articles.slice(0, count).map(({ id }) => id)
  const { tags, authors, categories } = samples
  const onArticles = (count: number): Change[] =>
    (
      [
        ['a tag added', 'addTags', [tags.common[1]!.id]],
        ['another category', 'setCategory', [categories.common[1]!.id]],
        ['another author', 'setAuthors', [authors.common[1]!.id]],
        ['taken from readers', 'unpublish', undefined],
        ['into the trash', 'trash', undefined],
      ] as const
    ).map(([title, action, values]) => ({
      title: `articles, ${title}`,
      call: () => bulk(action, published(count), values),
      of: done,
    }))
  const merge = (noun: string, { id }: { id: string }, from: readonly { id: string }[]) =>
    post(`/api/${noun}/${id}/merge`, { from: from.map((one) => one.id) })
  /** A category that has none above it, and two that have none below them, of those that are in use by many. */
  const ends = async () => {
    const there = 'from category where deleted_at is null'
    const used = [...categories.common, ...categories.middling, ...categories.rare].map(({ id }) => id)
    const [top] = await idsOf(`select id ${there} and parent is null order by id limit 1`)
    const { rows: leaves } = await pool.query<{ id: string }>(
      `select id ${there} and parent is not null and id = any($1) and not exists (select from category as below
        where below.parent = category.id and below.deleted_at is null) order by array_position($1, id) limit 2`,
      [used],
    )
    return { top: top!, leaves }
  }
  const moved = ({ moved: count = 0 }: Reply) => count
  const some = published(100)
  return [
    ...onArticles(50),
    ...onArticles(500),
    {
      title: 'articles, drafts published',
      call: async () =>
        bulk(
          'publish',
          await idsOf(`select id from article where status = 'draft' and deleted_at is null and title <> ''
            and word_count > 0 and primary_category is not null and exists (
              select from article_author where article_id = article.id) order by md5(slug) limit 100`),
        ),
      of: done,
    },
    {
      title: 'articles, back from the trash',
      prepare: (send) => send(bulk('trash', some)),
      call: () => post('/api/trash/restore', { items: some.map((id) => ({ type: 'article', id })) }),
      of: done,
    },
    {
      title: 'tag, deleted',
      call: () => post('/api/tags/delete', { ids: [tags.common[7]!.id] }),
      of: ({ articles = 0 }) => articles,
    },
    { title: 'tags, merged', call: () => merge('tags', tags.middling[3]!, tags.middling.slice(4, 6)), of: moved },
    {
      title: 'authors, merged',
      call: () => merge('authors', authors.middling[3]!, [authors.middling[4]!, authors.common[5]!]),
      of: moved,
    },
    {
      title: 'categories, merged',
      call: async () => {
        const { top, leaves } = await ends()
        return merge('categories', { id: top }, leaves.slice(0, 1))
      },
      of: moved,
    },
    {
      title: 'category, deleted, its articles to another',
      call: async () => {
        const { top, leaves } = await ends()
        return post(`/api/categories/${leaves[1]!.id}/remove`, { articles: { to: top } })
      },
      of: ({ articles = 0 }) => articles,
    },
    {
      title: 'pictures, a credit for all',
      call: async () =>
        post('/api/media/bulk/texts', {
          ids: await idsOf('select id from media where deleted_at is null order by created_at desc limit 100'),
          credit: `Bench ${Date.now()}`,
        }),
      of: ({ changed = 0 }) => changed,
    },
    {
      title: 'pictures, into the trash',
      call: async () =>
        post('/api/media/bulk/trash', {
          ids: await idsOf('select id from media where deleted_at is null and uses = 0 order by created_at limit 100'),
        }),
      of: ({ trashed = [] }) => trashed.length,
    },
    ...['publish', 'trash'].map((action) => ({
      title: `albums, ${action === 'publish' ? 'published' : 'into the trash'}`,
      call: async () => {
        const ids = await idsOf(
          `select id from album where deleted_at is null and status = 'draft' order by md5(slug) limit 50`,
        )
        return post('/api/albums/bulk', { action, ids, expectedCount: ids.length })
      },
      of: done,
    })),
  ]
}
