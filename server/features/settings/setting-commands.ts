import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Request } from '#contract/endpoint.ts'
import {
  fitsAsLogo,
  type SettingSection,
  type settingEndpoints,
  settingNames,
  type Settings,
  type SettingValues,
} from '#contract/settings.ts'
import { sitePatternFault } from '#contract/site-address.ts'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { invalidField, staleVersion } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit-commands.ts'
import { lockMediaForShare, mediaRefs } from '../media/media-queries.ts'
import { writeSettingRow } from './setting-row-commands.ts'
import { settingState, viewSettings } from './setting-queries.ts'

type SettingChange = Request<typeof settingEndpoints.edit>['body']

/**
 * Changes what is given, and says in the audit log what it was before. What stays the same leaves no trace.
 * @throws ProblemError invalid_input when the pattern of public addresses or the logo is wrong; stale_version with the
 *   section as it is now
 */
export async function editSettings(db: Services['db'], actor: Actor, change: SettingChange): Promise<Settings> {
  const fault = sitePatternFault(change.site?.articleUrl ?? '')
  if (fault) throw invalidField('site.articleUrl', fault, 'is not a pattern of addresses')
  return db.transaction().execute(async (trx) => {
    // One at a time, so that each audit line tells what really was before.
    await sql`select pg_advisory_xact_lock(hashtext('copydesk settings'))`.execute(trx)
    await requireOwnSecondStep(trx, actor, change.secondStep)
    for (const name of settingNames) {
      const given = change[name]
      if (!given) continue
      const state = await settingState(trx, name)
      const expected = change.versions?.[name]
      if (expected !== undefined && expected !== state.version) throw staleVersion(state)
      const { id: _id, version: _version, updatedBy: _updatedBy, ...before } = state
      const after = { ...before, ...given }
      if (isDeepStrictEqual(after, before)) continue
      if (name === 'general')
        await changeLogo(trx, before as SettingValues['general'], after as SettingValues['general'])
      await writeSetting(trx, actor, name, before, after)
    }
    return viewSettings(trx)
  })
}

/** A logo is a use of its picture, which cannot be deleted meanwhile. */
async function changeLogo(trx: Db, { logo: before }: { logo: string | null }, { logo }: { logo: string | null }) {
  if (logo === before) return
  if (logo !== null) {
    await lockMediaForShare(trx, [logo])
    const [media] = await mediaRefs(trx, [logo])
    if (!media) throw invalidField('general.logo', 'unknown_id', 'is not a picture of the library')
    if (!fitsAsLogo(media)) throw invalidField('general.logo', 'logo_size', 'is too small or too long for a logo')
  }
  const changes = [
    ...(before ? [{ entityType: 'media', entityId: before, delta: -1 }] : []),
    ...(logo ? [{ entityType: 'media', entityId: logo, delta: 1 }] : []),
  ]
  await trx.insertInto('useChange').values(changes).execute()
}

async function writeSetting(trx: Db, actor: Actor, key: SettingSection, before: object, after: object) {
  await writeSettingRow(trx, key, after, actor.id)
  await recordAudit(trx, actor, {
    action: 'edit',
    entityType: 'setting',
    entityId: null,
    entityTitle: key,
    before,
    after,
  })
}

/** Whoever requires a second step of their own role has one already: else saving would end their own session. */
async function requireOwnSecondStep(trx: Db, actor: Actor, change: Settings['secondStep'] | undefined): Promise<void> {
  if (!change?.roles.includes(actor.role)) return
  const own = trx.selectFrom('userAccount').where('id', '=', actor.id).select('secondStepSince')
  if (!(await own.executeTakeFirst())?.secondStepSince)
    throw invalidField('secondStep.roles', 'own_second_step', 'set up your own second step first')
}
