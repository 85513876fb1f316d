import { ProblemError } from '../../http/problem-error.ts'
import type { ProblemField } from '#contract/problems.ts'
import type { AdContent } from '../../db/ad-tables.ts'
import type { Db } from '../../db/database.ts'
import { lockMediaForShare, mediaRefs } from '../media/media-queries.ts'
import { placementRefs } from '../placements/placement-queries.ts'
import { scheduleOf, sizeFaults } from './ad-field-rules.ts'
import type { MediaSizes } from './ad-rules.ts'
import { namesNow } from './decision/live-queries.ts'

type Field = keyof AdContent
type Audience = 'targeting' | 'exclusions'

const unknown = (path: string): ProblemField => ({ path, code: 'unknown_id', message: 'is not there' })

/**
 * Checks fields against each other and against what they name, which stays there until the transaction ends.
 * @param changed the fields that were given: what others name may be gone meanwhile
 * @throws ProblemError invalid_input with every field that is wrong
 */
export async function requireValidFields(trx: Db, fields: AdContent, changed: readonly Field[]): Promise<void> {
  const faults: ProblemField[] = []
  const has = (...names: Field[]) => names.some((name) => changed.includes(name))
  if (has('startsAt', 'endsAt', 'timeZone')) faults.push(...scheduleOf(fields).faults)

  await lockPlacementsForShare(trx, fields.placements)
  const placements = (await placementRefs(trx, fields.placements)).filter(({ trashed }) => !trashed)
  if (has('placements') && placements.length < fields.placements.length) {
    const there = new Set(placements.map(({ id }) => id))
    fields.placements.forEach((id, place) => there.has(id) || faults.push(unknown(`placements.${place}`)))
  }
  const media = await mediaSizes(trx, fields)
  if (has('creatives'))
    fields.creatives.forEach((creative, place) => {
      if (creative.kind === 'image' && !media.has(creative.media)) faults.push(unknown(`creatives.${place}.media`))
    })
  if (has('creatives', 'placements')) faults.push(...sizeFaults(fields, media, placements))
  for (const audience of ['targeting', 'exclusions'] as const)
    if (has(audience)) faults.push(...(await unknownNames(trx, fields, audience)))
  if (faults.length > 0) throw new ProblemError('invalid_input', { fields: faults })
}

/** The sizes of the pictures among the creatives, which stay there until the transaction ends. */
export async function mediaSizes(trx: Db, { creatives }: Pick<AdContent, 'creatives'>): Promise<MediaSizes> {
  const ids = [...new Set(creatives.flatMap((creative) => (creative.kind === 'image' ? [creative.media] : [])))]
  await lockMediaForShare(trx, ids)
  return new Map((await mediaRefs(trx, ids)).map(({ id, width, height }) => [id, { width, height }]))
}

async function lockPlacementsForShare(trx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.selectFrom('placement').select('id').where('id', 'in', ids).forShare().execute()
}

async function unknownNames(trx: Db, fields: AdContent, audience: Audience): Promise<ProblemField[]> {
  const found: ProblemField[] = []
  // What was merged since is shown and left out as the other one.
  const now = await namesNow(trx, fields[audience])
  for (const [name, table] of [
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const ids = fields[audience][name]
    if (ids.length === 0) continue
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('id', 'in', ids)
      .where('deletedAt', 'is', null)
      .execute()
    const there = new Set(rows.map(({ id }) => id))
    ids.forEach((id, place) => there.has(id) || now.has(id) || found.push(unknown(`${audience}.${name}.${place}`)))
  }
  return found
}
