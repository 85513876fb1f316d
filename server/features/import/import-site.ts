import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ImportItem } from '#contract/import.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { movePendingEntries } from '../../db/pending-entries.ts'
import { lockTaxonomyShared, waitForLock } from '../../db/taxonomy-lock.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { databaseTime } from '../articles/article-action-commands.ts'
import { importArticle, type Library } from './import-articles.ts'
import { importAuthors } from './import-authors.ts'
import { plainUrl } from './body-conversion.ts'
import { convertBodies, type Attachments, type ImportedBodies } from './import-body.ts'
import { importCategories } from './import-categories.ts'
import type { ImportContext } from './import-context.ts'
import {
  keyOf,
  removePictures,
  completePictures,
  storePictures,
  type PositionedItem,
  type StoredPictures,
} from './import-media.ts'
import { because, createReport, type Report, type Sums } from './import-report.ts'
import { keepOldSlugs } from './import-redirects.ts'
import { openSources, siteOfArticles } from './import-sources.ts'
import { placeOf } from './import-state.ts'
import { importTags, type PlacedTerm } from './import-tags.ts'
import type { ImportThread } from './import-thread.ts'
import { INTERNAL_TAG } from './ghost-records.ts'
import type { MediaFolder } from './media-folder.ts'
import { guestOf, isArticle, isSnippet, type SourceFile } from './import-file.ts'
import { importSnippet } from './import-snippets.ts'
import { cleanLine } from './import-text.ts'

export type ImportOptions = {
  dryRun: boolean
  thread: ImportThread
  /** null for the system. */
  actor: Actor | null
  mediaFolder?: MediaFolder
  /** Called as items get their outcome. */
  onProgress?: (done: number) => Promise<void>
  /** Runs last in the transaction of the import; not in a dry run. */
  atEnd?: (trx: Db, report: Report) => Promise<void>
}

export type ImportResult = { items: ImportItem[]; sums: Sums }

/** Thrown to take a dry run back. */
class DryRunOver extends Error {}

/**
 * Imports a whole export file in one transaction: all of it, or nothing. A dry run does the same and rolls it back.
 * Every item of the file has exactly one outcome in the result.
 */
export async function importSite(services: Services, file: SourceFile, options: ImportOptions): Promise<ImportResult> {
  const { dryRun, actor, mediaFolder, thread } = options
  const report = createReport(file.subjects)
  const { url } = file.site
  const key = await siteKeyOf(services.db, file)
  const attachments = withPosition(file, ({ type }) => type === 'attachment')
  const stored = await storePictures(services, actor, { attachments, folder: mediaFolder, site: key, dryRun })
  try {
    const library = attachmentsOf(attachments, stored)
    const articles = withPosition(file, isArticle)
    const snippets = withPosition(file, isSnippet)
    const reportProgress = progressOf(report, snippets.length + articles.length, options)
    const wanted = articles.filter(({ item }) => !('refused' in placeOf(item, '')))
    const reusable = new Map(snippets.map(({ item }) => [item.id, item.content]))
    const known = { attachments: library, siteUrl: url, reusable }
    const bodies = await convertBodies([...snippets, ...wanted], known, thread, reportProgress.converted)
    await services.db.transaction().execute(async (trx) => {
      await beginAlone(trx)
      await lockTaxonomyShared(trx)
      const context = {
        db: trx,
        actor,
        report,
        siteUrl: url,
        now: await databaseTime(trx),
        sources: await openSources(trx, key),
      }
      await importAll(context, file, {
        attachments,
        articles,
        snippets,
        stored,
        library,
        bodies,
        recorded: reportProgress.recorded,
      })
      await options.atEnd?.(trx, report)
      if (dryRun) throw new DryRunOver()
    })
  } catch (error) {
    if (!(error instanceof DryRunOver)) {
      await removePictures(services, stored)
      throw error
    }
  }
  return { items: report.items(), sums: report.sums() }
}

/**
 * A file that does not say which site it is of belongs to the one of which its articles were imported before, whatever address
 * was given then and now: their uuid is of one site only.
 */
async function siteKeyOf(db: Db, { site, records }: SourceFile): Promise<string> {
  if (!site.isKeyGuessed) return site.key
  const known = records.flatMap((record) =>
    record.kind === 'item' && isArticle(record.item) && record.item.guid ? [keyOf(record.item)] : [],
  )
  return (await siteOfArticles(db, known)) ?? site.key
}

/** Every article counts twice, when its text is converted and when it is written; told in items of the file. */
function progressOf(report: Report, articles: number, { onProgress }: ImportOptions) {
  let converted = 0
  const reportProgress = async () =>
    onProgress?.(Math.floor(((converted + report.done()) / (articles + report.total)) * report.total))
  return {
    converted: async () => {
      converted++
      await reportProgress()
    },
    recorded: async () => {
      converted = articles
      await reportProgress()
    },
  }
}

