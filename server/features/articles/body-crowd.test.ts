import { afterAll, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { createTestApp } from '../../testing/app.ts'

const { app, signIn } = await createTestApp()
const [attacker, ordinary] = [await signIn('author'), await signIn('author')]
const figures: Record<string, string | number>[] = []
afterAll(() => console.table(figures))

/** More than can be sanitised in two seconds. */
const TANGLED = '<b>'.repeat(30_000) + '</i>'.repeat(200_000)
const ORDINARY = '<p>Words of an ordinary report, one after the other.</p>'.repeat(900)
const LONG = `<p>${Array.from({ length: 300_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join('')}</p>`

/** How long the event loop may be held in one go. That words are counted elsewhere is told by body-html-pool.test.ts. */
const LONGEST_HOLD_MS = 300
const threadCpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function save(who: typeof attacker, body: string) {
  const began = performance.now()
  const reply = await app.inject({
    method: 'POST',
    url: '/api/articles',
    headers: who.headers,
    payload: { title: 'A report', body },
  })
  return { reply, ms: Math.round(performance.now() - began) }
}

it("40 tangled bodies of one person do not delay another's ordinary save; a full queue is 503 with Retry-After", async () => {
  expect(ORDINARY.length).toBeGreaterThan(48_000)
  const alone = await save(ordinary, ORDINARY)
  expect(alone.reply.statusCode).toBe(201)
  let over = false
  const crowd = Promise.all(Array.from({ length: 40 }, () => save(attacker, TANGLED))).finally(() => (over = true))
  const saved = await save(ordinary, ORDINARY)
  expect(saved.reply.statusCode).toBe(201)
  expect(over).toBe(false)

  const answers = await crowd
  const count = (status: number) => answers.filter(({ reply }) => reply.statusCode === status).length
  figures.push({
    'ordinary save alone, ms': alone.ms,
    'beside 40 tangled, ms': saved.ms,
    '40 tangled': `${count(503)} × 503, ${count(400)} × 400`,
    'the last of them, ms': Math.max(...answers.map(({ ms }) => ms)),
  })
  // A full queue says nothing about the text.
  expect(count(503) + count(400)).toBe(40)
  expect(count(503)).toBeGreaterThanOrEqual(30)
  const refused = answers.find(({ reply }) => reply.statusCode === 503)?.reply
  expect(refused?.headers['retry-after']).toBe('3')
  expect(refused?.json()).toMatchObject({ code: 'busy', retryAfter: 3 })
  expect(answers.find(({ reply }) => reply.statusCode === 400)?.reply.json()).toMatchObject({
    code: 'html_too_complex',
  })
}, 120_000)

it('300,000 Chinese characters are counted and found, and other requests are answered meanwhile', async () => {
  let over = false
  const saving = save(ordinary, LONG).finally(() => (over = true))
  let longest = 0
  let answered = 0
  // In processor time: on a busy machine the clock also tells what others do.
  let held = 0
  let last = threadCpuMs()
  while (!over) {
    const began = performance.now()
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    longest = Math.max(longest, performance.now() - began)
    answered++
    await new Promise((resolve) => setTimeout(resolve, 5))
    held = Math.max(held, threadCpuMs() - last)
    last = threadCpuMs()
  }
  const { reply, ms } = await saving
  expect(reply.statusCode).toBe(201)
  expect(reply.json<Article>().wordCount).toBe(300_000)
  expect(answered).toBeGreaterThan(2)
  figures.push({
    '300,000 characters saved in, ms': ms,
    'longest answer beside it, ms': Math.round(longest),
    'loop held, ms': Math.round(held),
  })
  expect(held).toBeLessThan(LONGEST_HOLD_MS)
  const q = encodeURIComponent(String.fromCodePoint(0x4e00 + 7919))
  const found = await app.inject({ url: `/api/articles?q=${q}`, headers: ordinary.headers })
  expect(found.json<{ total: number }>().total).toBe(1)
})
