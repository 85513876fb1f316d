import { v7 as uuidv7 } from 'uuid'
import { missingToPublish } from '#contract/article-actions.ts'
import { ARTICLE_LIMITS, linkFields, pickFields } from '#contract/article-fields.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { WebUrl } from '#contract/text.ts'
import { columnsOf, mergeContent } from '../articles/article-content-rules.ts'
import { deleteLive } from '../articles/article-live-commands.ts'
import { articleColumns } from '../articles/article-row-queries.ts'
import {
  lockArticleForUpdate,
  saveArticle,
  tsvector,
  writeLinks,
  writeRevision,
  type LockedArticle,
} from '../articles/article-save-commands.ts'
import { planPublication } from '../articles/article-schedule-commands.ts'
import { takenSlugs } from '../articles/article-slug-queries.ts'
import { describeText } from '../articles/body-html-pool.ts'
import { accountForLogin, bylineForLogin, type Bylines } from './import-authors.ts'
import { saidFootnotes, saidLosses, type Attachments, type ImportedBodies, type ImportedBody } from './import-body.ts'
import { categoryForSlug } from './import-categories.ts'
import { freeSlug, slugFrom, type ImportContext } from './import-context.ts'
import { digestOf, type ImportedContent } from './import-digest.ts'
import { goLive } from './import-live.ts'
import { altOf, keyOf, type PositionedItem } from './import-media.ts'
import { keepRedirect } from './import-redirects.ts'
import { because, notKeptOf, reasonsOf } from './import-report.ts'
import { placeOf, type Place } from './import-state.ts'
import { tagForSlug, type TermIds } from './import-tags.ts'
import { isUntouched } from './import-untouched-queries.ts'
import { cleanLine, cleanText } from './import-text.ts'
import type { SourceItem } from './import-records.ts'

export type Library = {
  bylines: Bylines
  categories: TermIds
  /** By the id that the old site gave the term. */
  categorySlugs: Map<string, string>
  tags: TermIds
  attachments: Attachments
  bodies: ImportedBodies
}

