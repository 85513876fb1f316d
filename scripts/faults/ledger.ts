import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Db } from '../../server/db/database.ts'
import type { Reply } from './fault-call.ts'

/** What an article was last acknowledged to be; `asked`: the body of a write after it that was not answered. */
export type ArticleEntry = { version: number; body: string; asked?: string }
export type MediaEntry = { id: string; url: string; bytes: number; sha256: string }

/** Every write that the server has acknowledged. `unanswered`: titles of articles whose creation got no answer. */
export type Ledger = {
  acknowledged: number
  articles: Map<string, ArticleEntry>
  media: MediaEntry[]
  terms: string[]
  unanswered: string[]
}

export const emptyLedger = (): Ledger => ({
  acknowledged: 0,
  articles: new Map(),
  media: [],
  terms: [],
  unanswered: [],
})
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Sentences about what is lost or half written; none when every acknowledged write is stored whole. */
export async function missingFrom(ledger: Ledger, db: Db, get: (path: string) => Promise<Reply>): Promise<string[]> {
  const found = [await missingArticles(ledger, db), await missingMedia(ledger, db, get), await missingTerms(ledger, db)]
  return found.flat()
}

async function missingArticles({ articles }: Ledger, db: Db): Promise<string[]> {
  const ids = [...articles.keys()]
  const { rows } = await sql<{ id: string; version: number; body: string; isWhole: boolean; isAudited: boolean }>`
    select id, version, body,
      (select array_agg(version order by version) from article_revision where article_id = article.id)
        = array(select generate_series(1, article.version))
      and (select content->>'body' from article_revision where article_id = article.id order by version desc limit 1) = body
        as is_whole,
      exists (select from audit_event where entity_id = article.id and action = 'create') as is_audited
    from article where id = any(${ids})`.execute(db)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return [...articles].flatMap(([id, { version, body, asked }]) => {
    const row = stored.get(id)
    if (!row) return [`article ${id} is lost`]
    const isLast = row.version === version && row.body === body
    const isAsked = asked !== undefined && row.version === version + 1 && row.body === asked
    if (!isLast && !isAsked) return [`article ${id} has version ${row.version}; ${version} was acknowledged`]
    return row.isWhole && row.isAudited ? [] : [`article ${id} is half written: its history or audit is missing`]
  })
}

async function missingMedia({ media }: Ledger, db: Db, get: (path: string) => Promise<Reply>): Promise<string[]> {
  const ids = media.map(({ id }) => id)
  const { rows } = await sql<{ id: string; sha256: string }>`
    select id, encode(sha256, 'hex') as sha256 from media where id = any(${ids})`.execute(db)
  const stored = new Map(rows.map((row) => [row.id, row.sha256]))
  const missing = media.map(async ({ id, url, bytes, sha256 }) => {
    if (stored.get(id) !== sha256) return `picture ${id} is lost`
    const { status, body } = await get(new URL(url, 'http://any').pathname)
    const served = Buffer.from(body, 'latin1')
    if (status !== 200 || served.length !== bytes) return `picture ${id} is ${status} with ${served.length} bytes`
    // Decodes every byte.
    const isWhole = await sharp(served)
      .stats()
      .then(
        () => true,
        () => false,
      )
    return isWhole ? undefined : `picture ${id} cannot be decoded`
  })
  return (await Promise.all(missing)).filter((sentence) => sentence !== undefined)
}

async function missingTerms({ terms }: Ledger, db: Db): Promise<string[]> {
  const { rows } = await sql<{ term: string; count: number }>`
    select term, count(*)::int as count from reader_event where term = any(${terms}) group by 1`.execute(db)
  const stored = new Map(rows.map(({ term, count }) => [term, count]))
  return terms.flatMap((term) =>
    stored.get(term) === 1 ? [] : [`search “${term}” is stored ${stored.get(term) ?? 0} times`],
  )
}

/** Sentences about articles that were written although the caller got no answer. After kill -9 there may be some. */
export async function doneUnanswered({ articles, unanswered }: Ledger, db: Db): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select title from article where title = any(${unanswered})`.execute(db)
  const bodies = [...articles.values()].flatMap(({ asked }) => asked ?? [])
  const saved = await sql<{ id: string }>`
    select id from article where id = any(${[...articles.keys()]}) and body = any(${bodies})`.execute(db)
  return [
    ...rows.map(({ title }) => `“${title}” was created without an answer`),
    ...saved.rows.map(({ id }) => `article ${id} was saved without an answer`),
  ]
}
