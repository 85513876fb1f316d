import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { AuditAction } from '#contract/audit.ts'
import type { HealthCheckName } from '#contract/health-checks.ts'
import type { HealthAlerts } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, staleVersion } from '../../http/problem-error.ts'
import { addJob } from '../../jobs/job-queue.ts'
import { queueMail } from '../../mail/mail-outbox.ts'
import { literalAddress } from '../../outside/outside-host.ts'
import { isPublicAddress } from '../../outside/public-address.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { writeSettingRow } from '../settings/setting-row-commands.ts'
import { ALERT_KEYS, alertSettings, viewAlerts, type AlertDelivery, type AlertSettings } from './alert-queries.ts'

/** What an alert tells: that a check is bad, that it is good again, or nothing but that alerts arrive. */
export type AlertPhase = 'bad' | 'over' | 'test'
const WEBHOOK_TRIES = 8

/**
 * Changes who is told. The log tells of the webhook only where it leads: the rest of its address is often a secret.
 * @throws ProblemError invalid_input when the webhook is no https address, stale_version
 */
export async function editAlerts(
  db: Services['db'],
  actor: Actor,
  { version, ...change }: AlertSettings & { version?: number | undefined },
): Promise<HealthAlerts> {
  const target = change.webhook === '' ? undefined : URL.parse(change.webhook)
  if (target === null || (target && (target.protocol !== 'https:' || target.username || target.password)))
    throw invalidField('webhook', 'https', 'is not an https address without a password')
  const address = target && literalAddress(target)
  if (address && !isPublicAddress(address))
    throw invalidField('webhook', 'private_address', 'leads into a private network')
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('copydesk settings'))`.execute(trx)
    const before = await alertSettings(trx)
    if (version !== undefined) {
      const now = await viewAlerts(trx)
      if (now.version !== version) throw staleVersion(now)
    }
    if (!isDeepStrictEqual(before, change)) {
      await writeSettingRow(trx, ALERT_KEYS.settings, change, actor.id)
      if (before.webhook !== change.webhook)
        await trx.deleteFrom('setting').where('key', '=', ALERT_KEYS.delivery).execute()
      await audit(trx, actor, 'edit', ALERT_KEYS.settings, loggable(before), loggable(change))
    }
    if (target && !(await viewAlerts(trx)).hasSecret) await writeSecret(trx, actor)
    return viewAlerts(trx)
  })
}

/** A new secret for the signatures of the webhook; the one before no longer signs. */
export const newAlertSecret = (db: Services['db'], actor: Actor): Promise<{ secret: string }> =>
  db.transaction().execute(async (trx) => {
    const secret = await writeSecret(trx, actor)
    await audit(trx, actor, 'new_secret', ALERT_KEYS.secret)
    return { secret }
  })

async function writeSecret(trx: Db, actor: Actor): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64url')}`
  await writeSettingRow(trx, ALERT_KEYS.secret, { secret }, actor.id)
  return secret
}

/** Remembers what became of a call of the webhook, unless it has another address by now. */
export const noteDelivery = (db: Services['db'], webhook: string, delivery: AlertDelivery): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('copydesk settings'))`.execute(trx)
    if ((await alertSettings(trx)).webhook === webhook) await writeSettingRow(trx, ALERT_KEYS.delivery, delivery, null)
  })

const audit = (trx: Db, actor: Actor, action: AuditAction, title: string, before?: object, after?: object) =>
  recordAudit(trx, actor, { action, entityType: 'setting', entityId: null, entityTitle: title, before, after })
const loggable = ({ webhook, ...rest }: AlertSettings) => ({ ...rest, webhook: URL.parse(webhook)?.origin ?? '' })

/** Has everyone told of what has been bad for long enough and is not muted, and of what they were told of and is over. */
export async function queueAlerts(trx: Db): Promise<void> {
  const settings = await alertSettings(trx)
  if (settings.emails.length === 0 && settings.webhook === '') return
  const bad = await sql<{ id: string }>`update health_incident set alerted_at = now()
    where ended_at is null and state = 'bad' and alerted_at is null
      and bad_at <= now() - make_interval(mins => ${settings.afterMinutes})
      and name not in (select name from health_mute where until > now())
    returning id`.execute(trx)
  const over = await sql<{ id: string }>`update health_incident set recovery_alerted_at = now()
    where ended_at is not null and alerted_at is not null and recovery_alerted_at is null returning id`.execute(trx)
  for (const { id } of bad.rows) await tell(trx, settings, id, 'bad')
  for (const { id } of over.rows) await tell(trx, settings, id, 'over')
}

/** Whether anyone is told of a check that is bad for so long. */
export async function alertsReach(trx: Db, name: HealthCheckName, ms: number): Promise<boolean> {
  const { emails, webhook, afterMinutes } = await alertSettings(trx)
  if ((emails.length === 0 && webhook === '') || ms < afterMinutes * 60_000) return false
  const mutes = await sql`select from health_mute where name = ${name} and until > now()`.execute(trx)
  return mutes.rows.length === 0
}

/** Sends a test to all addresses and to the webhook. */
export const queueTestAlerts = (db: Services['db'], actor: Actor): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await tell(trx, await alertSettings(trx), '', 'test')
    await audit(trx, actor, 'test', ALERT_KEYS.settings)
  })

async function tell(trx: Db, { emails, webhook }: AlertSettings, incident: string, phase: AlertPhase) {
  for (const address of emails) await queueMail(trx, 'health_alert', address, { incident, phase })
  if (webhook) await addJob(trx, 'send_health_webhook', { incident, phase }, { maxAttempts: WEBHOOK_TRIES })
}
