import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { LiveAd } from './live-rules.ts'

const HOUR = 3_600_000
const WINDOWS = { hour: HOUR, day: 24 * HOUR } as const
const REMEMBERED_MOST = 100_000

export type FrequencyCaps = {
  /** How often the visitor saw the ad, as far as this process knows: only that the cap is reached is remembered. */
  seen: (ad: LiveAd, visitor: string, at: number) => number
  /** Notes that the visitor is shown the ad. @returns false when the cap does not allow it; exact for all processes together */
  note: (ad: LiveAd, visitor: string, at: number) => Promise<boolean>
}

/** Keeps frequency caps: no more than `count` within any hour, or any day, of one visitor. */
export function createFrequencyCaps(db: Db): FrequencyCaps {
  /** Until when a visitor is not shown an ad. */
  const blocked = new Map<string, number>()

  function block(key: string, until: number): void {
    if (blocked.size >= REMEMBERED_MOST) {
      const [oldest] = blocked.keys()
      if (oldest !== undefined) blocked.delete(oldest)
    }
    blocked.set(key, until)
  }

  return {
    seen: ({ id, frequencyCap }, visitor, at) => {
      const key = `${visitor} ${id}`
      const until = blocked.get(key)
      if (until === undefined) return 0
      if (until > at) return frequencyCap?.count ?? 0
      blocked.delete(key)
      return 0
    },
    async note({ id, frequencyCap }, visitor, at) {
      if (!frequencyCap) return true
      const length = WINDOWS[frequencyCap.per]
      const recent = sql`array(select t from unnest(ad_visitor.shown_at) as t where t > ${at - length}::bigint order by t)`
      // A power cut may lose the last of these; waiting for the disk at each page view would cost more.
      const { rows } = await sql<{ shownAt: number[] }>`
        insert into ad_visitor (visitor, ad, shown_at, last_at)
        select ${Buffer.from(visitor, 'hex')}::bytea, ${id}::uuid, array[${at}::bigint], to_timestamp(${at / 1000})
          from (select set_config('synchronous_commit', 'off', true)) as quick
        on conflict (visitor, ad) do update set shown_at = ${recent} || ${at}::bigint, last_at = excluded.last_at
          where cardinality(${recent}) < ${frequencyCap.count}
        returning shown_at`.execute(db)
      const times = rows[0]?.shownAt
      if (times && times.length < frequencyCap.count) return true
      const oldest = times ?? (await shownAt(db, visitor, id))
      const first = oldest.toSorted((one, other) => one - other).at(-frequencyCap.count)
      block(`${visitor} ${id}`, Math.max(at + 1000, Number(first ?? at) + length))
      return times !== undefined
    },
  }
}

async function shownAt(db: Db, visitor: string, ad: string): Promise<number[]> {
  const row = await db
    .selectFrom('adVisitor')
    .select('shownAt')
    .where('visitor', '=', Buffer.from(visitor, 'hex'))
    .where('ad', '=', ad)
    .executeTakeFirst()
  return (row?.shownAt ?? []).map(Number)
}
