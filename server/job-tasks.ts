import { movePendingEntries } from './db/pending-entries.ts'
import { sweepUndoLog } from './db/undo-log.ts'
import { sweepAds } from './features/ads/ad-action-commands.ts'
import { checkAudit, sealAudit } from './features/audit/audit-seal-commands.ts'
import { sweepAlbums } from './features/albums/album-action-commands.ts'
import { flushMissingAlts } from './features/albums/album-alt-commands.ts'
import { backupTasks } from './features/backups/backup-job-commands.ts'
import { countPopularity } from './features/articles/article-index-commands.ts'
import { sweepKeyCalls } from './features/delivery/delivery-key-commands.ts'
import { writeDiagnosticMail } from './features/health/diagnostic-mail-commands.ts'
import { sendAlertWebhook, writeAlertMail } from './features/health/alert-delivery-commands.ts'
import { sweepHealth } from './features/health/health-report-commands.ts'
import { rankHot } from './features/hot/hot-rank-commands.ts'
import { refreshSearchRank } from './features/search-rank/search-rank-refresh-commands.ts'
import { performImport, sweepImports } from './features/import/import-commands.ts'
import { accountLetters, sendMail, sweepMail } from './features/session/account-mail-commands.ts'
import { continueCleanUp } from './features/import/import-clean-up-commands.ts'
import { continueUndo } from './features/undo/undo-commands.ts'
import { sweepBackgroundRuns } from './features/background/background-run-commands.ts'
import { performSiteExport } from './features/import/site-export-commands.ts'
import { flushCategoryCounts } from './features/categories/category-count-commands.ts'
import { sweepCategories } from './features/categories/category-purge-commands.ts'
import { compareNewTags } from './features/tags/tag-similar-commands.ts'
import { sweepTaxonomy } from './features/taxonomy/purge-commands.ts'
import { flushUseCounts } from './db/flush-use-counts.ts'
import { continueBulk } from './features/articles/article-bulk-run-commands.ts'
import { articleTasks } from './features/articles/article-job-commands.ts'
import { articleLetters } from './features/articles/article-mail-commands.ts'
import { flushStateCounts, flushDayCounts } from './features/articles/article-total-commands.ts'
import { mediaTasks } from './features/media/media-job-commands.ts'
import { handOverLetters } from './features/users/hand-over-mail-commands.ts'
import { resumeHandOvers } from './features/users/hand-over-run-commands.ts'
import { sweepSessions } from './features/session/session-commands.ts'
import { sweepRateLimits } from './http/rate-limit.ts'
import type { JobLane, JobTasks } from './jobs/job-queue.ts'
import { createMailer } from './mail/mailer.ts'
import type { Services } from './services.ts'

/** Connections on which a statement may take longer than on those of requests; left out: those of requests. */
type JobDatabases = Partial<Record<'counting' | 'importing', Services['db']>>

