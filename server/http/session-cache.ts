import type { FastifyInstance } from 'fastify'
import type { ChangeNotices } from '../db/change-notices.ts'

type Entry<S> = { session: S; userId: string; until: number }

/** `secondsLeft`: how long the session lasts if nothing happens. */
type Loaded<S> = { session: S; userId: string; secondsLeft: number }

export type SessionCache<S> = {
  /** The session of this key, at most five seconds old, or what `load` finds. */
  find: (key: string, load: () => Promise<Loaded<S> | undefined>) => Promise<S | undefined>
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
  // What was asked before a drop is not kept after it.
  let drops = 0
  const drop = (userId = '') => {
    drops += 1
    if (userId === '') entries.clear()
    else for (const [key, entry] of entries) if (entry.userId === userId) entries.delete(key)
  }
  notices.on('sessions', drop)
  app.addHook('onSend', async (request) => {
    const { method, routeOptions } = request
    if (method !== 'GET' && method !== 'HEAD' && !HARMLESS.test(routeOptions.url ?? '')) drop()
  })

  return {
    async find(key, load) {
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
}
