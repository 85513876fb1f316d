import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import {
  beginningOf,
  mistypable,
  meantBy,
  variantsOf,
  wordingOf,
  withMeant,
  withOthers,
  withWrongCharacter,
  type KnownWord,
  type Wording,
} from './search-words-rules.ts'

const BEGINNINGS_MAX = 6
const NEIGHBOURS_MAX = 500

/** The same wording, in which the last word may be the beginning of one. */
export async function withBeginnings(db: Db, wording: Wording): Promise<Wording> {
  const beginning = beginningOf(wording)
  if (beginning === undefined) return wording
  const { rows } = await sql<{ word: string }>`
    select word from search_word where word like ${`${beginning}_%`} order by word limit ${BEGINNINGS_MAX}`.execute(db)
  return withOthers(wording, (word) => (word === beginning ? rows.map((row) => row.word) : []))
}

/**
 * The same wording, in which each Latin word, or a run of Chinese, may have one typing error; undefined when there is nothing
 * else that may be meant.
 * @param isUnknown nothing at all was found: only then a run of Chinese is looked for in other ways
 */
export async function withTypos(db: Db, wording: Wording, isUnknown = true): Promise<Wording | undefined> {
  const words = mistypable(wording)
  if (words.length === 0) return isUnknown ? withWrongCharacter(wording) : undefined
  const { rows } = await sql<KnownWord>`
    select word, seen from search_word where variants && ${[...new Set(words.flatMap(variantsOf))]}::text[]
    order by seen desc limit ${NEIGHBOURS_MAX}`.execute(db)
  const seen = new Map(rows.map((row) => [row.word, row.seen]))
  // What is no word at all is what was mistyped; where all are words, any of them may be.
  const unknown = words.filter((word) => !seen.has(word))
  const others = new Map((unknown.length > 0 ? unknown : words).map((word) => [word, meantBy(word, rows)]))
  if ([...others.values()].every((list) => list.length === 0)) return undefined
  return withMeant(
    withOthers(wording, (word) => others.get(word) ?? []),
    (word) => seen.get(word) ?? 0,
  )
}

/** The text with one of its words replaced by what may have been meant, the most likely first. */
export async function textsMeant(db: Db, text: string, most: number): Promise<string[]> {
  const wording = wordingOf(text)
  const mistyped = wording && (await withTypos(db, wording))
  return (mistyped?.meant ?? []).slice(0, most)
}
