import { sql, type RawBuilder, type SqlBool } from 'kysely'

type NotFilters = 'q' | 'sort' | 'page' | 'pageSize'
/** The names of a list's filters. */
export type FilterName<Query> = Exclude<keyof Query, NotFilters> & string
/** What a filter may be set to. */
export type FilterValue<Query, Name extends keyof Query> = NonNullable<Query[Name]>

/** A condition on the rows of a list; undefined where a value asks for nothing. */
export type FilterCondition = RawBuilder<SqlBool> | undefined

/**
 * What each filter of a list means in SQL. A filter of the contract without an entry does not compile.
 * `Given`: what the conditions need besides the value.
 */
export type FilterConditions<Query, Given = undefined> = {
  readonly [Name in FilterName<Query>]: (value: FilterValue<Query, Name>, given: Given) => FilterCondition
}

/** The names of the filters that are set, in the order of the table. */
export const setFilters = <Query>(query: Query, table: Readonly<Record<FilterName<Query>, unknown>>) =>
  (Object.keys(table) as FilterName<Query>[]).filter((name) => query[name] !== undefined)

/** What all filters of a query ask of a row; true where none is set. */
export function filterCondition<Query, Given = undefined>(
  query: Query,
  conditions: FilterConditions<Query, Given>,
  given: Given,
): RawBuilder<SqlBool> {
  const conditionOf = <Name extends FilterName<Query>>(name: Name): FilterCondition => {
    const value = query[name]
    return value === undefined || value === null ? undefined : conditions[name](value, given)
  }
  const found = setFilters(query, conditions).flatMap((name) => conditionOf(name) ?? [])
  return found.length ? sql`(${sql.join(found, sql` and `)})` : sql`true`
}

const DAY_MS = 86_400_000

/** So many days, weeks, months or years before `now`; a month before the 31st is the last day of the month before. */
export function before(now: Date, age: string): string {
  const [count, unit] = [Number(age.slice(0, -1)), age.at(-1)]
  if (unit === 'd' || unit === 'w')
    return new Date(now.getTime() - count * (unit === 'w' ? 7 : 1) * DAY_MS).toISOString()
  const months = unit === 'y' ? count * 12 : count
  const then = new Date(now)
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() - months)
  const days = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate()
  then.setUTCDate(Math.min(now.getUTCDate(), days))
  // No calendar of PostgreSQL has a year 0.
  return then.getUTCFullYear() < 1 ? '0001-01-01T00:00:00.000Z' : then.toISOString()
}
