import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TrashResults } from '#contract/trash.ts'
import type { UndoPointer, UndoProgress, UndoReport } from '#contract/undo.ts'
import { sweepUndoLog } from '../../db/undo-log.ts'
import { createDesk } from '../articles/testing/desk.ts'

// More than one statement may touch, several times over; what holds for these holds for 300,000.
const ARTICLES = 3200
const MOST_AT_ONCE = 3000
const { api, db, editor, administrator, createArticle, runJobs } = await createDesk({ logLevel: 'warn' })

const nouns = [
  ['tag', 'tags'],
  ['author', 'authors'],
  ['category', 'categories'],
] as const
type Noun = (typeof nouns)[number][0]
const made = {} as Record<Noun, Record<'target' | 'gone', { id: string; slug: string }>>

beforeAll(async () => {
  for (const [noun, path] of nouns) {
    const make = async (name: string) =>
      (await api<{ id: string; slug: string }>(editor, 'POST', `/api/${path}`, { name, displayName: undefined })).body
    const author = async (displayName: string) =>
      (await api<{ id: string; slug: string }>(editor, 'POST', '/api/authors', { displayName })).body
    const one = noun === 'author' ? author : make
    made[noun] = { target: await one(`Target ${noun}`), gone: await one(`Gone ${noun}`) }
  }
  const [author, category, tag] = [made.author.gone.id, made.category.gone.id, made.tag.gone.id]
  await db.connection().execute(async (on) => {
    for (let from = 1; from <= ARTICLES; from += 200) {
      // Checks of references planned while the tables were nearly empty would read them all, for each link.
      await sql`discard plans`.execute(on)
      const range = sql`generate_series(${from}::int, ${from + 199}::int) as n`
      const id = sql`overlay(overlay(md5('many ' || n) placing '4' from 13) placing '8' from 17)::uuid`
      await sql`insert into article (id, title, slug, status, published_at, primary_category)
        select ${id}, 'Many ' || n, 'many-' || n, 'published', now(), ${category}::uuid from ${range}`.execute(on)
      await sql`insert into article_tag select ${id}, ${tag}::uuid, 0 from ${range}`.execute(on)
      await sql`insert into article_author select ${id}, ${author}::uuid, 0 from ${range}`.execute(on)
      await sql`insert into article_live (article_id, slug, title, published_at, updated_at, featured, author_ids,
          category_ids, tag_ids, content, word_count, reading_time, version)
        select ${id}, 'many-' || n, 'Many ' || n, now(), now(), false, ${[author]}::uuid[], ${[category]}::uuid[],
          ${[tag]}::uuid[], jsonb_build_object('body', 'x', 'tags', ${[tag]}::uuid[], 'authors', ${[author]}::uuid[],
            'primaryCategory', ${category}::uuid, 'categories', '[]'::jsonb), 1, 1, 1 from ${range}`.execute(on)
    }
  })
  await sql`create function refuse_many() returns trigger language plpgsql as $$ begin
    if (select count(*) from touched) > ${sql.lit(MOST_AT_ONCE)} then
      raise exception '% of % in one statement', tg_op, tg_table_name;
    end if;
    return null;
  end $$`.execute(db)
  const tables = ['article', 'article_tag', 'article_author', 'article_category', 'article_live']
  for (const table of [...tables, 'undo_step_item'])
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ] as const)
      await sql`create trigger ${sql.raw(`many_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} table as touched for each statement execute function refuse_many()`.execute(db)
}, 120_000)

/** Everything a merge may touch, as checksums of whole rows. */
async function checksums() {
  const sum = (table: string, order: string) =>
    sql`(select md5(string_agg(to_jsonb(r)::text, '|' order by ${sql.raw(order)})) from ${sql.table(table)} as r)`
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx)
    return sql`select ${sum('article', 'id')} as articles,
    ${sum('article_tag', 'article_id, tag_id')} as tags, ${sum('article_author', 'article_id, author_id')} as authors,
    ${sum('article_category', 'article_id, category_id')} as categories,
    ${sum('article_live', 'article_id')} as live, ${sum('redirect', 'path')} as redirects`.execute(trx)
  })
  return rows[0]
}

const restore = async (noun: Noun, id: string) =>
  (await api<{ results: TrashResults }>(administrator, 'POST', '/api/trash/restore', { items: [{ type: noun, id }] }))
    .body.results

describe.each(nouns)('a %s of thousands of articles', (noun, path) => {
  /** With two conditions the index of facets is asked. */
  const read = async (path: '' | '/total', id: string) =>
    (await api<object>(editor, 'GET', `/api/articles${path}?${noun}=${id}&featured=false`)).body

  it('becomes part of another one in short statements, and the undo brings the very same rows', async () => {
    const { target, gone } = made[noun]
    const before = await checksums()
    const merged = await api<{ moved: number; undo: UndoPointer }>(editor, 'POST', `/api/${path}/${target.id}/merge`, {
      from: [gone.id],
    })
    expect(merged).toMatchObject({ status: 200, body: { moved: ARTICLES } })
    expect(await checksums()).not.toEqual(before)
    expect(await read('', target.id)).toMatchObject({ facetsAsOf: expect.any(String) })
    await runJobs()
    expect(await read('', target.id)).toMatchObject({ facetsAsOf: null })
    expect(await read('/total', target.id)).toMatchObject({ total: ARTICLES })
    const begun = await api<UndoReport>(editor, 'POST', `/api/undo/${merged.body.undo.id}?background=true`)
    expect(begun).toMatchObject({ status: 200, body: { inBackground: true } })
    await runJobs()
    const undone = await api<UndoProgress>(editor, 'GET', `/api/undo/${merged.body.undo.id}/progress`)
    expect(undone.body).toMatchObject({ status: 'done', report: { skipped: 0 } })
    expect(await read('', gone.id)).toMatchObject({ facetsAsOf: null })
    expect(await read('/total', gone.id)).toMatchObject({ total: ARTICLES })
    expect(await checksums()).toEqual(before)
    expect(await leftovers()).toBe(0)
  }, 120_000)

  it('comes back from the trash the same way', async () => {
    const { target, gone } = made[noun]
    const before = await checksums()
    const answer =
      noun === 'tag'
        ? await api(editor, 'POST', '/api/tags/delete', { ids: [gone.id] })
        : noun === 'category'
          ? await api(editor, 'POST', `/api/categories/${gone.id}/remove`, { articles: { to: target.id } })
          : await api(editor, 'POST', `/api/authors/${target.id}/merge`, { from: [gone.id] })
    expect(answer).toMatchObject({ status: 200 })
    expect(await restore(noun, gone.id)).toMatchObject([{ ok: true, skipped: 0 }])
    expect(await checksums()).toEqual(before)
    expect(await leftovers()).toBe(0)
  }, 120_000)
})

it('old steps of thousands of articles are forgotten in short statements, too', async () => {
  await api(editor, 'POST', `/api/tags/${made.tag.target.id}/merge`, { from: [made.tag.gone.id] })
  await api(editor, 'POST', `/api/categories/${made.category.target.id}/merge`, { from: [made.category.gone.id] })
  await sql`update undo_step set created_at = now() - interval '40 days'`.execute(db)
  await sweepUndoLog(db)
  expect(await leftovers()).toBe(0)
}, 120_000)

describe('while articles follow a merge', () => {
  it.each(nouns.filter(([noun]) => noun !== 'category'))('of %ss, others are saved', async (noun, path) => {
    const make = async (name: string) =>
      (
        await api<{ id: string; slug: string }>(
          editor,
          'POST',
          `/api/${path}`,
          noun === 'author' ? { displayName: name } : { name },
        )
      ).body
    const [gone, kept] = [await make(`Large ${noun}`), await make(`Kept ${noun}`)]
    await createArticle({ [path]: [gone.id], status: 'published' })
    const other = await createArticle()
    const waits = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query ilike '%redirect%' and pid <> pg_backend_pid()`.execute(db)
      return rows.length > 0
    }
    let merge: Promise<{ status: number }> | undefined
    let chosen: ReturnType<typeof api> | undefined
    await db
      .transaction()
      .execute(async (trx) => {
        // The merge has to wait for this, late: its articles have been moved by then.
        const address = { path: `/${noun}/${gone.slug}`, entityType: noun, entityId: kept.id }
        await trx.insertInto('redirect').values(address).execute()
        merge = api<object>(editor, 'POST', `/api/${path}/${kept.id}/merge`, { from: [gone.id] })
        await expect.poll(waits, { timeout: 3000 }).toBe(true)
        const url = `/api/articles/${other.id}`
        expect((await api(administrator, 'PATCH', url, { version: 1, title: 'Saved' })).status).toBe(200)
        expect((await api(administrator, 'POST', '/api/articles', { title: 'Made' })).status).toBe(201)
        // Who chooses what is just leaving waits for it.
        chosen = api(administrator, 'PATCH', url, { version: 2, [path]: [gone.id] })
        throw new Error('over')
      })
      .catch((error: Error) => expect(error.message).toBe('over'))
    expect((await merge)?.status).toBe(200)
    expect(await chosen).toMatchObject({ status: 200, body: { [path]: [kept.id] } })
  })
})

async function leftovers(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from undo_step_item`.execute(db)
  return rows[0]?.count ?? -1
}
