import { columnsOf, mergeContent } from '../../server/features/articles/article-content-rules.ts'
import type { ArticleContent } from '../../server/db/tables.ts'
import { makeSlug, numberedSlug } from '../../server/slugs/make-slug.ts'
import { SLUG_MAX } from '#contract/text.ts'
import { type Chance, chanceFrom, uuidAt, weightedPlaces } from './chance.ts'
import * as chinese from './chinese.ts'
import * as english from './english.ts'
import { begunAt, DAY, type SeedPlan } from './plan.ts'

export type Ids = { users: string[]; authors: string[]; tags: string[]; categories: string[] }
type Status = 'draft' | 'in_review' | 'scheduled' | 'published' | 'archived'

/** An article with everything that the product keeps of it; columns by their names in the database. */
export type SeededArticle = {
  article: Record<string, unknown>
  /** What readers see of it, when they see it. */
  live?: Record<string, unknown>
  revisions: Record<string, unknown>[]
  authors: string[]
  categories: string[]
  tags: string[]
}

const HOUR = 3_600_000
/** Of a thousand articles. What is left is published. */
const SHARES: [Status | 'trashed', number][] = [
  ['draft', 60],
  ['archived', 50],
  ['trashed', 10],
  ['in_review', 4],
  ['scheduled', 2],
]
const PURGED_AFTER_DAYS = 29

/** Makes article number `n` of the plan, the same one each time, whoever makes the others. */
export function articleMaker(plan: SeedPlan, ids: Ids): (n: number) => SeededArticle {
  // A few write and are written about every day, most seldom; the last tags wait for their first use.
  const pickAuthor = weightedPlaces(ids.authors.map((_, place) => 1 / (place + 5) ** 0.9))
  const pickTag = weightedPlaces(ids.tags.map((_, place) => tagWeight(place / ids.tags.length) / (place + 10)))
  const pickCategory = weightedPlaces(ids.categories.map((_, place) => 1 / (place + 4) ** 0.8))

  /** People retire and topics pass: each but the first few has its years. */
  const ofThatTime = (pick: (chance: Chance) => number, chance: Chance, age: number): number => {
    for (let tries = 0; tries < 6; tries++) {
      const place = pick(chance)
      const [begin, length] = [((place * 0.618034) % 1) * 1.2 - 0.2, 0.2 + ((place * 0.414214) % 1) * 0.6]
      if (place < 5 || (age >= begin && age <= begin + length)) return place
    }
    return pick(chance)
  }
  const some = (count: number, list: readonly string[], pick: () => number) =>
    list.length ? [...new Set(Array.from({ length: count }, () => list[pick()]!))] : []

  return (n) => {
    const chance = chanceFrom(plan.seed, plan.first + n)
    const begun = begunAt(plan, n) + chance.below(60_000)
    const age = n / plan.articles
    const inChinese = chance.oneIn(3)
    const language = inChinese ? chinese : english
    const isBrief = plan.paragraphs === 0
    const body = () =>
      isBrief
        ? `<p>${escaped(language.sentence(chance))}</p>`
        : bodyOf(language.sentence, inChinese ? '' : ' ', chance, plan.paragraphs ?? PARAGRAPHS)
    const title = language.title(chance)
    const fields = {
      title,
      subtitle: chance.oneIn(3) ? language.sentence(chance).slice(0, 200) : '',
      slug: numberedSlug(
        makeSlug(title, 'untitled')
          .slice(0, SLUG_MAX - 10)
          .replace(/-+$/, ''),
        plan.first + n + 2,
      ),
      excerpt: isBrief
        ? ''
        : (language.sentence(chance) + (inChinese ? '' : ' ') + language.sentence(chance)).slice(0, 300),
      body: body(),
      authors: some(1 + (chance.oneIn(5) ? 1 + chance.below(2) : 0), ids.authors, () =>
        ofThatTime(pickAuthor, chance, age),
      ),
      tags: some(chance.below(8), ids.tags, () => ofThatTime(pickTag, chance, age)),
      primaryCategory: ids.categories[pickCategory(chance)] ?? null,
      categories: some(chance.oneIn(3) ? 1 + chance.below(2) : 0, ids.categories, () => pickCategory(chance)),
      featured: chance.oneIn(60),
      seoDescription: chance.oneIn(5) ? language.sentence(chance) : '',
      internalNote: chance.oneIn(40) ? language.sentence(chance) : '',
    }
    return stateIt(plan, chance, chance.pick(ids.users), begun, mergeContent(null, fields), () => ({
      title: language.title(chance),
      body: body(),
    }))
  }
}

const tagWeight = (place: number) => (place > 0.92 ? 0 : place > 0.82 ? 0.02 : 1)

const PARAGRAPHS = 12

