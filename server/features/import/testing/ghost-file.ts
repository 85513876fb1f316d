type Row = Record<string, unknown>
type Tables = Record<string, unknown>

/** A small export of Ghost 5 with the given rows. */
export const ghostFile = (data: Tables): Buffer =>
  Buffer.from(JSON.stringify({ db: [{ meta: { exported_on: 1700000000000, version: '5.80.0' }, data }] }))

/** One published post; `id` also makes its uuid, title and slug. */
export const ghostPost = (id: string, fields: Row = {}): Row => ({
  id,
  uuid: `uuid-${id}`,
  title: `Post ${id}`,
  slug: `post-${id}`,
  html: '<p>Some words.</p>',
  lexical: null,
  mobiledoc: null,
  status: 'published',
  type: 'post',
  visibility: 'public',
  featured: 0,
  created_at: '2020-02-03T04:05:06.000Z',
  updated_at: '2020-02-03T04:05:06.000Z',
  published_at: '2020-02-03T04:05:06.000Z',
  ...fields,
})

export const ghostUser = (id: string, fields: Row = {}): Row => ({
  id,
  name: `User ${id}`,
  slug: `user-${id}`,
  email: `${id}@old.example`,
  password: '$2a$10$not.to.be.kept',
  ...fields,
})

/** Posts that one person wrote. */
export const ghostSite = (posts: Row[], more: Tables = {}): Buffer =>
  ghostFile({
    posts,
    users: [ghostUser('u1', { name: 'Ada Lovelace', slug: 'ada' })],
    posts_authors: posts.map(({ id }, sort_order) => ({ post_id: id, author_id: 'u1', sort_order })),
    ...more,
  })

/** A state of Ghost's editor with these blocks. */
export const lexical = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', version: 1, children } })
export const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format, version: 1 })
export const paragraph = (...children: unknown[]) => ({ type: 'paragraph', version: 1, children })
