/**
 * The floor to compare with: Fastify and hand-written SQL for the same answers, and nothing else. No one signs in,
 * nothing is checked, cleaned, searched for, limited or recorded.
 */
import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { indexAfterChanges } from '../server/http/after-changes.ts'
import {
  categoryTree,
  delivered,
  listAlbums,
  calendar,
  listArticles,
  listAuthors,
  listCategories,
  listMedia,
  listTags,
  listTrash,
  mediaUses,
  search,
  publicNames,
  type Query,
  welcome,
} from './bare-lists.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL']!, max: 10, application_name: 'bare' })
const app = Fastify({ bodyLimit: 2_097_152, routerOptions: { maxParamLength: 200 } })
// As the server does: the words of its changes would wait in the indexes for the server that is compared with it.
indexAfterChanges(app, new Kysely({ dialect: new PostgresDialect({ pool }) }), ({ method }) => method !== 'GET')
type ById = { Params: { id: string } }
type BySlug = { Params: { slug: string } }

const names = `
  (select json_agg(json_build_object('id', a.id, 'displayName', a.display_name) order by l.position)
    from article_author l join author a on a.id = l.author_id where l.article_id = article.id) as authors,
  (select json_agg(json_build_object('id', t.id, 'name', t.name) order by l.position)
    from article_tag l join tag t on t.id = l.tag_id where l.article_id = article.id) as tags,
  (select json_build_object('id', c.id, 'name', c.name) from category c where c.id = article.primary_category) as category`
const one = `select article.*, null as search_words, ${names} from article where id = $1`

type ByQuery = { Querystring: Query }
app.get<ByQuery>('/articles', ({ query }) => listArticles(pool, query))
app.get<ByQuery>('/articles/calendar', ({ query }) => calendar(pool, query))
app.get<ByQuery>('/tags', ({ query }) => listTags(pool, query))
app.get<ByQuery>('/authors', ({ query }) => listAuthors(pool, query))
app.get<ByQuery>('/categories', ({ query }) => listCategories(pool, query))
app.get<ByQuery>('/media', ({ query }) => listMedia(pool, query))
app.get<ById>('/media/:id/uses', ({ params }) => mediaUses(pool, params.id))
app.get<ByQuery>('/albums', ({ query }) => listAlbums(pool, query))
app.get<ByQuery>('/search', ({ query }) => search(pool, query['q']))
app.get<ByQuery>('/trash', ({ query }) => listTrash(pool, query))
app.get('/categories/tree', () => categoryTree(pool))
app.get('/welcome', () => welcome(pool))
app.get<ByQuery>('/content/articles', ({ query }) => delivered(pool, query))
app.get('/content/categories', () => categoryTree(pool))
app.get('/content/tags', () => publicNames(pool, 'tag'))
app.get('/content/authors', () => publicNames(pool, 'author'))

app.get<ById>('/articles/:id', async ({ params }) => (await pool.query(one, [params.id])).rows[0])

type Text = { title: string; body: string }
type Names = { authors: string[]; primaryCategory: string; tags: string[] }

/** The rows that a new article makes, with its history and its line in the audit log. */
app.post<{ Body: Text & Names }>('/articles', ({ body: { title, body, authors, primaryCategory, tags } }, reply) =>
  inTransaction(async (client) => {
    const id = uuidv7()
    await client.query(
      `insert into article (id, title, slug, body, primary_category, word_count, reading_time, search_head, search_words,
         created_by, updated_by)
       values ($1, $2, $3, $4, $5, $6, 1, lower($2), array_to_tsvector($7), ${someone}, ${someone})`,
      [id, title, title.toLowerCase().replaceAll(' ', '-'), body, primaryCategory, wordsIn(body).length, lexemes(body)],
    )
    await client.query(
      `insert into article_author select $1, id, place - 1 from unnest($2::uuid[]) with ordinality as l(id, place)`,
      [id, authors],
    )
    await client.query(
      `insert into article_tag select $1, id, place - 1 from unnest($2::uuid[]) with ordinality as l(id, place)`,
      [id, tags],
    )
    await record(client, id, 'create')
    reply.code(201)
    return (await client.query(one, [id])).rows[0]
  }),
)

