import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../../db/tables.ts'
import type { EventStore } from '../../../events/event-store.ts'
import type { Ledger } from './ledger.ts'
import {
  type AudienceNames,
  audienceNames,
  creativePictures,
  liveAdRows,
  liveFingerprint,
  livePlacements,
  type LiveWish,
  nameFingerprint,
  namesNow,
  pictureFingerprint,
  pictureIds,
  withNames,
} from './live-queries.ts'
import { liveAdOf } from './live-rules.ts'
import { liveSetOf, type LiveSet } from './live-set-rules.ts'
import { usualWeek } from './view-profile-queries.ts'

const POLL_MS = 1000
/** What other processes delivered is read this often. */
const COUNTS_EVERY = 2

/**
 * Reads live ads, all of them unless told otherwise, and all placements.
 * @param before is called with what they point at before that is read: the ids of pictures, tags and categories
 */
export async function loadLiveSet(
  db: Kysely<Tables>,
  store: EventStore,
  which: LiveWish = {},
  before: (pictures: readonly string[], names: AudienceNames) => Promise<void> = async () => {},
): Promise<LiveSet> {
  const [rows, placements, profile] = await Promise.all([
    liveAdRows(db, which),
    livePlacements(db),
    usualWeek(db, store),
  ])
  const names = audienceNames(rows)
  await before(pictureIds(rows), names)
  const media = await creativePictures(db, rows)
  return liveSetOf(
    withNames(rows, await namesNow(db, names)).map((row) => liveAdOf(row, media, profile)),
    placements,
  )
}

export type LiveAds = {
  /** Resolves at once, but for the first time. */
  current: () => Promise<LiveSet>
  /** By the clock of the database, so that all processes agree: ms since 1970. */
  now: () => number
  close: () => Promise<void>
}

/**
 * Keeps the live set of this process up to date: it listens for changes, and looks every second whether it missed one, also
 * where it cannot listen. Starts with the first call of `current`.
 * @param listenPool gives the connection that listens
 */
export function watchLiveAds(
  db: Kysely<Tables>,
  store: EventStore,
  listenPool: pg.Pool,
  ledger: Ledger,
  warn: (error: unknown) => void,
): LiveAds {
  let known: Promise<LiveSet> | undefined
  let fingerprint = ''
  /** Of the ads that are known. */
  let pictures: { ids: readonly string[]; fingerprint: string } = { ids: [], fingerprint: '' }
  let names: { of: AudienceNames; fingerprint: string } = { of: { tags: [], categories: [] }, fingerprint: '' }
  let ahead = 0
  let turn = 0
  let listener: pg.PoolClient | undefined
  let connecting: Promise<void> | undefined
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  let wake = () => {}

  async function look(): Promise<void> {
    const seen = await liveFingerprint(db)
    ahead = Math.round(seen.now) - Date.now()
    const isChanged =
      seen.fingerprint !== fingerprint ||
      (await pictureFingerprint(db, pictures.ids)) !== pictures.fingerprint ||
      (await nameFingerprint(db, names.of)) !== names.fingerprint
    if (isChanged || !known) {
      const set = await loadLiveSet(db, store, {}, async (ids, of) => {
        pictures = { ids, fingerprint: await pictureFingerprint(db, ids) }
        names = { of, fingerprint: await nameFingerprint(db, of) }
      })
      fingerprint = seen.fingerprint
      await ledger.refresh(set.ads.values(), seen.now)
      known = Promise.resolve(set)
    } else if (turn++ % COUNTS_EVERY === 0) {
      await ledger.refresh((await known).ads.values(), seen.now)
      await ledger.returnOld(seen.now)
    }
  }

  async function connect(): Promise<void> {
    const client = await listenPool.connect()
    const drop = (error: Error) => {
      if (listener === client) listener = undefined
      client.release(error)
    }
    client.once('error', drop)
    client.on('notification', () => {
      fingerprint = ''
      wake()
    })
    listener = client
    await client.query('listen ads')
  }

  /** In the background: the poll never waits for it. */
  function listen(): void {
    if (listener || connecting) return
    connecting = connect()
      .catch(warn)
      .finally(() => (connecting = undefined))
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      listen()
      await look().catch(warn)
      await Promise.race([woken, pause(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})])
    }
  }

  return {
    now: () => Date.now() + ahead,
    async current() {
      if (!known) {
        const first = look().then(() => known ?? loadLiveSet(db, store))
        // A failure is not remembered.
        known = first
        first.catch(() => (known = undefined))
      }
      const set = await known
      running ??= watch()
      return set
    },
    async close() {
      stopping.abort()
      wake()
      await running
      await connecting
      listener?.release(true)
      listener = undefined
      await ledger.close()
    },
  }
}
