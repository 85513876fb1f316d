import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, createClient, Reply } from './api-client.ts'

export type Answer = { began: number; ended: number; method: string; path: string; status: number }
/** What an answer promised to keep: the article and the newest title that was confirmed. */
export type Acknowledged = Map<string, { titles: string[]; newest: string }>

type Send = ReturnType<typeof createClient>
type Writer = { send: Send; token: string }

const REST_MS = 60

/**
 * People who write and read, and readers, until `stop`. Every call is noted, and everything that was confirmed.
 * @param readers clients of readers, each of an address of its own
 * @param article what readers read; views of an article that is not published are accepted and not stored
 */
export function startLoad(writers: Writer[], readers: Send[], article: () => string | undefined) {
  const answers: Answer[] = []
  const acknowledged: Acknowledged = new Map()
  let [views, unanswered] = [0, 0]
  let over = false

  async function call(send: Send, asked: Call): Promise<Reply> {
    const began = performance.now()
    const reply = await send(asked)
    const path = asked.path.replace(/[0-9a-f-]{36}/g, ':id').split('?')[0] ?? ''
    answers.push({ began, ended: performance.now(), method: asked.method ?? 'GET', path, status: reply.status })
    return reply
  }

  async function write({ send, token }: Writer): Promise<void> {
    while (!over) {
      const title = `Load ${randomUUID()}`
      const body = '<p>Words under load.</p>'
      const made = await call(send, { method: 'POST', path: '/api/articles', token, body: { title, body } })
      const { id, version } = made.body
      if (made.status === 201 && typeof id === 'string') {
        acknowledged.set(id, { titles: [title], newest: title })
        const changed = `${title} changed`
        const edit = { title: changed, version }
        const patched = await call(send, { method: 'PATCH', path: `/api/articles/${id}`, token, body: edit })
        // Without an answer either is right.
        if (patched.status === 200) acknowledged.set(id, { titles: [changed], newest: changed })
        else acknowledged.set(id, { titles: [title, changed], newest: title })
        await call(send, { path: `/api/articles/${id}`, token })
      }
      await call(send, { path: '/api/articles?pageSize=25', token })
      // Six hundred calls a minute are what a session may send.
      await pause(REST_MS * 8)
    }
  }

  async function read(send: Send, n: number): Promise<void> {
    while (!over) {
      await call(send, { path: '/content/v1/articles?limit=10' })
      await call(send, { path: '/content/v1/tags' })
      // Sixty calls a minute are what an address may send.
      const read = article()
      if (n < 4 && read) {
        const events = [{ type: 'view', article: read, referrer: 'https://www.example.org/' }]
        const reply = await call(send, { method: 'POST', path: '/content/v1/events', body: { events } })
        if (reply.status === 202) views++
        else if (reply.status === 0 || reply.status >= 500) unanswered++
        await pause(1200)
      }
      await pause(REST_MS * 2)
    }
  }

  const working = Promise.all([...writers.map(write), ...readers.map(read)])
  return {
    answers,
    acknowledged,
    /** Views that were accepted, and those of calls that failed, which may be stored or not. */
    views: () => ({ accepted: views, unanswered }),
    stop: async () => {
      over = true
      await working
    },
  }
}

export const failed = ({ status }: Answer): boolean => status === 0 || status >= 500
