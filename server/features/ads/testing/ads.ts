import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Ad } from '#contract/ads.ts'
import type { Placement } from '#contract/placements.ts'
import { createDesk, type Person } from '../../articles/testing/desk.ts'

/** A desk with placements and ads: `const { createAd, createPlacement } = await createAdDesk()`. */
export async function createAdDesk(settings: Parameters<typeof createDesk>[0] = {}) {
  const desk = await createDesk(settings)
  const { api, db, adManager, administrator } = desk

  /** A picture of this size, without a file behind it. @returns its id */
  async function addPicture(width = 300, height = 250): Promise<string> {
    const id = uuidv7()
    await db
      .insertInto('media')
      .values({
        id,
        sha256: randomBytes(32),
        storageKey: `key/${id}`,
        name: `${width}x${height}.jpg`,
        type: 'image/jpeg',
        bytes: 9,
        width,
        height,
        variants: '[]',
      })
      .execute()
    return id
  }

  let count = 0
  async function createPlacement(fields: Partial<Placement> = {}): Promise<Placement> {
    const made = await api<Placement>(adManager, 'POST', '/api/placements', {
      key: `place-${++count}`,
      name: `Place ${count}`,
      sizes: [{ width: 300, height: 250 }],
      ...fields,
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    return made.body
  }
  const sidebar = await createPlacement({ key: 'sidebar', name: 'Sidebar' })

  const versionOf = async (id: string) =>
    (await db.selectFrom('ad').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

  /** One action by its name, on the newest version. */
  async function act(id: string, action: string, more: object = {}, who: Person = administrator): Promise<Ad> {
    const did = await api<Ad>(who, 'POST', `/api/ads/${id}/${action}`, { version: await versionOf(id), ...more })
    if (did.status !== 200) throw new Error(`${action}: ${JSON.stringify(did.body)}`)
    return did.body
  }

  /** An ad that has all it needs to be approved, in the state asked for. */
  async function createAd(
    fields: { status?: keyof typeof waysTo; [field: string]: unknown } = {},
    who: Person = adManager,
  ): Promise<Ad> {
    const { status = 'draft', ...given } = fields
    const { endsAt } = given
    // What has ended cannot be submitted any more: it ends once it is in its state.
    const endsLater = waysTo[status].length > 0 && typeof endsAt === 'string' && Date.parse(`${endsAt}Z`) < Date.now()
    const made = await api<Ad>(who, 'POST', '/api/ads', {
      name: `Ad ${++count}`,
      clickUrl: 'https://example.com/offer',
      creatives: [{ kind: 'text', title: 'Offer', text: 'Cheap.' }],
      placements: [sidebar.id],
      ...given,
      ...(endsLater && { endsAt: null }),
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
    let ad = made.body
    for (const action of waysTo[status]) ad = await act(ad.id, action, action === 'reject' ? { reason: 'No.' } : {})
    if (!endsLater) return ad
    await sql`update ad set fields = jsonb_set(fields, '{endsAt}', to_jsonb(${endsAt}::text)), version = version + 1,
      ends_at = ${`${endsAt}Z`}::timestamptz where id = ${ad.id}`.execute(db)
    return (await api<Ad>(who, 'GET', `/api/ads/${ad.id}`)).body
  }

  return { ...desk, addPicture, createPlacement, createAd, act, sidebar }
}

const waysTo = {
  draft: [],
  pending: ['submit'],
  approved: ['submit', 'approve'],
  rejected: ['submit', 'reject'],
  paused: ['submit', 'approve', 'pause'],
  archived: ['archive'],
  trashed: ['trash'],
} satisfies Record<string, string[]>
