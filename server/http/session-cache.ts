import type { FastifyInstance } from 'fastify'
import type { ChangeNotices } from '../db/change-notices.ts'
import { isDatabaseAway } from '../db/errors.ts'

type Entry<S> = { session: S; userId: string; until: number }

/** `secondsLeft`: how long the session lasts if nothing happens. */
type Loaded<S> = { session: S; userId: string; secondsLeft: number }

type Load<S> = () => Promise<Loaded<S> | undefined>
export type SessionCache<S> = {
  /** The session of this key, at most five seconds old, or what `load` finds. */
  find: (key: string, load: Load<S>) => Promise<S | undefined>
  /**
   * As `find`; while the database is away, the session as it was last found, unless this process has heard of its end or its time
   * is over. Only for what shows why nothing works.
   */
  findOrLast: (key: string, load: Load<S>) => Promise<S | undefined>
}

const KEPT_MS = 5000
const MOST = 20_000

/** Writes to these change no session, role or setting. All others drop every session that is kept. */
const HARMLESS =
  /^\/(content|api\/(articles|albums|media|authors|tags|categories|ads|placements|saved-views|hot|search-rank|diagnostics))\b/

/**
 * Keeps sessions for some seconds, so that a call need not ask for its own. A notice of the database drops those of a
 * person, in every process; a call to this process that may have changed one drops them before it is answered.
 */
export function createSessionCache<S>(app: FastifyInstance, notices: ChangeNotices): SessionCache<S> {
  const entries = new Map<string, Entry<S>>()
  const last = new Map<string, Entry<S>>()
  // What was asked before a drop is not kept after it.
  let drops = 0
  const drop = (userId = '') => {
    drops += 1
    if (userId === '') entries.clear()
    else for (const [key, entry] of entries) if (entry.userId === userId) entries.delete(key)
  }
  const dropLast = (userId: string) => {
    for (const [key, entry] of last) if (userId === '' || entry.userId === userId) last.delete(key)
  }
  notices.on('sessions', (userId) => {
    drop(userId)
    // Left out where some notices may be missing, as when the database has just gone away.
    if (userId !== undefined) dropLast(userId)
  })
  app.addHook('onSend', async (request, reply) => {
    const { method, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || HARMLESS.test(routeOptions.url ?? '')) return
    drop()
    if (reply.statusCode < 400) dropLast('')
  })
  const remember = (key: string, loaded: Loaded<S> | undefined) => {
    if (!loaded) return void last.delete(key)
    if (last.size >= MOST) last.clear()
    const { session, userId, secondsLeft } = loaded
    last.set(key, { session, userId, until: performance.now() + secondsLeft * 1000 })
  }

  const cache: SessionCache<S> = {
    async findOrLast(key, load) {
      try {
        return await cache.find(key, load)
      } catch (error) {
        const known = last.get(key)
        if (!isDatabaseAway(error) || !known || known.until < performance.now()) throw error
        return known.session
      }
    },
    async find(key, loadOne) {
      const load = async () => {
        const loaded = await loadOne()
        remember(key, loaded)
        return loaded
      }
      if (!notices.isLive()) return (await load())?.session
      const known = entries.get(key)
      if (known && known.until > performance.now()) return known.session
      const before = drops
      const loaded = await load()
      if (known) entries.delete(key)
      if (!loaded) return undefined
      const { session, userId, secondsLeft } = loaded
      if (entries.size >= MOST) entries.clear()
      const until = performance.now() + Math.min(KEPT_MS, secondsLeft * 1000)
      if (drops === before && notices.isLive()) entries.set(key, { session, userId, until })
      return session
    },
  }
  return cache
}
