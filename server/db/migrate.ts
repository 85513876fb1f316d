import { sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Tables } from './tables.ts'
import * as foundation from './migrations/0001-foundation.ts'
import * as mediaUse from './migrations/0002-media-use.ts'
import * as saidInCodes from './migrations/0003-said-in-codes.ts'
import * as oneResetLink from './migrations/0004-one-reset-link.ts'
import * as categoryUndo from './migrations/0005-category-undo.ts'
import * as mergedNames from './migrations/0006-merged-names.ts'
import * as undoStep from './migrations/0007-undo-step.ts'
import * as mediaLibrary from './migrations/0008-media-library.ts'
import * as albums from './migrations/0009-albums.ts'
import * as atAMillion from './migrations/0010-at-a-million.ts'
import * as trash from './migrations/0011-trash.ts'
import * as listsAtAMillion from './migrations/0012-lists-at-a-million.ts'
import * as albumCovers from './migrations/0013-album-covers.ts'
import * as followedArticles from './migrations/0014-followed-articles.ts'
import * as articleUndo from './migrations/0015-article-undo.ts'
import * as titleWords from './migrations/0016-title-words.ts'
import * as keptImportFiles from './migrations/0017-kept-import-files.ts'
import * as knownNetworks from './migrations/0018-known-networks.ts'
import * as rights from './migrations/0019-rights.ts'
import * as previewLinks from './migrations/0020-preview-links.ts'
import * as readerEvents from './migrations/0021-reader-events.ts'
import * as hot from './migrations/0022-hot.ts'
import * as submittedChanges from './migrations/0023-submitted-changes.ts'
import * as undoLog from './migrations/0024-undo-log.ts'
import * as articleFacets from './migrations/0027-article-facets.ts'
import * as readReplica from './migrations/0028-read-replica.ts'
import * as searchRules from './migrations/0029-search-rules.ts'
import * as searchRank from './migrations/0030-search-rank.ts'
import * as readerSearch from './migrations/0031-reader-search.ts'
import * as adEvents from './migrations/0035-ad-events.ts'
import * as eventEngines from './migrations/0036-event-engines.ts'
import * as refusedEventCalls from './migrations/0037-refused-event-calls.ts'
import * as readerSearchBranches from './migrations/0038-reader-search-branches.ts'
import * as termKeyCounted from './migrations/0039-term-key-counted.ts'
import * as ads from './migrations/0040-ads.ts'
import * as health from './migrations/0045-health.ts'
import * as auditChain from './migrations/0049-audit-chain.ts'
import * as standardNames from './migrations/0050-standard-names.ts'
import * as secondStep from './migrations/0053-second-step.ts'
import * as settingsAndRemoval from './migrations/0056-settings-and-removal.ts'
import * as backups from './migrations/0059-backups.ts'
import * as hotViewsAndReturn from './migrations/0061-hot-views-and-return.ts'
import * as adEventIndex from './migrations/0065-ad-event-index.ts'
import * as adDeliveryHours from './migrations/0070-ad-delivery-hours.ts'
import * as changeNotices from './migrations/0072-change-notices.ts'
import * as categoryNames from './migrations/0073-category-names.ts'
import * as auditByAddress from './migrations/0074-audit-by-address.ts'
import * as handOverRuns from './migrations/0075-hand-over-runs.ts'
import * as adHistory from './migrations/0077-ad-history.ts'
import * as wordsInFacets from './migrations/0081-words-in-facets.ts'
import * as backupHour from './migrations/0084-backup-hour.ts'
import * as articleWords from './migrations/0091-article-words.ts'
import * as hotPinOrder from './migrations/0092-hot-pin-order.ts'
import * as searchTermDrafts from './migrations/0093-search-term-drafts.ts'
import * as dismissedSetupSteps from './migrations/0094-dismissed-setup-steps.ts'
import * as articlePresence from './migrations/0095-article-presence.ts'
import * as previewLinkNames from './migrations/0096-preview-link-names.ts'
import * as unchangedFacets from './migrations/0097-unchanged-facets.ts'
import * as copiesOfPictures from './migrations/0102-copies-of-pictures.ts'
import * as dismissedSearchTerms from './migrations/0103-dismissed-search-terms.ts'
import * as cleanedUpImports from './migrations/0104-cleaned-up-imports.ts'
import * as sentDiagnostics from './migrations/0105-sent-diagnostics.ts'
import * as longestInReview from './migrations/0106-longest-in-review.ts'
import * as facetsOfManyChanges from './migrations/0107-facets-of-many-changes.ts'
import * as backgroundRuns from './migrations/0108-background-runs.ts'
import * as seenDiagnostics from './migrations/0109-seen-diagnostics.ts'
import * as issuedPasswordLinks from './migrations/0110-issued-password-links.ts'
import * as bulkInBackground from './migrations/0111-bulk-in-background.ts'
import * as inReviewByTitle from './migrations/0112-in-review-by-title.ts'
import * as articlesByWeek from './migrations/0113-articles-by-week.ts'
import * as insideOfWords from './migrations/0114-inside-of-words.ts'
import * as articlesByDay from './migrations/0115-articles-by-day.ts'
import * as facetsByChange from './migrations/0116-facets-by-change.ts'
import * as facetsByMonth from './migrations/0117-facets-by-month.ts'
import * as popularityCounted from './migrations/0118-popularity-counted.ts'
import * as noWeeks from './migrations/0119-no-weeks.ts'
import * as waitingInFacets from './migrations/0120-waiting-in-facets.ts'
import * as missingAlts from './migrations/0121-missing-alts.ts'
import * as newestEventsFirst from './migrations/0122-newest-events-first.ts'
import * as titlesInTheRow from './migrations/0123-titles-in-the-row.ts'
import * as pairsOfTags from './migrations/0124-pairs-of-tags.ts'
import * as searchOfTheTrash from './migrations/0125-search-of-the-trash.ts'
import * as wordsAfterTheSave from './migrations/0126-words-after-the-save.ts'
import * as backupFailures from './migrations/0127-backup-failures.ts'
import * as importFaults from './migrations/0128-import-faults.ts'
import * as importSiteAddress from './migrations/0129-import-site-address.ts'
import * as calendar from './migrations/0130-calendar.ts'
import * as pairsInTrash from './migrations/0131-pairs-in-trash.ts'
import * as imagesOfArticles from './migrations/0132-images-of-articles.ts'
import * as facetJobQueue from './migrations/0133-facet-job-queue.ts'
import * as pendingEntriesLeftToJobs from './migrations/0134-pending-entries-left-to-jobs.ts'
import * as wordsLearnedOnce from './migrations/0135-words-learned-once.ts'
import * as facetChangesByTime from './migrations/0136-facet-changes-by-time.ts'
import * as termsThatChanged from './migrations/0137-terms-that-changed.ts'
import * as snippets from './migrations/0138-snippets.ts'
import * as newestArticlesSooner from './migrations/0139-newest-articles-sooner.ts'
import * as lateReplies from './migrations/0140-late-replies.ts'
import * as namesInPinyin from './migrations/0141-names-in-pinyin.ts'