/** One post or page. An article that was changed here since an earlier import is never overwritten. */
export async function importArticle(context: ImportContext, library: Library, { position, item }: PositionedItem) {
  const { db, sources, report } = context
  const source = sources.find('article', keyOf(item))
  const row =
    source &&
    (await db
      .selectFrom('article')
      .select(['id', 'version', 'deletedAt', isUntouched.as('isUntouched')])
      .where('id', '=', source.entityId)
      .executeTakeFirst())
  if (row?.deletedAt) return report.record(position, 'skipped', [because('in_trash_here')], row.id)

  const place = placeOf(item, context.now)
  if ('refused' in place) return report.record(position, 'skipped', [place.refused], row?.id)
  const draft = await contentFrom(context, library, item, library.bodies.get(position))
  if ('refused' in draft) return report.record(position, 'skipped', [draft.refused], row?.id)
  const { content, notes } = draft
  const hash = digestOf(content, item.status, item.publishedAt ?? '', item.password + item.visibility, item.link)
  if (row && source.contentHash.equals(hash)) return report.record(position, 'unchanged', [], row.id)
  const locked = row?.isUntouched ? await lockArticleForUpdate(db, null, row.id, 'articles.write') : undefined
  // Someone may have changed it between the two.
  if (row && locked?.row.version !== row.version)
    return report.record(position, 'skipped', [because('changed_here')], row.id)

  const missing =
    place.status === 'draft' || place.status === 'in_review'
      ? []
      : missingToPublish({ ...content, wordCount: draft.words })
  const final: Place = missing.length ? { ...place, status: 'draft' } : place
  const id = row?.id ?? uuidv7()
  const origin = originOf(context, library.bylines, item)
  if (locked) await update(locked, content, final, origin)
  else await create(context, id, content, final, origin)
  const { version, slug } = await db
    .selectFrom('article')
    .select(['version', 'slug'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sources.remember('article', keyOf(item), id, hash, version)
  const lostPath = await keepRedirect(context, item.link, { id, slug })
  const incomplete = missing.map((name) => because('not_public', { missing: name }))
  const reasons = reasonsOf([row && because('updated'), place.note, ...incomplete, ...notes, lostPath])
  report.record(position, row ? 'merged' : 'created', reasons, id)
}

type Note = ImportReason | undefined
type Draft = { content: ImportedContent; words: number; notes: Note[] } | { refused: ImportReason }

/** What the file says about an article, without its state. `slug` may be taken. */
async function contentFrom(
  context: ImportContext,
  library: Library,
  item: SourceItem,
  body: ImportedBody | undefined,
): Promise<Draft> {
  if (!body) throw new Error(`the body of item ${item.id} was not converted`)
  if ('refused' in body) return body
  const given = cleanLine(item.title, 255)
  const title = given || body.beginning || `Untitled ${item.type} ${item.id}`
  const seo = seoOf(item.seo)
  const categories = await categoriesOf(context, library, item, seo.primaryCategory)
  const tags: string[] = []
  for (const term of item.terms.filter(({ taxonomy }) => taxonomy === 'post_tag'))
    tags.push(await tagForSlug(context, library.tags, term.slug, term.name))
  const cover = coverOf(item, library.attachments, title)
  const bylines = item.authors.map((login) => bylineForLogin(library.bylines, login))
  const excerpt = cleanText(item.excerpt, Infinity)
  const content: ImportedContent = {
    title,
    slug: slugFrom(item.slug, title, 'untitled'),
    excerpt: cleanText(item.excerpt, ARTICLE_LIMITS.excerpt),
    body: body.html,
    cover: cover.cover,
    authors: [...new Set(bylines.map(({ id }) => id))].slice(0, ARTICLE_LIMITS.bylines),
    primaryCategory: categories.ids[0] ?? null,
    categories: categories.ids.slice(1, 100),
    tags: [...new Set(tags)].slice(0, 100),
    featured: item.sticky,
    seoTitle: seo.title,
    seoDescription: seo.description,
    canonicalUrl: seo.canonicalUrl,
  }
  const notes = [
    given ? undefined : because('no_title'),
    item.title.length > 255 ? because('title_shortened') : undefined,
    excerpt.length > ARTICLE_LIMITS.excerpt ? because('excerpt_shortened') : undefined,
    ...bylines.map(({ note }) => note),
    categories.note,
    cover.note,
    saidLosses(body.losses),
    ...saidFootnotes(body.footnotes),
    ...notKeptOf(item),
    foreignTermsOf(item),
    item.missing.length ? because('missing_in_file', { names: item.missing.join(', ') }) : undefined,
  ]
  return { content, words: body.words, notes }
}

const seoOf = ({ title, description, canonicalUrl, primaryCategory }: SourceItem['seo']) => ({
  title: cleanLine(title, 255),
  description: cleanText(description, 500),
  canonicalUrl: WebUrl.safeParse(canonicalUrl).data ?? '',
  primaryCategory,
})

/** Terms of other taxonomies than ours, such as a series or a place. */
function foreignTermsOf({ terms }: SourceItem) {
  const foreign = terms.filter(
    ({ taxonomy, slug }) =>
      taxonomy !== 'category' && taxonomy !== 'post_tag' && !(taxonomy === 'author' && slug.startsWith('cap-')),
  )
  const said = foreign.map(({ taxonomy, slug, name }) => `${taxonomy}: ${cleanLine(name || slug, 120)}`)
  return said.length ? because('terms_not_kept', { terms: said.join(', ') }) : undefined
}

/**
 * A public article needs a primary category: one without gets “Uncategorized”, or “Pages”.
 * @param primary what the old site calls the primary one; else it is the first
 */
async function categoriesOf(
  context: ImportContext,
  { categories, categorySlugs }: Library,
  item: SourceItem,
  primary: string,
) {
  const ids: string[] = []
  const isPrimary = ({ slug }: { slug: string }) => slug === categorySlugs.get(primary)
  const terms = item.terms.filter(({ taxonomy }) => taxonomy === 'category')
  for (const { slug, name } of [...terms.filter(isPrimary), ...terms.filter((term) => !isPrimary(term))])
    ids.push(await categoryForSlug(context, categories, slug, name))
  if (ids.length) return { ids: [...new Set(ids)], note: undefined }
  const [slug, name] = item.type === 'page' ? ['pages', 'Pages'] : ['uncategorized', 'Uncategorized']
  return { ids: [await categoryForSlug(context, categories, slug, name)], note: because('no_category', { name }) }
}

function coverOf(item: SourceItem, { byId, pictureById }: Attachments, title: string) {
  if (!item.cover) return { cover: null, note: undefined }
  const attachment = byId.get(item.cover.id)
  const picture = pictureById.get(item.cover.id)
  if (!attachment || !picture) return { cover: null, note: because('cover_missing') }
  const alt = cleanLine(item.cover.alt, 300) || altOf(attachment) || cleanLine(attachment.title || title, 300)
  const caption = cleanLine(item.cover.caption || attachment.excerpt, 500)
  return {
    cover: { media: picture.mediaId, alt, caption, credit: '' },
    note: undefined,
  }
}

/** Whose work an article is, and since when. */
type Origin = { createdAt: string; updatedAt: string; createdBy: string | null }

function originOf({ actor, now }: ImportContext, bylines: Bylines, item: SourceItem): Origin {
  const earliest = (...times: (string | undefined)[]) => times.find((time) => time && time <= now) ?? now
  return {
    createdAt: earliest(item.publishedAt, item.modifiedAt),
    updatedAt: earliest(item.modifiedAt, item.publishedAt),
    createdBy: accountForLogin(bylines, item.creator) ?? actor?.id ?? null,
  }
}

const submissionIn = ({ status }: Place, { updatedAt, createdBy }: Origin) =>
  status === 'in_review' ? { submittedAt: updatedAt, submittedBy: createdBy } : {}

async function create({ db, actor }: ImportContext, id: string, wanted: ImportedContent, place: Place, origin: Origin) {
  const slug = await freeSlug(wanted.slug, (slugs) => takenSlugs(db, slugs, id))
  const content = mergeContent(null, { ...wanted, slug, publishAt: place.publishAt })
  const { searchWords, ...columns } = columnsOf(content, await describeText(content))
  const row = await db
    .insertInto('article')
    .values({
      ...columns,
      ...origin,
      ...submissionIn(place, origin),
      id,
      searchWords: tsvector(searchWords),
      status: place.status,
      publishedAt: place.publishedAt,
      updatedBy: actor?.id ?? null,
    })
    .returning(articleColumns)
    .executeTakeFirstOrThrow()
  await writeLinks(db, id, null, content)
  await writeRevision(db, { ...row, ...pickFields(content, [...linkFields, 'body']) }, 'import')
  await follow(db, id, place)
}

/** The item was changed on the old site, and the article was not changed here. */
async function update(locked: LockedArticle, wanted: ImportedContent, place: Place, origin: Origin) {
  const given = { ...wanted, slug: locked.content.slug, publishAt: place.publishAt }
  const content = mergeContent(locked.content, given)
  const columns = {
    status: place.status,
    publishedAt: place.publishedAt,
    hasChanges: false,
    ...submissionIn(place, origin),
  }
  await saveArticle(locked, { reason: 'import', content, columns })
  await follow(locked.trx, locked.row.id, place)
}

async function follow(db: ImportContext['db'], id: string, place: Place) {
  await planPublication(db, id, place.status === 'scheduled' ? place.publishAt : null)
  if (place.status === 'published') await goLive(db, id)
  else await deleteLive(db, id)
}