app.patch<ById & { Body: Text & { version: number } }>(
  '/articles/:id',
  async ({ params: { id }, body: { title, body, version } }) =>
    inTransaction(async (client) => {
      await client.query(
        `update article set title = $2, body = $3, version = version + 1, updated_at = now(), has_changes = true,
           word_count = $5, reading_time = 1, search_head = lower($2), search_words = array_to_tsvector($6)
         where id = $1 and version = $4`,
        [id, title, body, version, wordsIn(body).length, lexemes(body)],
      )
      await record(client, id, 'save')
      return (await client.query(one, [id])).rows[0]
    }),
)

const someone = `(select id from user_account order by id limit 1)`
const wordsIn = (html: string) => html.replace(/<[^>]+>/g, ' ').match(/\w+/g) ?? []
const lexemes = (html: string) => [...new Set(wordsIn(html.toLowerCase()))]

/** The version and the audit line that belong to a change. */
async function record(client: pg.PoolClient, id: string, action: string): Promise<void> {
  await client.query(
    `insert into article_revision (id, article_id, version, reason, title, word_count, content)
     select uuidv7(), id, version, $2, title, word_count, jsonb_build_object('title', title, 'body', body)
     from article where id = $1`,
    [id, action],
  )
  await client.query(
    `insert into audit_event (id, actor_id, actor_name, ip, action, entity_type, entity_id, entity_title, after)
     select uuidv7(), id, name, '127.0.0.1', $2, 'article', $1, (select title from article where id = $1), '{"fields":["body"]}'
     from user_account where id = ${someone}`,
    [id, action],
  )
}

/** With the step that undoes it and the job of the index for readers. */
app.post<ById>('/articles/:id/publish', async ({ params: { id } }) =>
  inTransaction(async (client) => {
    await client.query(`update article set version = version + 1, has_changes = false where id = $1`, [id])
    await client.query(
      `update article_live l set title = a.title, updated_at = now(), content = l.content ||
         jsonb_build_object('title', a.title, 'body', a.body) from article a where a.id = $1 and l.article_id = a.id`,
      [id],
    )
    await client.query(`select index_live_articles(array[$1]::uuid[], null)`, [id])
    await record(client, id, 'publish')
    const step = uuidv7()
    await client.query(
      `insert into undo_step (id, created_by, noun, action, title) values ($1, ${someone}, 'article', 'publish', '')`,
      [step],
    )
    await client.query(
      `insert into undo_step_item (step_id, item_id, part, "before", "after")
       select $1, $2, 'article', jsonb_build_object('live', to_jsonb(l)), '{}' from article_live l where article_id = $2`,
      [step, id],
    )
    return (await client.query(one, [id])).rows[0]
  }),
)

app.get<BySlug>('/content/articles/:slug', async ({ params }) => {
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

/** The uses of tags move to another, in articles and in what readers see. */
app.post<ById & { Body: { from: string[] } }>('/tags/:id/merge', ({ params: { id }, body: { from } }) =>
  inTransaction(async (client) => {
    const { rowCount } = await client.query(
      `insert into article_tag select distinct on (article_id) article_id, $1::uuid, position from article_tag where tag_id = any($2)
       order by article_id, position on conflict do nothing`,
      [id, from],
    )
    await client.query('delete from article_tag where tag_id = any($1)', [from])
    await client.query(
      `update article_live set tag_ids = merged_ids(tag_ids, $2, $1),
         content = jsonb_set(content, '{tags}', to_jsonb(merged_ids(tag_ids, $2, $1))) where tag_ids && $2::uuid[]`,
      [id, from],
    )
    await client.query('update tag set deleted_at = now(), merged_into = $1 where id = any($2)', [id, from])
    return { moved: rowCount }
  }),
)

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
