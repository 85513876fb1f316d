import { sql } from 'kysely'
import type { createTestApp } from '../../../testing/app.ts'
import { ch } from '../../../events/clickhouse/clickhouse-sql.ts'
import { NONE, TABLES } from '../../../events/clickhouse/clickhouse-tables.ts'

export type RawEvent = { kind: number; at: Date; article: string | null; ad: string | null; device: number | null }

/** What is stored, whichever engine the tests run on. */
export function rawAccess({ db, events }: Pick<Awaited<ReturnType<typeof createTestApp>>, 'db' | 'events'>) {
  const { clickHouse } = events

  /** All raw events in order of time. */
  async function raw(): Promise<RawEvent[]> {
    if (!clickHouse) {
      const rows = await db.selectFrom('readerEvent').select(['kind', 'at', 'article', 'ad', 'device']).execute()
      return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) })).toSorted((a, b) => +a.at - +b.at)
    }
    const rows = await clickHouse.rows<{
      kind: number
      s: number
      ms: number
      device: number
      who: string
      what: string
    }>(
      ch`select kind, toUnixTimestamp(at) as s, ms, device, toString(article) as what, toString(ad) as who
        from reader_event order by s, ms`,
    )
    return rows.map(({ kind, s, ms, device, who, what }) => ({
      kind,
      at: new Date(s * 1000 + ms),
      article: what === NONE ? null : what,
      ad: who === NONE ? null : who,
      device: device || null,
    }))
  }

  /** Counts that are wrong or missing, as if a disk had lost them. */
  async function loseCounts(): Promise<void> {
    if (!clickHouse) {
      await sql`update article_view_hour set views = views + 7`.execute(db)
      await sql`delete from term_hour`.execute(db)
      await sql`delete from ad_hour`.execute(db)
      await sql`update ad_day set clicks = 7`.execute(db)
      return
    }
    for (const table of ['term_hour', 'ad_hour']) await clickHouse.run(ch`truncate table ${{ sql: table }}`)
    await clickHouse.run(ch`insert into article_view_hour select hour, article, views + 7, visitors, version
      from article_view_hour final`)
  }

  /** Every row of every table of the engine and of PostgreSQL, as text, by table. */
  async function storedText(): Promise<Map<string, string>> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
      db,
    )
    const text = new Map<string, string>()
    for (const { name } of rows)
      text.set(
        name,
        JSON.stringify((await sql`select * from ${sql.table(name)} as row order by row::text`.execute(db)).rows),
      )
    for (const table of clickHouse ? TABLES : [])
      text.set(
        `ClickHouse ${table}`,
        JSON.stringify(
          (await clickHouse?.rows<object>(ch`select * from ${{ sql: table }}`))
            ?.map((row) => JSON.stringify(row))
            .toSorted(),
        ),
      )
    return text
  }

  return { raw, loseCounts, storedText }
}
