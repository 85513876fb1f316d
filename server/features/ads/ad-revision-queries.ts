import type { AdRefs, AdRevision } from '#contract/ads.ts'
import type { AdContent } from '../../db/ad-tables.ts'
import type { Db } from '../../db/database.ts'
import { personOf } from '../../db/person.ts'
import { adRefs } from './ad-queries.ts'

const MOST_SHOWN = 500

const withPeople = (db: Db, ad: string) =>
  db
    .selectFrom('adRevision as r')
    .leftJoin('userAccount as person', 'person.id', 'r.createdBy')
    .select(['r.id', 'r.version', 'r.createdAt', 'r.createdBy', 'r.reason', 'person.name as personName'])
    .where('r.ad', '=', ad)

/** The history of an ad, newest first. */
export async function listAdRevisions(db: Db, ad: string): Promise<AdRevision[]> {
  const rows = await withPeople(db, ad).orderBy('r.version', 'desc').limit(MOST_SHOWN).execute()
  return rows.map(({ personName, ...row }) => ({ ...row, createdBy: personOf(row.createdBy, personName) }))
}

/** One entry of this ad's history, with its fields and what their ids stand for. */
export async function findAdRevision(
  db: Db,
  ad: string,
  id: string,
): Promise<(AdRevision & { fields: AdContent; refs: AdRefs }) | undefined> {
  const row = await withPeople(db, ad).select('r.fields').where('r.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { personName, ...revision } = row
  return { ...revision, createdBy: personOf(row.createdBy, personName), refs: await adRefs(db, [row.fields]) }
}
