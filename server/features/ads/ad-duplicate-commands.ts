import type { Ad } from '#contract/ads.ts'
import type { UndoItem } from '../../db/undo-log.ts'
import type { Actor } from '../../http/actor.ts'
import { ProblemError } from '../../http/problem-error.ts'
import type { Services } from '../../services.ts'
import { insertAd } from './ad-commands.ts'
import { inAdTransaction, replyWith, type AdRun } from './ad-lock-commands.ts'
import { findAdRow } from './ad-queries.ts'

const NAME_MOST = 160

/** Left out: a name and an id of its own. */
type Copy = { name?: string | undefined; copyId?: string }

/** A new draft with the fields of an ad. @throws ProblemError not_found */
export const duplicateAd = (services: Services, actor: Actor, id: string, as: Copy): Promise<Ad> =>
  inAdTransaction(services, actor, async (run) => replyWith(run, (await copyAd(run, id, as)).created))

/** The same within a transaction of the caller's. @returns what undoes it: the copy goes to the trash */
export async function copyAd(
  run: AdRun,
  id: string,
  { name, copyId }: Copy = {},
): Promise<{ name: string; item: UndoItem; created: string }> {
  const row = await findAdRow(run.trx, id)
  if (!row || row.deletedAt) throw new ProblemError('not_found')
  const created = await insertAd(run, { ...row.fields, name: name ?? copyName(row.fields.name) }, 'duplicate', copyId)
  const item = { itemId: created, part: 'copy', before: {}, after: { version: 1, versionBefore: 1 } }
  return { name: row.fields.name, item, created }
}

const copyName = (name: string): string => {
  const number = / \((\d{1,4})\)$/.exec(name)
  const base = number ? name.slice(0, number.index) : name
  const ending = ` (${number ? Number(number[1]) + 1 : 2})`
  return base.slice(0, NAME_MOST - ending.length) + ending
}
