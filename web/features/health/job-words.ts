import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FailedJob, JobFailure } from '#contract/health.ts'
import { listed } from '../../ui/listed.ts'

/** What a job does, by its name in the code; what repeats every few minutes or hours by itself is not all named. */
const jobs: Readonly<Record<string, MessageDescriptor>> = {
  publish_article: msg`Publish an article at its time`,
  unpublish_article: msg`Unpublish an article at its time`,
  bulk_articles: msg`Change many articles`,
  undo_step: msg`Undo a change of many`,
  import_wordpress: msg`Import a file`,
  clean_up_import: msg`Move the articles of an import to the trash`,
  export_site: msg`Export all content`,
  make_backup: msg`Make a backup`,
  plan_backup: msg`Plan the next backup`,
  send_health_webhook: msg`Call the webhook of alerts`,
  crop_media: msg`Crop a picture to a square`,
  complete_media: msg`Complete pictures of an earlier version`,
  index_articles: msg`Bring the search of articles up to date`,
  flush_article_facets: msg`Bring the filters of articles up to date`,
  flush_counts: msg`Add up counts`,
  count_popularity: msg`Add up how often articles are read`,
  roll_up_events: msg`Add up readers, Hot and search ranking`,
  maintain_events: msg`Tidy up counted readers`,
  compare_tags: msg`Compare new tags`,
  seal_audit: msg`Seal the audit log`,
  check_audit: msg`Check the seals of the audit log`,
  resume_hand_overs: msg`Hand over articles of an account`,
}

const mails: Readonly<Record<string, MessageDescriptor>> = {
  password_reset: msg`Link for a new password`,
  password_link_made: msg`Notice of a password link`,
  registration: msg`Answer to a registration`,
  invitation: msg`Invitation`,
  approval: msg`Approval of an account`,
  address_changed: msg`Notice of a changed e-mail address`,
  second_step_reset: msg`Second step of the sign-in was reset`,
  second_step_added: msg`Second step of the sign-in was added`,
  second_step_removed: msg`Second step of the sign-in was removed`,
  article_returned: msg`Article sent back`,
  handed_over: msg`Items handed over`,
  health_alert: msg`Alert of Health`,
  diagnostic_sent: msg`Measurement of a connection`,
}

const failures: Readonly<Record<JobFailure, MessageDescriptor>> = {
  database_away: msg`The database was not reached.`,
  storage_away: msg`The storage of the pictures was not reached.`,
  no_room: msg`The disk is full.`,
  mail_away: msg`The mail server was not reached.`,
  mail_refused: msg`The mail server did not take it.`,
  too_slow: msg`The database took longer than it may, or something else held it up.`,
  backup_failed: msg`The backup failed; the list of backups says why.`,
  unexpected: msg`Something unexpected went wrong.`,
}

/** Why the last try of a job failed. */
export function useJobFailure(): (failure: JobFailure) => string {
  const { i18n } = useLingui()
  return (failure) => i18n._(failures[failure])
}

/** The words for a job, and what it is about; one without words has the name of the code. */
export function useJobWords(): (job: Pick<FailedJob, 'task' | 'payload'>) => { name: string; about: string } {
  const { i18n, t } = useLingui()
  const wordOf = (table: typeof jobs, code: string) => {
    const known = Object.hasOwn(table, code) ? table[code] : undefined
    return known && i18n._(known)
  }
  return ({ task, payload }) => {
    const { kind, to } = payload
    if (task === 'send_mail' && kind && to) return { name: t`Mail to ${to}`, about: wordOf(mails, kind) ?? kind }
    const about = Object.entries(payload).map(([key, value]) => `${key} ${value}`)
    const name = wordOf(jobs, task) ?? (task.startsWith('sweep_') ? t`Tidy up (${task})` : task)
    return { name, about: listed(about) }
  }
}
