import type { HealthCheckName } from '#contract/health-checks.ts'
import { PRODUCT_NAME } from '#contract/settings.ts'
import { wallTimeAt } from '#contract/zoned-time.ts'
import type { Services } from '../../services.ts'
import { postSigned } from '../../webhooks/signed-post.ts'
import type { LetterWriter } from '../../mail/mail-outbox.ts'
import { viewSite } from '../settings/setting-queries.ts'
import { emailKeyOf } from '../users/user-queries.ts'
import { noteDelivery, type AlertPhase } from './alert-commands.ts'
import { alertSecret, alertSettings } from './alert-queries.ts'
import { alertText } from './alert-texts.ts'

const incidentOf = (db: Services['db'], id: string) =>
  id === '' ? undefined : db.selectFrom('healthIncident').where('id', '=', id).selectAll().executeTakeFirst()

/** An alert as a mail, in the language of the account with that address. */
export const writeAlertMail: LetterWriter = async ({ db, config }, { recipient, payload }) => {
  const phase = payload['phase'] as AlertPhase
  const incident = await incidentOf(db, payload['incident'] ?? '')
  if (!incident && phase !== 'test') return undefined
  const reader = await db
    .selectFrom('userAccount')
    .where('emailKey', '=', emailKeyOf(recipient))
    .select('locale')
    .executeTakeFirst()
  const site = await viewSite(db)
  const zone = site.timeZone
  const told = {
    phase,
    name: incident?.name as HealthCheckName | undefined,
    since: incident ? `${wallTimeAt(Date.parse(incident.startedAt), zone).slice(0, 16).replace('T', ' ')} ${zone}` : '',
    detail: incident?.detail ?? '',
    link: `${config.publicUrl}/jCore/health`,
    site: site.name || PRODUCT_NAME,
  }
  return { to: recipient, ...alertText(reader?.locale ?? site.locale ?? 'en', told) }
}

/** The job `send_health_webhook`. Fails when the call was not taken, and is then tried again with growing pauses. */
export async function sendAlertWebhook(
  { db, config }: Services,
  incidentId: string,
  phase: string,
  post: typeof postSigned = postSigned,
): Promise<void> {
  const [{ webhook }, secret, incident] = await Promise.all([
    alertSettings(db),
    alertSecret(db),
    incidentOf(db, incidentId),
  ])
  if (!webhook || !secret || (!incident && phase !== 'test')) return
  const note = (ok: boolean, detail: string) => noteDelivery(db, webhook, { at: new Date().toISOString(), ok, detail })
  try {
    await post(webhook, secret, {
      event: `health.${phase}`,
      site: config.publicUrl,
      check: incident?.name ?? null,
      state: incident?.state ?? null,
      cause: incident?.cause ?? null,
      detail: incident?.detail ?? '',
      startedAt: incident?.startedAt ?? null,
      endedAt: incident?.endedAt ?? null,
    })
  } catch (error) {
    await note(false, (error as Error).message.slice(0, 200))
    throw error
  }
  await note(true, '')
}
