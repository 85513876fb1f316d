import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { HealthCheck } from '../health-check.ts'

/** How long it takes to write a small file where pictures are, to read it again, and to remove it. */
export const storageCheck: HealthCheck = {
  name: 'storage',
  timeLimitMs: 8000,
  everyTurns: 2,
  onFailure: 'bad',
  async measure({ storage }) {
    const key = `health/${randomUUID()}.txt`
    const written = Buffer.from(key)
    const begun = performance.now()
    try {
      await storage.put(key, written)
      const found = await storage.open(key)
      if (!found || !(await buffer(found.stream)).equals(written)) throw new Error('what was written reads differently')
    } finally {
      await storage.remove(key)
    }
    return { value: performance.now() - begun }
  },
}