/** Every job there is, by name. A feature adds its own line here and puts what repeats into the crontab below. */
export const jobTasks = (services: Services, databases: JobDatabases = {}): JobTasks => {
  const { db, config } = services
  const { counting = db, importing = db } = databases
  const mailer = createMailer(config)
  const letters = {
    ...accountLetters,
    ...articleLetters,
    ...handOverLetters,
    health_alert: writeAlertMail,
    diagnostic_sent: writeDiagnosticMail,
  }
  const events = services.events.storeOn(counting)
  /** A batch of a change of many: as after a change in the console, what it leaves is put into the indexes. */
  const batch = (work: (run: string) => Promise<void>) => async (payload: { run?: string }) => {
    await work(payload.run ?? '')
    await movePendingEntries(counting)
  }
  return {
    ...articleTasks(services, counting),
    bulk_articles: batch((run) => continueBulk(db, run)),
    import_wordpress: ({ run = '' }) => performImport({ ...services, db: importing }, run),
    clean_up_import: batch((run) => continueCleanUp(db, run)),
    export_site: ({ run = '' }) => performSiteExport(services, run),
    undo_step: batch((run) => continueUndo(services, run)),
    send_mail: ({ id = '' }) => sendMail(services, mailer, letters, id),
    send_health_webhook: ({ incident = '', phase = '' }) => sendAlertWebhook(services, incident, phase),
    ...backupTasks(services),
    sweep_health: () => sweepHealth(db),
    seal_audit: () => sealAudit(db),
    check_audit: () => checkAudit(counting).then(() => undefined),
    sweep_mail: () => sweepMail(services),
    ...mediaTasks(services),
    sweep_imports: () => sweepImports(services),
    flush_counts: () => flushCounts(db),
    compare_tags: () => compareNewTags(db),
    sweep_catalogue: () => sweepTaxonomy(db),
    resume_hand_overs: () => resumeHandOvers(db),
    sweep_undo_log: () => sweepUndoLog(db),
    sweep_background_runs: () => sweepBackgroundRuns(db),
    sweep_categories: () => sweepCategories(db),
    sweep_albums: () => sweepAlbums(db),
    sweep_ads: () => sweepAds(db),
    sweep_sessions: () => sweepSessions(db),
    // Where nothing new came in, ranks still move: what is older weighs less.
    roll_up_events: async () => {
      await events.rollUp()
      await rankHot(counting, events)
      await refreshSearchRank(counting, events)
    },
    count_popularity: () => countPopularity(counting, events),
    maintain_events: () => events.maintain(),
    sweep_rate_limits: () => sweepRateLimits(db),
    sweep_delivery_keys: () => sweepKeyCalls(db),
  }
}

/** Reads add up what changed since the last time, so this only keeps that little. One that fails does not stop the others. */
export async function flushCounts(db: Services['db']): Promise<void> {
  const flushes = [
    () => flushUseCounts(db, 'tag'),
    () => flushUseCounts(db, 'author'),
    () => flushUseCounts(db, 'media'),
    () => flushCategoryCounts(db),
    () => flushStateCounts(db),
    () => flushDayCounts(db),
    () => flushMissingAlts(db),
  ]
  const failures: unknown[] = []
  for (const flush of flushes) await flush().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'adding up counts')
}

/** Readers wait for what is published at a time: neither an import nor thousands of mails may come before it. */
const PUBLISHING = ['publish_article', 'unpublish_article']

/** May take an hour, and mails must not wait for it. */
const EXPORTING = ['export_site']

/** All jobs, and who works them beside whom. */
export function jobLanes(services: Services, databases: JobDatabases = {}): JobLane[] {
  const all = Object.entries(jobTasks(services, databases))
  const where = (isIn: (name: string) => boolean): JobTasks => Object.fromEntries(all.filter(([name]) => isIn(name)))
  return [
    { tasks: where((name) => PUBLISHING.includes(name)), crontab: '', concurrency: 1 },
    { tasks: where((name) => EXPORTING.includes(name)), crontab: '', concurrency: 1 },
    { tasks: where((name) => ![...PUBLISHING, ...EXPORTING].includes(name)), crontab, concurrency: 3 },
  ]
}

/** graphile-worker's cron lines, times in UTC: https://worker.graphile.org/docs/cron */
const crontab = `
*/15 * * * * sweep_sessions
*/30 * * * * sweep_rate_limits
20 4 * * * sweep_delivery_keys
23 * * * * sweep_articles
* * * * * flush_article_facets ?queue=article_facets
* * * * * flush_counts
* * * * * compare_tags
* * * * * index_articles ?queue=article_index
12 * * * * count_popularity
* * * * * roll_up_events
5 */6 * * * maintain_events
29 * * * * sweep_undo_log
*/5 * * * * sweep_background_runs
31 * * * * sweep_catalogue
33 * * * * sweep_categories
37 * * * * sweep_albums
38 * * * * sweep_ads
40 * * * * sweep_mail
*/10 * * * * sweep_media
10 4 * * * sweep_media_files
5 * * * * complete_media
50 * * * * sweep_imports
*/15 * * * * sweep_health
*/5 * * * * plan_backup
* * * * * seal_audit
* * * * * resume_hand_overs
25 3 * * * check_audit
`
