import { describe, expect, it } from 'vitest'
import { ch } from './clickhouse/clickhouse-sql.ts'
import { readEventsUrl } from './clickhouse/events-url.ts'
import { TABLES, tableStatements } from './clickhouse/clickhouse-tables.ts'

describe('the tables', () => {
  it('of a cluster are replicated on each shard, with a distributed table of the plain name before each', () => {
    const statements = tableStatements({ cluster: 'readers', database: 'events' }).map(({ sql }) => sql)
    expect(statements).toHaveLength(2 * TABLES.length)
    for (const name of TABLES) {
      const [local, distributed] = statements.filter((sql) => new RegExp(` ${name}(_local)? on cluster`).test(sql))
      expect(local).toMatch(
        new RegExp(
          `engine = Replicated\\w*MergeTree\\('/clickhouse/tables/\\{shard\\}/events/${name}', '\\{replica\\}'`,
        ),
      )
      expect(distributed).toContain(`Distributed(\`readers\`, 'events', '${name}_local', `)
    }
  })
})

describe('EVENTS_URL', () => {
  it('names a server, a database, an account and a cluster', () => {
    expect(readEventsUrl('clickhouse://kim:p%40ss@db.example.com:9123/events?cluster=readers')).toEqual({
      url: 'http://db.example.com:9123',
      database: 'events',
      user: 'kim',
      password: 'p@ss',
      cluster: 'readers',
    })
    expect(readEventsUrl('clickhouses://db.example.com')).toMatchObject({
      url: 'https://db.example.com:8443',
      database: 'default',
    })
  })

  it.each([
    'postgres://host/db',
    'clickhouse:///events',
    'clickhouse://host/a-b',
    'clickhouse://host/db?shard=1',
    "clickhouse://host/db?cluster=x'",
  ])('%s is refused', (url) => expect(() => readEventsUrl(url)).toThrow())
})

describe('a value in a statement', () => {
  it('stays a value, whatever is in it', () => {
    expect(ch`select ${"a'b\\"}, ${7}, ${0.1}, ${['x', "y'"]}, ${new Date(5000)}`.sql).toBe(
      "select 'a\\'b\\\\', 7, 1e-1, ('x', 'y\\''), toDateTime(5)",
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, new Date('x'), []])('that is none is refused: %s', (value) =>
    expect(() => ch`select ${value}`).toThrow(),
  )
})
