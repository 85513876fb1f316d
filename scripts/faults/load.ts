import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { Article } from '#contract/articles.ts'
import type { Media } from '#contract/media.ts'
import { form, formType } from '../../server/features/media/testing/form.ts'
import { callerOf, NotAnswered, type FaultCall, type Reply } from './fault-call.ts'
import { emptyLedger, sha256Of, type Ledger } from './ledger.ts'
import type { Person } from './people.ts'

export type Load = {
  acknowledged: () => number
  /** When the newest acknowledged write was asked, as performance.now() tells. */
  newest: () => number
  /** How often each status or error came. */
  answers: ReadonlyMap<string, number>
  /** The longest wait for an answer, in milliseconds. */
  longest: () => number
  call: (call: FaultCall) => Promise<Reply>
  /** Waits for what is under way. @returns what was acknowledged */
  stop: () => Promise<Ledger>
}

/** Each call comes from a reader of its own, who has a limit of 60 a minute. */
let readers = 0
const EVENTS_PER_CALL = 3
/** After a call that was not acknowledged. */
const AFTER_FAILURE_MS = 25

/** Several people write articles, upload pictures and report searches of readers, one call after the other each, until it is stopped. */
export function startLoad(url: string, people: readonly Person[]): Load {
  const { call, close } = callerOf(url, people.length + 4)
  const ledger = emptyLedger()
  const answers = new Map<string, number>()
  let [longest, newest, isOver] = [0, 0, false]

  /** @returns the reply if it has that status; undefined for any other answer, or none */
  async function write(given: FaultCall, status: number): Promise<Reply | undefined> {
    const began = performance.now()
    const reply = await call(given).catch((error: unknown) => {
      if (error instanceof NotAnswered) return error
      throw error
    })
    longest = Math.max(longest, performance.now() - began)
    const answer = reply instanceof NotAnswered ? reply.code : String(reply.status)
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    if (!(reply instanceof NotAnswered) && reply.status === status) {
      ledger.acknowledged++
      newest = Math.max(newest, began)
      return reply
    }
    await pause(AFTER_FAILURE_MS)
    return undefined
  }

  async function writeArticle(token: () => string): Promise<void> {
    const title = `Report ${randomUUID()}`
    const body = () => `<p>${randomBytes(600).toString('base64url')}</p>`
    const first = body()
    const created = await write(
      { method: 'POST', path: '/api/articles', token: token(), body: { title, body: first } },
      201,
    )
    if (!created) {
      ledger.unanswered.push(title)
      return
    }
    const { id, version } = JSON.parse(created.body) as Article
    let entry = { version, body: first }
    ledger.articles.set(id, entry)
    for (let n = 0; n < 3 && !isOver; n++) {
      const next = body()
      const change = { version: entry.version, body: next }
      ledger.articles.set(id, { ...entry, asked: next })
      const saved = await write({ method: 'PATCH', path: `/api/articles/${id}`, token: token(), body: change }, 200)
      if (!saved) return
      entry = { version: (JSON.parse(saved.body) as Article).version, body: next }
      ledger.articles.set(id, entry)
    }
  }

  async function upload(token: () => string): Promise<void> {
    const [r = 0, g = 0, b = 0, width = 0, height = 0] = randomBytes(5)
    const create = { width: 20 + width, height: 20 + height, channels: 3 as const, background: { r, g, b } }
    const bytes = await sharp({ create }).png().toBuffer()
    const body = form([{ bytes, name: `${randomUUID()}.png` }])
    const reply = await write(
      { method: 'POST', path: '/api/media', token: token(), body, type: formType['content-type'] },
      201,
    )
    if (!reply) return
    const { id, url: address, bytes: stored } = JSON.parse(reply.body) as Media
    ledger.media.push({ id, url: address, bytes: stored, sha256: sha256Of(bytes) })
  }

  async function reportSearches(): Promise<void> {
    const n = readers++
    const terms = Array.from({ length: EVENTS_PER_CALL }, wordByChance)
    const body = { batch: randomUUID(), events: terms.map((term) => ({ type: 'search', term, results: 1 })) }
    const from = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    if (await write({ method: 'POST', path: '/content/v1/events', body, from }, 202)) ledger.terms.push(...terms)
  }

  const work = async ({ token }: Person, place: number) => {
    for (let n = place; !isOver; n++) {
      if (n % 4 === 3) await upload(token)
      else if (n % 4 === 1) await reportSearches()
      else await writeArticle(token)
    }
  }
  const all = Promise.all(people.map(work))
  // Thrown where it is waited for.
  all.catch(() => (isOver = true))

  return {
    acknowledged: () => ledger.acknowledged,
    newest: () => newest,
    answers,
    longest: () => longest,
    call,
    stop: async () => {
      isOver = true
      await all
      close()
      return ledger
    },
  }
}

/** Letters only: numbers in a search are scrubbed. */
const wordByChance = (): string => [...randomBytes(16)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
