import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { escapeLike } from './list-page.ts'

/** What `dense_pairs` knows. */
const DENSE = /^[ぁ-ヿ㐀-鿿가-힣]{1,2}$/u

/** Whether a text is too short for an index to find what contains it, or to find it soon. */
export const isScanned = (typed: string): boolean => Array.from(typed).length < 3 && !DENSE.test(typed)

/**
 * Whether a text contains what someone typed, whatever the case. Three characters and more are found by an index of
 * trigrams; one or two of a script without spaces by one of `dense_pairs`.
 * @param text in lower case, as its indexes have it
 */
export function contains(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const wanted = sql`lower(${typed})`
  const like = sql<SqlBool>`${text} like lower(${`%${escapeLike(typed)}%`})`
  return DENSE.test(typed) ? sql`(dense_pairs(${text}) @> array[${wanted}] and ${like})` : like
}