/** One import at a time. It may think longer between two statements than a request may. */
async function beginAlone(trx: Db) {
  await sql`set local statement_timeout = '120s'`.execute(trx)
  await sql`set local idle_in_transaction_session_timeout = '120s'`.execute(trx)
  await waitForLock(trx, sql`hashtextextended('copydesk import', 0)`)
}

type Prepared = {
  attachments: PositionedItem[]
  articles: PositionedItem[]
  snippets: PositionedItem[]
  stored: StoredPictures
  library: Attachments
  bodies: ImportedBodies
  recorded: () => Promise<void>
}

/** So many articles whose words are put into the indexes together, by the import and not by the save of an editor. */
const INDEXED_AT_ONCE = 200

async function importAll(
  context: ImportContext,
  file: SourceFile,
  { attachments, articles, snippets, stored, library: files, bodies, recorded }: Prepared,
) {
  const { report } = context
  const terms = (taxonomy: string): PlacedTerm[] =>
    file.records.flatMap((record, position) =>
      record.kind === 'term' && record.term.taxonomy === taxonomy ? [{ position, term: record.term }] : [],
    )
  const authors = file.records.flatMap((record, position) =>
    record.kind === 'author' ? [{ position, ...record }] : [],
  )
  const library: Library = {
    bylines: await importAuthors(context, authors),
    categories: await importCategories(context, terms('category')),
    categorySlugs: new Map(terms('category').map(({ term }) => [term.id, term.slug])),
    tags: await importTags(context, terms('post_tag')),
    attachments: files,
    bodies,
  }
  await completePictures(context, attachments, stored)
  for (const snippet of snippets) await importSnippet(context, bodies, snippet)
  await skipTheRest(report, file)
  await recorded()

  const seen = new Set<string>()
  for (const [place, article] of articles.entries()) {
    if (place % INDEXED_AT_ONCE === 0) await movePendingEntries(context.db)
    if (seen.has(keyOf(article.item))) report.record(article.position, 'skipped', [because('twice_in_file')])
    else await importArticle(context, library, article)
    seen.add(keyOf(article.item))
    await recorded()
  }
  for (const { item } of articles) {
    const id = item.oldSlugs.length ? context.sources.find('article', keyOf(item))?.entityId : undefined
    if (id) await keepOldSlugs(context, item, id)
  }
}

const withPosition = (file: SourceFile, test: (item: PositionedItem['item']) => boolean): PositionedItem[] =>
  file.records.flatMap((record, position) =>
    record.kind === 'item' && test(record.item) ? [{ position, item: record.item }] : [],
  )

const notOurs: Record<string, ImportReason> = {
  nav_menu_item: because('menu'),
  wp_navigation: because('menu'),
  revision: because('older_version'),
  wp_template: because('template'),
  wp_template_part: because('template'),
  wp_global_styles: because('styles'),
  custom_css: because('styles'),
}

const RECORDS_AT_ONCE = 5000

async function skipTheRest(report: Report, { records }: SourceFile) {
  for (const [position, record] of records.entries()) {
    // A file may hold very many comments; others want to be answered meanwhile.
    if (position % RECORDS_AT_ONCE === 0) await setImmediate()
    if (record.kind === 'comment') report.record(position, 'skipped', [because('no_comments_here')])
    if (record.kind === 'term' && record.term.taxonomy !== 'category' && record.term.taxonomy !== 'post_tag')
      report.record(position, 'skipped', [
        record.term.taxonomy === INTERNAL_TAG
          ? because('internal_tag')
          : because('foreign_term', { taxonomy: record.term.taxonomy }),
      ])
    if (record.kind === 'unreadable') report.record(position, 'skipped', [because('no_entry')])
    const guest = record.kind === 'item' ? guestOf(record.item) : undefined
    if (guest) report.record(position, 'merged', [because('is_byline', { name: cleanLine(guest.displayName, 120) })])
    else if (
      record.kind === 'item' &&
      !isArticle(record.item) &&
      !isSnippet(record.item) &&
      record.item.type !== 'attachment'
    )
      report.record(position, 'skipped', [
        notOurs[record.item.type] ?? because('unknown_type', { type: record.item.type }),
      ])
  }
}

function attachmentsOf(attachments: PositionedItem[], stored: StoredPictures): Attachments {
  const found: Attachments = { byId: new Map(), byParent: new Map(), pictureById: new Map(), pictureByUrl: new Map() }
  for (const { position, item } of attachments) {
    found.byId.set(item.id, item)
    if (item.parent) found.byParent.set(item.parent, pushed(found.byParent.get(item.parent), item.id))
    const media = stored.get(position)?.media
    if (!media) continue
    const picture = { src: media.url, mediaId: media.id, width: media.width, height: media.height }
    found.pictureById.set(item.id, picture)
    found.pictureByUrl.set(plainUrl(item.attachmentUrl), picture)
  }
  return found
}

function pushed(list: string[] = [], id: string): string[] {
  list.push(id)
  return list
}
