import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { exportKinds, type ExportKind, type ExportLine } from './copydesk-lines.ts'

export const ROWS_AT_ONCE = 500

/** Rows in the order of their ids, some hundred at a time. */
export async function* pagesOf<Row extends { id: string }>(
  load: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await load(after)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

type Redirected = 'article' | 'album' | 'author' | 'tag' | 'category'

/** The old addresses that lead to an item. */
export const redirectPaths = (noun: Redirected, id: RawBuilder<unknown>) => sql<string[]>`array(
  select path from redirect where entity_type = ${noun} and entity_id = ${id} order by path)`
export const redirectsTo = (noun: Redirected) => redirectPaths(noun, sql.ref(`${noun}.id`)).as('redirects')

/** Who there is, without anything that signs them in. A registration that waits is no account yet. */
export async function* accountLines(trx: Db): AsyncGenerator<ExportLine<'account'>> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('userAccount')
      .select(['id', 'email', 'name', 'role', 'locale', 'timeZone'])
      .select(sql<'active' | 'suspended'>`status`.as('status'))
      .where('status', 'in', ['active', 'suspended'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const { id, status, ...fields } of rows) yield { id, status, fields }
}

export async function* snippetLines(trx: Db): AsyncGenerator<ExportLine<'snippet'>> {
  const rows = await trx
    .selectFrom('snippet')
    .select(['id', 'createdBy as owner', 'name', 'body'])
    .orderBy('id')
    .execute()
  for (const { id, owner, ...fields } of rows) yield { id, owner, fields }
}

export async function* placementLines(trx: Db): AsyncGenerator<ExportLine<'placement'>> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('placement')
      .select(['id', 'key', 'name', 'sizes', 'active'])
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  for await (const { id, ...fields } of rows) yield { id, fields }
}

export async function* adLines(trx: Db): AsyncGenerator<object> {
  const rows = pagesOf((after) =>
    trx
      .selectFrom('ad')
      .select(['id', 'createdBy as owner', 'status', 'fields', 'live', 'rejection'])
      .where('deletedAt', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  )
  yield* rows
}

const tables: Record<ExportKind, string> = {
  account: 'user_account',
  media: 'media',
  author: 'author',
  tag: 'tag',
  category: 'category',
  album: 'album',
  snippet: 'snippet',
  placement: 'placement',
  ad: 'ad',
  article: 'article',
  version: 'article_revision',
}
/** Counting more rows takes long; the planner's estimate is good enough for how far an export is. */
const COUNTED_MOST = 100_000

/** About so many items an export has. */
export async function expectedItems(db: Db, versions: boolean): Promise<number> {
  let total = 0
  for (const kind of exportKinds.filter((each) => versions || each !== 'version')) {
    const table = sql.table(tables[kind])
    const { rows } = await sql<{ count: number; estimate: number }>`select
      (select count(*)::int from (select from ${table} limit ${COUNTED_MOST}) as counted) as count,
      (select reltuples::int from pg_class where oid = ${tables[kind]}::regclass) as estimate`.execute(db)
    const { count = 0, estimate = 0 } = rows[0] ?? {}
    total += count < COUNTED_MOST ? count : Math.max(count, estimate)
  }
  return total
}
