import type { Db } from '../../../db/database.ts'
import { allowanceOf, dayIn, type Counters } from './decision-rules.ts'
import { adCounts, bucketOf, leaseImpressions, returnImpressions, type AdCounts } from './lease-commands.ts'
import { isCapped, type LiveAd } from './live-rules.ts'

/** Promises are kept so long for the next requests, then given back. */
const HELD_MS = 30_000
/** A lease that is used up within this time is followed by one of twice its size. */
const QUICK_MS = 2000
const LEASE_MOST = 512

/** What this process may still hand out of an ad. */
type Spare = { count: number; bucket: number; day: number; leasedAt: number; size: number }
/** What an impression that is handed out carries in its token. */
export type Promised = { bucket: number; day: number }

export type Ledger = {
  /** What was delivered of each ad, as far as this process knows, without what it may still hand out itself. */
  counters: Omit<Counters, 'seen'>
  /** One impression of the ad, if its caps allow it; undefined when they do not. Of an ad without caps: always. */
  take: (ad: LiveAd, at: number) => Promise<Promised | undefined>
  /** Takes an impression back that was not used after all. */
  putBack: (ad: LiveAd, promised: Promised) => void
  /**
   * Counts of these ads as the database has them now, and of the day on which `on` is. What is known for decisions stays as
   * it was.
   */
  countersNow: (ads: Iterable<LiveAd>, at: number, on: number) => Promise<Omit<Counters, 'seen'>>
  /** Reads what other processes delivered. */
  refresh: (ads: Iterable<LiveAd>, at: number) => Promise<void>
  /** Gives back what was not handed out for a while. */
  returnOld: (at: number) => Promise<void>
  /** Gives everything back. */
  close: () => Promise<void>
}

/** Whether a rule asks what was delivered of the ad. */
const isCounted = (ad: LiveAd) => isCapped(ad) || ad.goal.kind === 'clicks'

/** Keeps the caps of ads: impressions are leased from the database in blocks, and handed out from memory. */
export function createLedger(db: Db): Ledger {
  const counts = new Map<string, Omit<AdCounts, 'ad'> & { day: number }>()
  const spares = new Map<string, Spare>()
  const leasing = new Map<string, Promise<boolean>>()
  const unused: { ad: string; bucket: number; day: number; count: number }[] = []

  const spareOf = (ad: LiveAd) => spares.get(ad.id)?.count ?? 0
  const counters: Ledger['counters'] = {
    impressions: (ad) => (counts.get(ad.id)?.impressions ?? 0) - spareOf(ad),
    today: (ad) => (counts.get(ad.id)?.today ?? 0) - spareOf(ad),
    clicks: (ad) => counts.get(ad.id)?.clicks ?? 0,
  }

  function giveUp(ad: string, { bucket, day, count }: Spare): void {
    spares.delete(ad)
    if (count === 0) return
    unused.push({ ad, bucket, day, count })
    const known = counts.get(ad)
    if (known) counts.set(ad, { ...known, impressions: known.impressions - count, today: known.today - count })
  }

  function takeSpare(ad: LiveAd, at: number, day: number): Promised | undefined {
    const spare = spares.get(ad.id)
    if (!spare) return undefined
    if (spare.bucket !== bucketOf(at) || spare.day !== day) {
      giveUp(ad.id, spare)
      return undefined
    }
    if (spare.count === 0) return undefined
    spare.count -= 1
    return { bucket: spare.bucket, day }
  }

  async function lease(ad: LiveAd, at: number, day: number): Promise<boolean> {
    const last = spares.get(ad.id)
    const wanted = last && at - last.leasedAt < QUICK_MS ? Math.min(LEASE_MOST, last.size * 2) : 8
    const { granted, used, usedToday, bucket } = await leaseImpressions(db, {
      ad: ad.id,
      at,
      day,
      wanted,
      totalCap: ad.goal.kind === 'impressions' ? ad.goal.amount : null,
      dailyCap: ad.dailyCap,
      allowance: allowanceOf(ad, at),
    })
    const clicks = counts.get(ad.id)?.clicks ?? 0
    counts.set(ad.id, { impressions: used, today: usedToday, clicks, day })
    spares.set(ad.id, { count: granted, bucket, day, leasedAt: at, size: Math.max(granted, 1) })
    return granted > 0
  }

  /** One question for all who wait. */
  function leaseOnce(ad: LiveAd, at: number, day: number): Promise<boolean> {
    const running = leasing.get(ad.id)
    if (running) return running
    const leased = lease(ad, at, day).finally(() => leasing.delete(ad.id))
    leasing.set(ad.id, leased)
    return leased
  }

  async function flush(): Promise<void> {
    const returned = unused.splice(0)
    await returnImpressions(db, returned).catch((error: unknown) => {
      unused.push(...returned)
      throw error
    })
  }

  return {
    counters,
    async take(ad, at) {
      const day = dayIn(at, ad.timeZone)
      if (!isCapped(ad)) return { bucket: 0, day }
      for (;;) {
        const promised = takeSpare(ad, at, day)
        if (promised) return promised
        if (!(await leaseOnce(ad, at, day))) return undefined
      }
    },
    putBack(ad, { bucket, day }) {
      if (bucket === 0) return
      const spare = spares.get(ad.id)
      if (spare?.bucket === bucket && spare.day === day) spare.count += 1
      else unused.push({ ad: ad.id, bucket, day, count: 1 })
    },
    async countersNow(ads, at, on) {
      const days = [...ads].filter(isCounted).map((ad) => ({ ad: ad.id, day: dayIn(on, ad.timeZone) }))
      const found = new Map((await adCounts(db, days, at)).map((of) => [of.ad, of]))
      // What this process may still hand out can be shown.
      const today = (ad: LiveAd) => (spares.get(ad.id)?.day === dayIn(on, ad.timeZone) ? spareOf(ad) : 0)
      return {
        impressions: (ad) => (found.get(ad.id)?.impressions ?? 0) - spareOf(ad),
        today: (ad) => (found.get(ad.id)?.today ?? 0) - today(ad),
        clicks: (ad) => found.get(ad.id)?.clicks ?? 0,
      }
    },
    async refresh(ads, at) {
      const days = new Map([...ads].filter(isCounted).map((ad) => [ad.id, dayIn(at, ad.timeZone)]))
      for (const { ad, ...found } of await adCounts(
        db,
        [...days].map(([ad, day]) => ({ ad, day })),
        at,
      )) {
        // A lease that is under way knows better.
        if (!leasing.has(ad)) counts.set(ad, { ...found, day: days.get(ad) ?? 0 })
      }
      for (const ad of counts.keys()) if (!days.has(ad)) counts.delete(ad)
    },
    async returnOld(at) {
      for (const [ad, spare] of spares) if (at - spare.leasedAt > HELD_MS) giveUp(ad, spare)
      await flush()
    },
    async close() {
      for (const [ad, spare] of spares) giveUp(ad, spare)
      await flush()
    },
  }
}
