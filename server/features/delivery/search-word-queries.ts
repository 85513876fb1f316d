import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { beginningOf, mistypable, nearestFirst, variantsOf, withOthers, type Wording } from './search-words-rules.ts'

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

/** The same wording, in which each Latin word may have one typing error; undefined when no other word is like one of them. */
export async function withTypos(db: Db, wording: Wording): Promise<Wording | undefined> {
  const words = mistypable(wording)
  if (words.length === 0) return undefined
  const { rows } = await sql<{ word: string }>`
    select word from search_word where variants && ${[...new Set(words.flatMap(variantsOf))]}::text[]
    limit ${NEIGHBOURS_MAX}`.execute(db)
  const known = rows.map(({ word }) => word)
  const others = new Map(words.map((word) => [word, nearestFirst(word, known)]))
  if ([...others.values()].every((list) => list.length === 0)) return undefined
  return withOthers(wording, (word) => others.get(word) ?? [])
}
