import { sql, type RawBuilder } from 'kysely'
import type { WordGroup, Wording } from './search-words-rules.ts'

/** What a word counts in the title, in subtitle, tags and authors, in the excerpt; 1 in the text. */
const WEIGHTS = { A: 8, B: 4, C: 2 }
/** How much less another word counts than the one that was typed. */
const OTHER = 0.6
/** Of more words only the first give the score; all of them must be found. */
const SCORED_MAX = 12
/** For a title that is the text, begins with it, has it inside. */
const PHRASE = { same: 6, begins: 3, inside: 1.5 }
const FRESHNESS = 1.5
/** After so many days freshness is worth half. */
const FRESH_DAYS = 90
const POPULARITY = 1.5
/** A synonym counts this much of the term itself. */
const SYNONYM = 0.9
/** Scores are whole numbers, so that a cursor can say one exactly. */
const PRECISION = 1000

const inField = (words: readonly string[], field: string) =>
  sql`head @@ ${words.map((word) => `'${word}':${field}`).join(' | ')}::tsquery`

const fieldWeight = (words: readonly string[], factor: number, otherwise: number) =>
  sql`case when ${inField(words, 'A')} then ${sql.lit(WEIGHTS.A * factor)}
    when ${inField(words, 'B')} then ${sql.lit(WEIGHTS.B * factor)}
    when ${inField(words, 'C')} then ${sql.lit(WEIGHTS.C * factor)} else ${sql.lit(otherwise)} end`

const groupWeight = ({ word, others }: WordGroup) =>
  others.length > 0
    ? sql`greatest(${fieldWeight([word], 1, 1)}, ${fieldWeight(others, OTHER, 0)})`
    : fieldWeight([word], 1, 1)

function wordingScore({ text, meant, groups }: Wording): RawBuilder<number> {
  const scored = groups.slice(0, SCORED_MAX)
  return sql`(${sql.join(scored.map(groupWeight), sql` + `)})::float8 / ${sql.lit(scored.length)}
    + case ${meant.length > 0 ? sql`when title = any(${meant}::text[]) then ${sql.lit(PHRASE.same)}` : sql``}
      when strpos(title, ${text}) = 0 then 0 when title = ${text} then ${sql.lit(PHRASE.same)}
      when starts_with(title, ${text}) then ${sql.lit(PHRASE.begins)} else ${sql.lit(PHRASE.inside)} end`
}

/**
 * How well a row of reader_search fits: what was found where, how new it is, how much it is read. A whole number.
 * @param hour by which freshness is told, in hours since 1970
 */
export function relevanceScore(
  [first, ...synonyms]: readonly [Wording, ...Wording[]],
  hour: number,
): RawBuilder<number> {
  const texts = [
    wordingScore(first),
    ...synonyms.map((synonym) => sql`${sql.lit(SYNONYM)} * (${wordingScore(synonym)})`),
  ]
  const days = sql`greatest(0, ${sql.lit(hour)} / 24.0 - extract(epoch from published_at) / 86400)`
  return sql<number>`round(${sql.lit(PRECISION)} * (greatest(${sql.join(texts)})
    + ${sql.lit(FRESHNESS)} / (1 + ${days}::float8 / ${sql.lit(FRESH_DAYS)}) + ${sql.lit(POPULARITY)} * popularity))::int`
}
