import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { newClient } from './database-hosts.ts'

/** What is kept in memory is told of changes by triggers: `sessions` with the id of a person or '', `delivery` without. */
export type Channel = 'sessions' | 'delivery'
type Act = (payload: string | undefined) => void

/** The notices of one process. Until `start`, and while the connection is lost, nothing may be kept in memory. */
export type ChangeNotices = {
  /** Whether every change is told. */
  isLive: () => boolean
  /** Calls `act` for each notice of the channel, and without a payload where some may have been missed. */
  on: (channel: Channel, act: Act) => void
  /** Listens on a connection of its own from now on. */
  start: (pool: pg.Pool) => void
  close: () => Promise<void>
}

const CHANNELS: readonly Channel[] = ['sessions', 'delivery']
const RETRY_MS = 2000
/** A pooler may accept LISTEN and pass on nothing: a notice of its own has to arrive first. */
const PROBE = 'notices'
const PROBE_MS = 3000

/** Creates the notices of this process; nothing is connected yet. */
export function createChangeNotices(): ChangeNotices {
  const acts: { channel: Channel; act: Act }[] = []
  const stopping = new AbortController()
  let live = false
  let running: Promise<void> | undefined
  let current: pg.Client | undefined
  const lost = () => {
    live = false
    for (const { act } of acts) act(undefined)
  }

  async function listen(pool: pg.Pool): Promise<void> {
    const { password } = pool.options
    const client = newClient({
      ...pool.options,
      ...(password !== undefined && { password }),
      application_name: 'copydesk notices',
    })
    current = client
    const over = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.once('end', () => resolve())
      stopping.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      const probe = randomUUID()
      const arrived = new Promise<true>((resolve) => {
        client.on('notification', ({ channel, payload = '' }) => {
          if (channel === PROBE && payload === probe) resolve(true)
          for (const each of acts) if (each.channel === channel) each.act(payload)
        })
      })
      for (const channel of [PROBE, ...CHANNELS]) await client.query(`listen ${channel}`)
      await pool.query('select pg_notify($1, $2)', [PROBE, probe])
      const heard = await Promise.race([arrived, over, pause(PROBE_MS, undefined, { ref: false })])
      if (!heard || stopping.signal.aborted) return
      lost()
      live = true
      await over
    } finally {
      lost()
      await client.end().catch(() => {})
    }
  }

  async function run(pool: pg.Pool): Promise<void> {
    while (!stopping.signal.aborted) {
      // The next attempt comes soon; until then every call asks the database.
      await listen(pool).catch(() => {})
      await pause(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    isLive: () => live,
    on: (channel, act) => void acts.push({ channel, act }),
    start: (pool) => void (running ??= run(pool)),
    async close() {
      stopping.abort()
      lost()
      await current?.end().catch(() => {})
      await running
    },
  }
}
