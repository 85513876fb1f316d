import type { Ad, AdRevision } from '#contract/ads.ts'
import { newAdFields } from '#contract/ad-fields.ts'
import type { AdContent } from '../../db/ad-tables.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { writeFields } from './ad-commands.ts'
import { inAdTransaction, lockAd, replyWith } from './ad-lock-commands.ts'
import { findAdRevision } from './ad-revision-queries.ts'

/**
 * Makes earlier fields the newest ones; the state stays.
 * @throws ProblemError as editAd; invalid_input where what they name is gone
 */
export const restoreAdRevision = (
  services: Services,
  actor: Actor,
  id: string,
  revisionId: AdRevision['id'],
  version: number,
): Promise<Ad> =>
  inAdTransaction(services, actor, async (run) => {
    const locked = await lockAd(run, id, version)
    const revision = await findAdRevision(run.trx, id, revisionId)
    if (!revision) throw new ProblemError('not_found')
    const fields: AdContent = { ...newAdFields(), ...revision.fields }
    const changed = await writeFields(locked, fields, 'restoreRevision')
    if (changed.length > 0)
      await recordAudit(run.trx, actor, {
        action: 'restoreRevision',
        entityType: 'ad',
        entityId: id,
        entityTitle: fields.name,
        after: { version: revision.version },
      })
    return replyWith(run, id)
  })
