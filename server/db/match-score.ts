import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Db } from './database.ts'
import { escapeLike, type ListHints } from './list-page.ts'
import type { Order } from './list-rows.ts'

/**
 * How well a name fits a typed text: 4 is it, 3 begins with it, 2 has a word that begins with it, 1 contains it, else 0.
 * @param name in lower case
 */
export function matchScore(name: RawBuilder<unknown>, typed: string): RawBuilder<number> {
  const wanted = sql`lower(${typed})`
  const word = `\\m${typed.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}`
  return sql<number>`(select case
    when shown.name = ${wanted} then 4
    when starts_with(shown.name, ${wanted}) then 3
    when strpos(shown.name, ${wanted}) = 0 then 0
    when shown.name ~ ${word} then 2
    else 1 end from (select ${name} as name offset 0) as shown)`
}

/** Equally good matches: the more used first, then by name. */
export const byUseAndName = (uses: Expression<unknown>, name: Expression<unknown>) => sql`row(-${uses}, ${name})`

/**
 * The hint that ranks a list of names by best match, then by `equals`, or by `order` without it.
 * @param listed selects ids of everything that the other filters leave, whatever its text. A name that begins with the text
 *   contains it, and with both conditions PostgreSQL reads all that contains it, too.
 * @param name in lower case, as its index has it
 * @param score where other texts than the name count, too
 */
export const rankedByName = <DB, TB extends keyof DB>(
  db: Db,
  listed: SelectQueryBuilder<DB, TB, { id: string }>,
  name: RawBuilder<unknown>,
  typed: string,
  order: Order,
  { score = matchScore(name, typed), equals }: { score?: RawBuilder<number>; equals?: RawBuilder<unknown> } = {},
): ListHints<DB, TB> => ({
  ranked: {
    score,
    equals,
    // Nearly every name has one of one or two letters somewhere: what begins with them is enough.
    ...(typed.length <= SHORT && { scoredMost: SHORT_SCORED_MOST }),
    leading: (most = BEGIN_MOST) =>
      equals
        ? leadingNames(db, listed, name, typed, { by: equals, direction: 'asc' })
        : leadingNames(db, listed, name, typed, order, most),
  },
})

const SHORT = 2
const SHORT_SCORED_MOST = 1000
/** So many names may begin with a text for them to lead a long list; of more, only those that are the text do. */
const BEGIN_MOST = 2000
const SAME_MOST = 100

/** What leads a list that is too long to be ranked as a whole: the very name, then those that begin with it. */
async function leadingNames<DB, TB extends keyof DB>(
  db: Db,
  listed: SelectQueryBuilder<DB, TB, { id: string }>,
  name: RawBuilder<unknown>,
  typed: string,
  { by, exactly, direction }: Order,
  beginMost = BEGIN_MOST,
): Promise<string[]> {
  const wanted = sql`lower(${typed})`
  const towards = sql.raw(direction)
  const find = async (condition: RawBuilder<boolean>, most: number) => {
    const found = listed
      .where(condition)
      .select([sql<boolean>`${name} = ${wanted}`.as('is_it'), sql`${exactly ?? by}`.as('key')])
      .limit(most)
    const query = sql<{ id: string }>`with found as materialized (${found})
      select id::text from found order by is_it desc, key ${towards}, id ${towards}`
    return (await query.execute(db)).rows.map(({ id }) => id)
  }
  const beginning = await find(sql<boolean>`${name} like lower(${`${escapeLike(typed)}%`})`, beginMost + 1)
  if (beginning.length <= beginMost) return beginning
  return find(sql<boolean>`${name} = ${wanted}`, SAME_MOST)
}
