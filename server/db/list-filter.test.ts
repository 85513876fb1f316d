import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, it } from 'vitest'
import { filterCondition, type FilterConditions } from './list-filter.ts'

type Query = { q?: string; sort: 'name'; page: number; pageSize: number; colour?: 'red' | 'blue'; ripe?: boolean }
const anyQuery = { sort: 'name', page: 1, pageSize: 25 } as const
const conditions: FilterConditions<Query> = {
  colour: (colour) => sql`colour = ${colour}`,
  ripe: (ripe) => (ripe ? sql`ripe` : sql`not ripe`),
}
const db = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (self) => new PostgresIntrospector(self),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const text = (query: Query) => filterCondition(query, conditions, undefined).compile(db).sql

it('asks for all filters that are set, a no as well as a yes', () => {
  expect(text({ ...anyQuery, colour: 'red', ripe: false })).toBe('(colour = $1 and not ripe)')
  expect(text({ ...anyQuery, ripe: true })).toBe('(ripe)')
  expect(text({ ...anyQuery, q: 'pear' })).toBe('true')
})

it('does not compile while a filter of the contract has no condition', () => {
  // @ts-expect-error `ripe` is missing
  const incomplete: FilterConditions<Query> = { colour: (colour) => sql`colour = ${colour}` }
  expect(Object.keys(incomplete)).toEqual(['colour'])
})
