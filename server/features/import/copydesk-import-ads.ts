import type { AdFields, Creative } from '#contract/ad-fields.ts'
import type { ImportReason } from '#contract/import-reasons.ts'
import { actOnAd, type AdActionInput } from '../ads/ad-action-commands.ts'
import { createAd, editAd } from '../ads/ad-commands.ts'
import { createPlacement } from '../placements/placement-commands.ts'
import { unlessRefused } from './copydesk-import-content.ts'
import { replaced, replacedAll, type Made, type Target } from './copydesk-import-target.ts'
import type { ExportLine } from './copydesk-lines.ts'
import { because } from './import-report.ts'

export async function importedPlacement(target: Target, { fields }: ExportLine<'placement'>): Promise<Made> {
  const { services, actor } = target
  const same = await services.db
    .selectFrom('placement')
    .select(['id', 'name'])
    .where('deletedAt', 'is', null)
    .where('key', '=', fields.key)
    .executeTakeFirst()
  if (same) return { outcome: 'merged', reasons: [because('same_term', { name: same.name })], id: same.id }
  const { id } = await createPlacement(services, actor, fields)
  return { outcome: 'created', reasons: [], id }
}

/**
 * An ad comes over in its state, but one that ran is paused: what was counted of it stays behind, and so it would run up to its
 * goal once more.
 */
export async function importedAd(target: Target, line: ExportLine<'ad'>): Promise<Made> {
  const { services, actor } = target
  const { status, live, rejection } = line
  const fields = fieldsHere(target, line.fields)
  const { id } = await createAd(services, actor, fieldsHere(target, { ...line.fields, ...live }))
  const act = (action: Parameters<typeof actOnAd>[3], input: AdActionInput = {}) =>
    actOnAd(services, actor, id, action, input)
  const reasons: ImportReason[] = await unlessRefused(target, async () => {
    if (live) {
      await act('submit')
      await act('approve')
      if (status === 'approved' || status === 'paused') await act('pause')
    }
    if (live && status !== 'archived') {
      const { version } = await services.db
        .selectFrom('ad')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await editAd(services, actor, id, { version, ...fields })
    }
    if (!live && (status === 'pending' || status === 'rejected')) await act('submit')
    if (!live && status === 'rejected') await act('reject', { reason: rejection })
    if (status === 'archived') await act('archive')
  })
  if (status === 'approved' && reasons.length === 0) reasons.push(because('ad_paused'))
  return { outcome: 'created', reasons, id }
}

/** The fields of an ad with the ids that what they point at has here. */
function fieldsHere(target: Target, fields: AdFields): AdFields {
  const audience = (given: AdFields['targeting']) => ({
    ...given,
    categories: replacedAll(target, given.categories),
    tags: replacedAll(target, given.tags),
  })
  return {
    ...fields,
    creatives: fields.creatives.flatMap((creative): Creative[] => {
      if (creative.kind !== 'image') return [creative]
      const media = replaced(target, creative.media)
      return media ? [{ ...creative, media }] : []
    }),
    placements: replacedAll(target, fields.placements),
    targeting: audience(fields.targeting),
    exclusions: audience(fields.exclusions),
  }
}
