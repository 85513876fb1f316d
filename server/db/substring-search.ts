import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { escapeLike } from './list-page.ts'

/** What `dense_pairs` knows. */
const DENSE = /^[ぁ-ヿ㐀-鿿가-힣]{1,2}$/u

/** Whether a word is too short for an index to find what contains it, or to find it soon. */
export const isTooShort = (word: string): boolean => Array.from(word).length < 3 && !DENSE.test(word)

/** Whether no word of a text helps an index to find what contains them. */
export const isScanned = (typed: string): boolean => wordsOf(typed).every(isTooShort)

/**
 * Whether a text contains every word that someone typed, whatever the case, and in full-width forms as in half-width ones.
 * Three characters and more are found by an index of trigrams; one or two of a script without spaces by one of `dense_pairs`.
 * @param text in lower case, as its indexes have it
 */
export function contains(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  // Beside a word for the index of trigrams the other one only costs: PostgreSQL asks both of each row that is found, and pairs take long.
  const needsPairs = wordsOf(typed).every((word) => isTooShort(word) || DENSE.test(word))
  return ofEach(typed, (word) => {
    const found = hasWord(text, word)
    return needsPairs && DENSE.test(word) ? sql`(dense_pairs(${text}) @> array[lower(${word})] and ${found})` : found
  })
}

/** `contains` for a text that has no index of `dense_pairs`. */
export const containsUnpaired = (text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> =>
  ofEach(typed, (word) => hasWord(text, word))

/** So many names of one spelling are found; who types on finds fewer. */
const SPELLED_MOST = { ofTwoLetters: 100, ofMore: 500 }

/**
 * Whether the name contains what someone typed, or is Chinese and spelled so, by its initials, or in pinyin: from its beginning, and of
 * three letters on from each of its characters.
 * @param found whether the name contains it
 */
export function orSpelled(
  { table, name }: { table: 'tag' | 'author' | 'category'; name: string },
  found: RawBuilder<SqlBool>,
  typed: string,
): RawBuilder<SqlBool> {
  const letters = typed.toLowerCase().replace(/[\s'’-]+/g, '')
  if (!/^[a-z]{2,}$/.test(letters)) return found
  const spelled = sql`spelled_name(slug)`
  const begins = sql`${spelled} like ${`% ${letters}%`}`
  // By the index of trigrams, then from the beginning of a syllable only.
  const within = sql`${spelled} like ${`%${letters}%`} and (${begins} or slug ~ ${`-${Array.from(letters).join('-?')}`})`
  const isShort = letters.length === 2
  const ids = sql`select id from ${sql.table(table)}
    where ${sql.ref(name)} ~ '[㐀-鿿]' and deleted_at is null and ${isShort ? begins : within}
    limit ${isShort ? SPELLED_MOST.ofTwoLetters : SPELLED_MOST.ofMore}`
  // Where every name is looked at, a hash of ids is asked; else the index of names and that of ids.
  return isScanned(typed) ? sql`(${found} or id in (${ids}))` : sql`(${found} or id = any(array(${ids})))`
}

const ofEach = (typed: string, test: (word: string) => RawBuilder<SqlBool>): RawBuilder<SqlBool> =>
  sql`(${sql.join(wordsOf(typed).map(test), sql` and `)})`

function wordsOf(typed: string): string[] {
  const words = typed.split(/\s+/u).filter(Boolean)
  return words.length > 0 ? [...new Set(words)] : [typed]
}

const hasWord = (text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    formsOf(word).map((form) => hasForm(text, form)),
    sql` or `,
  )})`

/** So many digits of a name, as a camera gives it, are in few rows. */
const RARE_DIGITS = 5

/**
 * The index looks for the digits of “IMG_40874664.jpg” alone: reading that half of all rows have “img” and “jpg” takes longer than all the
 * rest.
 */
function hasForm(text: RawBuilder<unknown>, form: string): RawBuilder<SqlBool> {
  const like = sql<SqlBool>`like lower(${`%${escapeLike(form)}%`})`
  const digits = form.match(/\p{Nd}{3,}/gu) ?? []
  if (digits.join('').length < RARE_DIGITS || digits[0] === form) return sql`${text} ${like}`
  return sql`(${text} like ${`%${digits.join('%')}%`} and ${text} || '' ${like})`
}

const MAY_BE_WIDE = /[\p{Script=Han}\d]/u

/** How a word may be written: as typed, in half-width forms, and what belongs to Chinese texts in full-width ones, too. */
function formsOf(word: string): string[] {
  const narrow = word.normalize('NFKC')
  const wide = narrow.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  return [...new Set([word, narrow, ...(MAY_BE_WIDE.test(narrow) ? [wide] : [])])]
}
