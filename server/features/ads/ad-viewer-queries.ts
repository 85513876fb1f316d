import type { Role } from '#contract/permissions.ts'
import type { Db } from '../../db/database.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { EventEngine } from '../../events/event-engine.ts'
import { type AdSecret, adSecretOf } from './decision/ad-token-rules.ts'
import type { ViewProfile } from './decision/pacing-rules.ts'
import { usualWeek } from './decision/view-profile-queries.ts'

/** Who looks at ads, and what their figures and frames are made with. */
export type AdViewer = {
  id: string
  role: Role
  publicUrl: string
  /** ms since 1970 */
  now: number
  profile: ViewProfile
  secret: AdSecret
}

const secrets = new WeakMap<object, Promise<AdSecret>>()

/** What tokens of ads are signed with; the same for all processes. Read once. */
export function adSecret(db: Db): Promise<AdSecret> {
  const known = secrets.get(db)
  if (known) return known
  const secret = db
    .selectFrom('adSecret')
    .select('secret')
    .executeTakeFirstOrThrow()
    .then((row) => adSecretOf(row.secret))
  secrets.set(db, secret)
  // A failure is not remembered.
  secret.catch(() => secrets.delete(db))
  return secret
}

export async function adViewer(
  { db, config, events }: { db: Kysely<Tables>; config: { publicUrl: string }; events: Pick<EventEngine, 'storeOn'> },
  { id, role }: { id: string; role: Role },
): Promise<AdViewer> {
  const [profile, secret] = await Promise.all([usualWeek(db, events.storeOn(db)), adSecret(db)])
  return { id, role, publicUrl: config.publicUrl, now: Date.now(), profile, secret }
}
