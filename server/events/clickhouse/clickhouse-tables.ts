import type { ClickHouse, ClickHouseAddress } from './clickhouse-connection.ts'
import type { Sql } from './clickhouse-sql.ts'

/** No article, ad, placement or impression. */
export const NONE = '00000000-0000-0000-0000-000000000000'

type Table = {
  columns: string
  /** Of a count, what a row is found by: the newest version of it counts. */
  orderBy: string
  partitionBy: string
  /** Rows of one key must be on one shard. */
  shardBy: string
}

const COUNTS = 'impressions UInt64, viewable UInt64, clicks UInt64'
const byMonth = (time: string) => `toYYYYMM(${time})`

/** Counts are never changed: counting an hour again writes rows of a higher version, and the newest one is read (FINAL). */
const counts: Record<string, Omit<Table, 'shardBy'>> = {
  article_view_hour: {
    columns: `hour DateTime('UTC'), article UUID, views UInt64, visitors UInt64`,
    orderBy: 'hour, article',
    partitionBy: byMonth('hour'),
  },
  article_view_minute: {
    columns: `minute DateTime('UTC'), article UUID, views UInt64`,
    orderBy: 'minute, article',
    partitionBy: 'toYYYYMMDD(minute)',
  },
  article_referrer_hour: {
    columns: `hour DateTime('UTC'), article UUID, referrer String, views UInt64`,
    orderBy: 'hour, article, referrer',
    partitionBy: byMonth('hour'),
  },
  device_view_hour: {
    columns: `hour DateTime('UTC'), device UInt8, views UInt64`,
    orderBy: 'hour, device',
    partitionBy: byMonth('hour'),
  },
  term_hour: {
    columns: `hour DateTime('UTC'), term String, searches UInt64, no_results UInt64`,
    orderBy: 'hour, term',
    partitionBy: byMonth('hour'),
  },
  term_click_hour: {
    columns: `hour DateTime('UTC'), term String, term_key String, article UUID, clicks UInt64, position_sum UInt64`,
    orderBy: 'hour, term, term_key, article',
    partitionBy: byMonth('hour'),
  },
  // Times in ms since 1970, 0 for none.
  term_day: {
    columns: `day Date, term String, term_key String, searchers UInt64, searches UInt64, results UInt32, last_at UInt64,
      last_empty_at UInt64`,
    orderBy: 'day, term',
    partitionBy: byMonth('day'),
  },
  // A searcher or clicker counts in the last such hour of the day.
  term_key_hour: {
    columns: `hour DateTime('UTC'), term_key String, searches UInt64, no_results UInt64, clicks UInt64, position_sum UInt64,
      searchers UInt64, clickers UInt64, counted_at DateTime('UTC') default now()`,
    orderBy: 'hour, term_key',
    partitionBy: byMonth('hour'),
  },
  ad_hour: {
    columns: `hour DateTime('UTC'), ad UUID, placement UUID, device UInt8, ${COUNTS}`,
    orderBy: 'ad, hour, placement, device',
    partitionBy: byMonth('hour'),
  },
}

const raw: Table = {
  // event: the same for the same event of a call that is sent again. kind, device: as in event-codes.ts.
  columns: `at DateTime('UTC'), ms UInt16, kind UInt8, visitor UInt64, event UInt64, article UUID, term String,
    term_key String, results UInt32, position UInt16, referrer String, device UInt8, ad UUID, placement UUID, impression UUID`,
  orderBy: 'kind, at, visitor',
  partitionBy: 'toYYYYMMDD(at)',
  shardBy: 'visitor',
}
const batches: Table = {
  columns: `id UUID, received_at DateTime('UTC')`,
  orderBy: 'id',
  partitionBy: byMonth('received_at'),
  shardBy: 'sipHash64(toString(id))',
}

/** The names of all tables, raw events first. */
export const TABLES = ['reader_event', 'reader_batch', ...Object.keys(counts)] as const

/**
 * The statements that make what is missing. On a single server plain tables; in a cluster, replicated ones on each shard
 * (`…_local`; the servers' macros `shard` and `replica` tell them apart) with a distributed table of the plain name before them.
 */
export function tableStatements({ cluster, database }: Pick<ClickHouseAddress, 'cluster' | 'database'>): Sql[] {
  const all: [string, Table, string][] = [
    ['reader_event', raw, 'MergeTree'],
    ['reader_batch', batches, 'ReplacingMergeTree'],
    ...Object.entries(counts).map(([name, { columns, ...table }]): [string, Table, string] => [
      name,
      { ...table, columns: `${columns}, version UInt64`, shardBy: `sipHash64(${hashed(table.orderBy)})` },
      'ReplacingMergeTree',
    ]),
  ]
  return all.flatMap(([name, table, engine]) => {
    const version = name in counts ? 'version' : ''
    const rest = `partition by ${table.partitionBy} order by (${table.orderBy})`
    if (!cluster)
      return [{ sql: `create table if not exists ${name} (${table.columns}) engine = ${engine}(${version}) ${rest}` }]
    const place = `'/clickhouse/tables/{shard}/${database}/${name}', '{replica}'`
    const on = `on cluster \`${cluster}\``
    return [
      {
        sql: `create table if not exists ${name}_local ${on} (${table.columns})
          engine = Replicated${engine}(${place}${version && `, ${version}`}) ${rest}`,
      },
      {
        sql: `create table if not exists ${name} ${on} (${table.columns})
          engine = Distributed(\`${cluster}\`, '${database}', '${name}_local', ${table.shardBy})`,
      },
    ]
  })
}

/** Hash functions of early servers know no UUID. */
const hashed = (columns: string) =>
  columns
    .split(', ')
    .map((column) => `toString(${column})`)
    .join(', ')

/** Makes the tables that are missing. Safe from several processes at once. @throws when ClickHouse does not answer */
export async function prepareClickHouse(clickHouse: ClickHouse): Promise<void> {
  for (const statement of tableStatements(clickHouse)) await clickHouse.run(statement)
}
