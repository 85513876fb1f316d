/**
 * The floor to compare with: Fastify and hand-written SQL for the same answers, and nothing else. Nobody signs in,
 * nothing is checked, cleaned, searched for, limited or recorded.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL']!, max: 10 })
const app = Fastify({ bodyLimit: 2_097_152 })
type ById = { Params: { id: string } }
type BySlug = { Params: { slug: string } }

const names = `
  (select json_agg(json_build_object('id', a.id, 'displayName', a.display_name) order by l.position)
    from article_author l join author a on a.id = l.author_id where l.article_id = article.id) as authors,
  (select json_agg(json_build_object('id', t.id, 'name', t.name) order by l.position)
    from article_tag l join tag t on t.id = l.tag_id where l.article_id = article.id) as tags,
  (select json_build_object('id', c.id, 'name', c.name) from category c where c.id = article.primary_category) as category`
const one = `select article.*, null as search_words, ${names} from article where id = $1`

app.get<{ Querystring: { page?: string } }>('/list', async ({ query: { page = '1' } }) => {
  const { rows } = await pool.query(
    `select id, title, slug, status, has_changes, featured, updated_at, published_at, word_count, ${names}
     from (select id from article where deleted_at is null order by updated_at desc, id desc limit 25 offset $1) page
     join article using (id) order by updated_at desc, id desc`,
    [(Number(page) - 1) * 25],
  )
  const counted = await pool.query(
    `select count(*) from (select from article where deleted_at is null limit 10001) as counted`,
  )
  return { items: rows, total: Number(counted.rows[0].count) }
})

app.get<{ Querystring: { q: string } }>('/search', async ({ query: { q } }) => {
  const found = `from article where deleted_at is null and search_words @@ $1::tsquery`
  const { rows } = await pool.query(
    `select id, title, slug, status, updated_at, word_count, ${names}
     from (select id ${found} order by updated_at desc, id desc limit 25) page
     join article using (id) order by updated_at desc, id desc`,
    [q],
  )
  const counted = await pool.query(`select count(*) from (select ${found} limit 10001) as counted`, [q])
  return { items: rows, total: Number(counted.rows[0].count) }
})

app.get<ById>('/articles/:id', async ({ params }) => (await pool.query(one, [params.id])).rows[0])

app.patch<ById & { Body: { title: string; body: string; version: number } }>(
  '/articles/:id',
  async ({ params: { id }, body: { title, body, version } }) =>
    inTransaction(async (client) => {
      await client.query(
        `update article set title = $2, body = $3, version = version + 1, updated_at = now(), has_changes = true
         where id = $1 and version = $4`,
        [id, title, body, version],
      )
      await client.query(
        `insert into article_revision (id, article_id, version, reason, title, word_count, content)
         select uuidv7(), id, version, 'save', title, word_count, jsonb_build_object('title', title, 'body', body)
         from article where id = $1`,
        [id],
      )
      return (await client.query(one, [id])).rows[0]
    }),
)

app.post<ById>('/articles/:id/publish', async ({ params: { id } }) =>
  inTransaction(async (client) => {
    await client.query(`update article set version = version + 1, has_changes = false where id = $1`, [id])
    await client.query(
      `update article_live l set title = a.title, updated_at = now(), content = l.content ||
         jsonb_build_object('title', a.title, 'body', a.body) from article a where a.id = $1 and l.article_id = a.id`,
      [id],
    )
    return (await client.query(one, [id])).rows[0]
  }),
)

app.get<BySlug>('/content/:slug', async ({ params }) => {
  const { rows } = await pool.query(
    `select slug, published_at, updated_at, word_count, content,
       (select json_agg(json_build_object('displayName', display_name, 'slug', slug)) from author where id = any(author_ids)) as authors,
       (select json_agg(json_build_object('name', name, 'slug', slug)) from tag where id = any(tag_ids)) as tags,
       (select json_agg(json_build_object('name', name, 'slug', slug)) from category where id = any(category_ids)) as categories
     from article_live where slug = $1`,
    [params.slug],
  )
  return rows[0]
})

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } finally {
    client.release()
  }
}

console.log(`bare server on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
