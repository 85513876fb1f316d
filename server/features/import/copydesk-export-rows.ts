import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ExportLine } from './copydesk-lines.ts'

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