/** Paragraphs, now and then with a heading, a list or a quotation between; as the server would keep it. */
function bodyOf(sentence: (chance: Chance) => string, gap: string, chance: Chance, paragraphs: number): string {
  const run = (count: number) => Array.from({ length: count }, () => sentence(chance)).join(gap)
  const parts: string[] = []
  for (let left = 1 + Math.floor(paragraphs * chance.share() ** 2); left > 0; left--) {
    parts.push(`<p>${escaped(run(2 + chance.below(3)))}</p>`)
    if (chance.oneIn(8)) parts.push(`<h2>${escaped(run(1))}</h2>`)
    if (chance.oneIn(12)) parts.push(`<blockquote><p>${escaped(run(1))}</p></blockquote>`)
    if (chance.oneIn(15)) parts.push(`<ul><li><p>${escaped(run(1))}</p></li><li><p>${escaped(run(1))}</p></li></ul>`)
  }
  return parts.join('')
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Gives an article its state, its dates and its history. */
function stateIt(
  { until }: SeedPlan,
  chance: Chance,
  by: string,
  begun: number,
  content: ArticleContent,
  rewrite: () => Partial<ArticleContent>,
): SeededArticle {
  const id = uuidAt(begun, chance)
  const state = stateOf(chance)
  const within = (time: number) => new Date(Math.min(time, until - 1)).toISOString()
  const begunTime = within(begun)
  const out = begun + Math.floor(chance.share() * 72) * HOUR + HOUR
  const wasOut = state === 'published' || state === 'archived'
  const publishedAt = wasOut ? within(out) : null
  const final = {
    ...content,
    publishAt: state === 'scheduled' ? new Date(until + DAY + chance.below(180) * DAY).toISOString() : null,
  }
  const revisions: Record<string, unknown>[] = []
  let version = 1
  let updatedAt = begunTime
  const enter = (reason: string, time: string, shown: ArticleContent) => {
    updatedAt = time
    revisions.push({
      id: uuidAt(Date.parse(time), chance),
      article_id: id,
      version,
      created_at: time,
      created_by: by,
      reason,
      title: shown.title,
      word_count: columnsOfOnce(shown).wordCount,
      content: JSON.stringify(shown),
    })
  }

  let live: SeededArticle['live']
  let now = final
  let hasChanges = false
  if (!wasOut && state !== 'trashed') enter('create', begunTime, final)
  if (state === 'in_review' || state === 'scheduled') {
    version++
    updatedAt = within(begun + HOUR)
  }
  if (wasOut) {
    version++
    enter('publish', publishedAt!, final)
    if (state === 'published') live = liveOf(id, final, publishedAt!, version)
  }
  if (state === 'published' && chance.oneIn(30)) {
    version++
    hasChanges = true
    now = { ...final, ...rewrite() }
    enter('save', within(out + chance.below(90) * DAY), now)
  }
  if (state === 'archived') {
    version++
    enter('archive', within(out + 200 * DAY), now)
  }
  let deletedAt: string | null = null
  if (state === 'trashed') {
    version++
    deletedAt = new Date(until - 1 - chance.below(PURGED_AFTER_DAYS * 24) * HOUR).toISOString()
    enter('trash', deletedAt, now)
  }
  const { wordCount, readingTime, searchHead, searchWords } = columnsOfOnce(now)
  const article = {
    id,
    version,
    created_at: begunTime,
    created_by: by,
    updated_at: updatedAt,
    updated_by: by,
    deleted_at: deletedAt,
    deleted_by: deletedAt && by,
    status: state === 'trashed' ? 'draft' : state,
    has_changes: hasChanges,
    published_at: publishedAt,
    title: now.title,
    subtitle: now.subtitle,
    slug: now.slug,
    excerpt: now.excerpt,
    body: now.body,
    primary_category: now.primaryCategory,
    featured: now.featured,
    publish_at: now.publishAt,
    seo_description: now.seoDescription,
    internal_note: now.internalNote,
    word_count: wordCount,
    reading_time: readingTime,
    search_head: searchHead,
    search_words: new Lexemes(searchWords),
  }
  return { article, ...(live && { live }), revisions, authors: now.authors, categories: now.categories, tags: now.tags }
}

/** Words of a tsvector. */
export class Lexemes {
  readonly words: readonly string[]
  constructor(words: readonly string[]) {
    this.words = words
  }
}

let last: { content: ArticleContent; columns: ReturnType<typeof columnsOf> } | undefined
/** The same content is asked for several times in a row. */
function columnsOfOnce(content: ArticleContent) {
  if (last?.content !== content) last = { content, columns: columnsOf(content) }
  return last.columns
}

function liveOf(id: string, content: ArticleContent, publishedAt: string, version: number) {
  const { wordCount, readingTime } = columnsOfOnce(content)
  const { slug, title, featured, authors, tags, categories, primaryCategory } = content
  return {
    article_id: id,
    slug,
    title,
    published_at: publishedAt,
    updated_at: publishedAt,
    featured,
    author_ids: authors,
    category_ids: primaryCategory ? [primaryCategory, ...categories] : categories,
    tag_ids: tags,
    content: JSON.stringify(content),
    word_count: wordCount,
    reading_time: readingTime,
    version,
  }
}

function stateOf(chance: Chance): Status | 'trashed' {
  let left = chance.below(1000)
  for (const [state, share] of SHARES) {
    if (left < share) return state
    left -= share
  }
  return 'published'
}
