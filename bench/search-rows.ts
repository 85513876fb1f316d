import { searchWords } from '../server/features/articles/article-search-rules.ts'
import { Lexemes } from '../scripts/seed/article.ts'
import { chanceFrom } from '../scripts/seed/chance.ts'

/** Columns of reader_search, in the order of COPY. */
export const SEARCH_COLUMNS = [
  'article_id',
  'doc',
  'published_at',
  'title',
  'terms',
  'popularity',
  'popular',
  'head',
  'words',
]
const wordsIn = (text: string) => searchWords([text])

/** The row of reader_search for a seeded article, as `index_live_articles` would write it. @param known names of authors and tags, and each category with those above it */
export function searchRow(
  seed: number,
  n: number,
  { names, branches }: { names: Readonly<Record<string, string>>; branches: Readonly<Record<string, string[]>> },
  live: Record<string, unknown>,
  base: Lexemes,
) {
  const doc = n + 1
  const content = JSON.parse(String(live['content'])) as { subtitle: string; excerpt: string }
  const terms = [
    ...(live['author_ids'] as string[]),
    ...(live['tag_ids'] as string[]),
    ...(live['category_ids'] as string[]),
  ]
  const named = [content.subtitle, ...terms.map((id) => names[id] ?? '')].join(' ')
  const head = new Map<string, string[]>()
  for (const [weight, text] of [
    ['1A', String(live['title'])],
    ['2B', named],
    ['3C', content.excerpt],
  ] as const)
    for (const word of wordsIn(text)) head.set(word, [...(head.get(word) ?? []), weight])
  const time = String(live['published_at'])
  const roll = chanceFrom(seed + 1, n)
  const popular = roll.oneIn(200)
  const popularity = popular ? 0.5 + roll.share() / 2 : roll.oneIn(20) ? roll.share() / 2 : 0
  const marked = [...head].flatMap(([word, weights]) => (weights.some((weight) => weight !== '3C') ? [`=${word}`] : []))
  const words = new Lexemes([
    ...new Set([...base.words, ...head.keys()]),
    ...marked,
    ...new Set(terms.map((id) => `@${id.replaceAll('-', '')}`)),
    ...new Set(terms.flatMap((id) => branches[id] ?? []).map((id) => `^${id.replaceAll('-', '')}`)),
    ...[0, 1, 2, 3].map((level) => `#${level}:${doc >> (9 + 3 * level)}`),
    `#y:${time.slice(0, 4)}`,
    `#m:${time.slice(0, 7)}`,
    ...(popular ? ['#popular'] : []),
  ])
  return {
    article_id: live['article_id'],
    doc,
    published_at: time,
    title: String(live['title']).normalize('NFKC').toLowerCase(),
    terms,
    popularity,
    popular,
    head: [...head].map(([word, weights]) => `'${word.replace(/['\\]/g, '$&$&')}':${weights.join(',')}`).join(' '),
    words,
  }
}