/** Every step of the schema, by name, in order. */
export const migrations = {
  '0001-foundation': foundation,
  '0002-media-use': mediaUse,
  '0003-said-in-codes': saidInCodes,
  '0004-one-reset-link': oneResetLink,
  '0005-category-undo': categoryUndo,
  '0006-merged-names': mergedNames,
  '0007-undo-step': undoStep,
  '0008-media-library': mediaLibrary,
  '0009-albums': albums,
  '0010-at-a-million': atAMillion,
  '0011-trash': trash,
  '0012-lists-at-a-million': listsAtAMillion,
  '0013-album-covers': albumCovers,
  '0014-followed-articles': followedArticles,
  '0015-article-undo': articleUndo,
  '0016-title-words': titleWords,
  '0017-kept-import-files': keptImportFiles,
  '0018-known-networks': knownNetworks,
  '0019-rights': rights,
  '0020-preview-links': previewLinks,
  '0021-reader-events': readerEvents,
  '0022-hot': hot,
  '0023-submitted-changes': submittedChanges,
  '0024-undo-log': undoLog,
  '0027-article-facets': articleFacets,
  '0028-read-replica': readReplica,
  '0029-search-rules': searchRules,
  '0030-search-rank': searchRank,
  '0031-reader-search': readerSearch,
  '0035-ad-events': adEvents,
  '0036-event-engines': eventEngines,
  '0037-refused-event-calls': refusedEventCalls,
  '0038-reader-search-branches': readerSearchBranches,
  '0039-term-key-counted': termKeyCounted,
  '0040-ads': ads,
  '0045-health': health,
  '0049-audit-chain': auditChain,
  '0050-standard-names': standardNames,
  '0053-second-step': secondStep,
  '0056-settings-and-removal': settingsAndRemoval,
  '0059-backups': backups,
  '0061-hot-views-and-return': hotViewsAndReturn,
  '0065-ad-event-index': adEventIndex,
  '0070-ad-delivery-hours': adDeliveryHours,
  '0072-change-notices': changeNotices,
  '0073-category-names': categoryNames,
  '0074-audit-by-address': auditByAddress,
  '0075-hand-over-runs': handOverRuns,
  '0077-ad-history': adHistory,
  '0081-words-in-facets': wordsInFacets,
  '0084-backup-hour': backupHour,
  '0091-article-words': articleWords,
  '0092-hot-pin-order': hotPinOrder,
  '0093-search-term-drafts': searchTermDrafts,
  '0094-dismissed-setup-steps': dismissedSetupSteps,
  '0095-article-presence': articlePresence,
  '0096-preview-link-names': previewLinkNames,
  '0097-unchanged-facets': unchangedFacets,
  '0102-copies-of-pictures': copiesOfPictures,
  '0103-dismissed-search-terms': dismissedSearchTerms,
  '0104-cleaned-up-imports': cleanedUpImports,
  '0105-sent-diagnostics': sentDiagnostics,
  '0106-longest-in-review': longestInReview,
  '0107-facets-of-many-changes': facetsOfManyChanges,
  '0108-background-runs': backgroundRuns,
  '0109-seen-diagnostics': seenDiagnostics,
  '0110-issued-password-links': issuedPasswordLinks,
  '0111-bulk-in-background': bulkInBackground,
  '0112-in-review-by-title': inReviewByTitle,
  '0113-articles-by-week': articlesByWeek,
  '0114-inside-of-words': insideOfWords,
  '0115-articles-by-day': articlesByDay,
  '0116-facets-by-change': facetsByChange,
  '0117-facets-by-month': facetsByMonth,
  '0118-popularity-counted': popularityCounted,
  '0119-no-weeks': noWeeks,
  '0120-waiting-in-facets': waitingInFacets,
  '0121-missing-alts': missingAlts,
  '0122-newest-events-first': newestEventsFirst,
  '0123-titles-in-the-row': titlesInTheRow,
  '0124-pairs-of-tags': pairsOfTags,
  '0125-search-of-the-trash': searchOfTheTrash,
  '0126-words-after-the-save': wordsAfterTheSave,
  '0127-backup-failures': backupFailures,
  '0128-import-faults': importFaults,
  '0129-import-site-address': importSiteAddress,
  '0130-calendar': calendar,
  '0131-pairs-in-trash': pairsInTrash,
  '0132-images-of-articles': imagesOfArticles,
  '0133-facet-job-queue': facetJobQueue,
  '0134-pending-entries-left-to-jobs': pendingEntriesLeftToJobs,
  '0135-words-learned-once': wordsLearnedOnce,
  '0136-facet-changes-by-time': facetChangesByTime,
  '0137-terms-that-changed': termsThatChanged,
  '0138-snippets': snippets,
  '0139-newest-articles-sooner': newestArticlesSooner,
  '0140-late-replies': lateReplies,
  '0141-names-in-pinyin': namesInPinyin,
}

