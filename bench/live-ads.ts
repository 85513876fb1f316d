/** Placements and approved ads, written without the rules and the history of the commands. */
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type AdFields, newAdFields } from '../contract/ad-fields.ts'
import type { Db } from '../server/db/database.ts'

/**
 * Adds placements, and ads that are spread over them.
 * @param fieldsOf what an ad has beyond its name, a text, a placement and a weight; times are in UTC
 */
export async function createLiveAds(db: Db, { places: count }: { places: number }, fieldsOf: FieldsOf) {
  const places = Array.from({ length: count }, (_, n) => ({ id: uuidv7(), key: `place-${n}` }))
  const sizes = JSON.stringify([{ width: 300, height: 250 }])
  await db
    .insertInto('placement')
    .values(places.map((place) => ({ ...place, name: place.key, sizes, createdBy: null, updatedBy: null })))
    .execute()
  let made = 0
  const nextAd = () => rowOf(made, places[made % count]!.id, fieldsOf(made++))
  /** Adds ads until there are that many. */
  const growTo = async (wanted: number): Promise<void> => {
    while (made < wanted) {
      const rows = Array.from({ length: Math.min(500, wanted - made) }, nextAd)
      await db.insertInto('ad').values(rows).execute()
    }
  }
  return { places, growTo }
}

type FieldsOf = (n: number) => Partial<AdFields>

/** Those with an odd number are for desktops and phones only. */
const audienceOf = (n: number): AdFields['targeting'] => ({
  categories: [],
  tags: [],
  devices: n % 2 ? ['desktop', 'phone'] : [],
  hours: [],
})

function rowOf(n: number, place: string, more: Partial<AdFields>) {
  const fields: AdFields = {
    ...newAdFields(),
    name: `Ad ${n}`,
    clickUrl: 'https://example.com',
    creatives: [{ kind: 'text', title: 'Offer', text: 'Cheap.' }],
    placements: [place],
    weight: 1 + (n % 100),
    targeting: audienceOf(n),
    ...more,
  }
  const { advertiser, label, clickUrl, creatives, startsAt, endsAt } = fields
  return {
    id: uuidv7(),
    fields: JSON.stringify(fields),
    live: JSON.stringify({ advertiser, label, clickUrl, creatives }),
    status: 'approved' as const,
    approvedAt: new Date(),
    placements: sql<string[]>`${fields.placements}::uuid[]`,
    startsAt: startsAt && `${startsAt}:00Z`,
    endsAt: endsAt && `${endsAt}:00Z`,
    createdBy: null,
    updatedBy: null,
    submittedBy: null,
    approvedBy: null,
  }
}
