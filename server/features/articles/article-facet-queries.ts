import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ArticleFilter } from '#contract/articles.ts'
import { scopeOf } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import { hasRows } from '../../db/has-rows.ts'
import { changedBetween } from './article-filter-rules.ts'
import type { Viewer } from './article-rules.ts'

type Condition = RawBuilder<SqlBool>

/** What is asked of the cards, which alone tell whether an article matches. */
export type Wanted = { condition: Condition }

/** Whether the cards say of every article what is committed; not for a while after a move in the tree or a large merge. */
export const facetsAreFresh = async (db: Db): Promise<boolean> => !(await hasRows(db, sql`article_card_change`))

/**
 * A list's filter as a question to the cards of articles; undefined where they cannot answer it: a search, the trash,
 * no author, tag or category, for the rest has orders of its own.
 */
export async function wantedFacets(db: Db, viewer: Viewer, filter: ArticleFilter): Promise<Wanted | undefined> {
  const { q, status, mine, publishedFrom, publishedTo } = filter
  if (q || status === 'trashed') return undefined
  if (!needsCards(filter)) return undefined
  if (!(await facetsAreFresh(db))) return undefined
  // Into each arm of what they may see: an arm by itself may be nearly everything.
  const common = [...(status ? [cardTerm('status', status)] : []), ...(mine ? [id(viewer.id)] : [])]
  const conditions = [visible(viewer, filter, common)]
  if (mine === false) conditions.push(haveNone([id(viewer.id)]))
  const { from, to } = changedBetween(filter)
  conditions.push(...inMonths('month', from, to), ...inMonths('published', publishedFrom, publishedTo))
  if (from) conditions.push(sql`article_card.updated_at >= ${from}`)
  if (to) conditions.push(sql`article_card.updated_at < ${to}`)
  if (publishedFrom) conditions.push(sql`article_card.published_at >= ${publishedFrom}`)
  if (publishedTo) conditions.push(sql`article_card.published_at < ${publishedTo}`)
  return { condition: all(conditions) }
}

/** What no index of the articles has in every order of a list. */
const needsCards = ({ author, tag, category, language, missingCover, publishedFrom, publishedTo }: ArticleFilter) =>
  Boolean(author || tag || category || language || publishedFrom || publishedTo) || missingCover !== undefined

/** As `visible` in article-list-queries.ts has it: what is not theirs these people see as readers do. */
function visible(viewer: Viewer, filter: ArticleFilter, common: readonly Term[]): Condition {
  const scope = scopeOf(viewer.role, 'articles.read')
  const edited = inWorking(filter, common)
  if (scope === 'all') return edited
  const own = sql`array(select id from author where user_id = ${viewer.id}) || ${cardTerm('creator', viewer.id)}`
  const theirs: Condition = scope === 'own+published' ? sql`terms && (${own})` : sql`false`
  if (filter.hasChanges || filter.changesSubmitted) return all([edited, theirs])
  const seen = haveAll([cardTerm('is', 'seen')])
  return sql`(${all([edited, seen])} or ${all([edited, theirs])} or ${all([inLive(filter, common), sql`not ${theirs}`])})`
}

function inWorking(filter: ArticleFilter, common: readonly Term[]): Condition {
  const { author, tag, category, featured, hasChanges, changesSubmitted, missingCover, language } = filter
  const given = [author, tag].filter((one) => one !== undefined).map(id)
  if (missingCover !== undefined) given.push(cardTerm('cover', missingCover ? 'missing' : 'there'))
  if (language) given.push(cardTerm('language', language))
  const flags = [
    { wanted: featured, term: cardTerm('is', 'featured') },
    { wanted: hasChanges, term: cardTerm('is', 'changed') },
    { wanted: changesSubmitted, term: cardTerm('is', 'submitted') },
  ]
  const terms = (wanted: boolean) => flags.filter((flag) => flag.wanted === wanted).map(({ term }) => term)
  return all([
    haveAll([...common, ...given, ...(category ? [cardTerm('branch', category)] : []), ...terms(true)]),
    haveNone(terms(false)),
  ])
}

function inLive(filter: ArticleFilter, common: readonly Term[]): Condition {
  const { author, tag, category, featured, missingCover, language } = filter
  const terms = [...common, cardTerm('is', 'changed'), cardTerm('status', 'published')]
  terms.push(...[author, tag].filter((one) => one !== undefined).map((one) => cardTerm('live', one)))
  if (category) terms.push(cardTerm('live branch', category))
  if (missingCover !== undefined) terms.push(cardTerm('live cover', missingCover ? 'missing' : 'there'))
  if (language) terms.push(cardTerm('live language', language))
  const shown = cardTerm('live', 'featured')
  return all([haveAll(featured ? [...terms, shown] : terms), haveNone(featured === false ? [shown] : [])])
}

/** More of them are not worth being looked for. */
const MONTHS_MOST = 24
const DAY_MS = 86_400_000

function inMonths(kind: 'month' | 'published', from: string | undefined, to: string | undefined): Condition[] {
  const months = monthsOf(from, to)
  return months.length ? [sql`terms && ${listed(months.map((month) => cardTerm(kind, month)))}`] : []
}

/** The months of a time, as cards name them; none for a long one, or one without an end. */
function monthsOf(from: string | undefined, to: string | undefined): string[] {
  if (!from) return []
  const [first, end] = [new Date(from), to ? new Date(to) : new Date(Date.now() + DAY_MS)]
  const found: string[] = []
  for (let at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth())); at < end;) {
    if (found.length === MONTHS_MOST) return []
    found.push(at.toISOString().slice(0, 7))
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
  }
  return found
}

type Term = RawBuilder<unknown>
const id = (value: string): Term => sql`${value}::uuid`
const cardTerm = (kind: string, value: string): Term => sql`card_term(${sql.lit(kind)}, ${value})`
const listed = (terms: readonly Term[]) => sql`array[${sql.join(terms)}]`
const haveAll = (terms: readonly Term[]): Condition => (terms.length ? sql`terms @> ${listed(terms)}` : sql`true`)
const haveNone = (terms: readonly Term[]): Condition => (terms.length ? sql`not terms && ${listed(terms)}` : sql`true`)
const all = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`

/** The cards that fit, as rows with the id of the article and the key of this order. */
export const cardsInOrder = ({ condition }: Wanted, key: Expression<unknown>): RawBuilder<unknown> =>
  sql`select article_id as id, ${key} as sort_key from article_card where ${condition}`

/** The key of the order by title: the published one for people who may not see an unpublished one. */
export const cardTitle = (seesAll: boolean): RawBuilder<unknown> =>
  seesAll
    ? sql`title`
    : sql`case when ${haveAll([cardTerm('is', 'changed')])} then (select lower(coalesce(published_title, article.title))
        from article where article.id = article_id) else title end`

/** For a row of `article` that is looked at anyway: one card instead of several links. */
export const hasCard = ({ condition }: Wanted): Condition =>
  sql`(select ${condition} from article_card where article_id = article.id)`