/**
 * Brings the schema up to date. Safe from many processes at once: kysely holds a lock in the database,
 * and all that are missing are one transaction, so a killed one leaves nothing behind.
 * @throws when the database is newer than this code, or a migration fails
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const [unknown] = (await doneMigrations(db)).filter((name) => !(name in migrations)).toReversed()
  if (unknown)
    throw new Error(
      `The database was used by a newer Copydesk (${unknown}). Start that version, or restore a backup of this one.`,
    )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be brought up to date', { cause: error })
}

/** Runs exactly these migrations on an empty database, to have the schema of an earlier time. */
export async function migrateThrough(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The tables could not be made', { cause: error })
}

/** The migrations of this code that have not run. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return Object.keys(migrations).filter((name) => !rows.some((row) => row.name === name))
}

/** Whether a Copydesk ever began to make its tables in this database. */
export async function migrationsBegan(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  return rows[0]?.there ?? false
}

/** Those that have run, also of other versions; none where nothing was made yet. */
async function doneMigrations(db: Kysely<Tables>): Promise<string[]> {
  if (!(await migrationsBegan(db))) return []
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )
}

/** The name of the last migration that has run. */
export async function lastMigration(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]?.name ?? undefined
}

/** Whether every migration of this code has run. */
export const isMigrated = async (db: Kysely<Tables>): Promise<boolean> => (await pendingMigrations(db)).length === 0
