import { expect, it } from 'vitest'
import { emptyArticleFields } from '#contract/article-fields.ts'
import { textColumns } from './article-text-rules.ts'
import { BodyTooComplexError, cleanBody, describeText, sanitizeBodyInWorker } from './body-html-pool.ts'

it('a large body comes back the same from a worker as from this thread', async () => {
  const html = '<p>Long <script>alert(1)</script>text</p>'.repeat(2_000)
  expect(await cleanBody(html)).toBe('<p>Long text</p>'.repeat(2_000))
})

it('50,000 nested tags are cleaned within the limit', async () => {
  expect(await sanitizeBodyInWorker('<b>'.repeat(50_000) + 'x', { limitMs: 8_000 })).toContain('x')
})

it('a body that takes too long is refused, other bodies go through, and this thread never waits', async () => {
  const tangled = '<b>'.repeat(30_000) + '</i>'.repeat(200_000)
  let pulses = 0
  const pulse = setInterval(() => pulses++, 10)
  const refused = await Promise.allSettled([1, 2].map(() => sanitizeBodyInWorker(tangled, { limitMs: 300 })))
  clearInterval(pulse)
  for (const one of refused) expect(one.status === 'rejected' && one.reason).toBeInstanceOf(BodyTooComplexError)
  // Worked in this thread, it would have let none through.
  expect(pulses).toBeGreaterThan(3)
  expect(await sanitizeBodyInWorker('<p>next</p>')).toBe('<p>next</p>')
})

it('a long text is described in a worker, the same as in this thread, which never waits', async () => {
  const chinese = Array.from({ length: 300_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join(
    '',
  )
  const article = { ...emptyArticleFields, title: 'A title', slug: 'a-title', body: `<p>${chinese}</p>` }
  let pulses = 0
  const pulse = setInterval(() => pulses++, 1)
  const described = await describeText(article)
  clearInterval(pulse)
  // Worked in this thread, it would have let none through.
  expect(pulses).toBeGreaterThan(3)
  expect(described).toEqual(textColumns(article))
  expect(described.wordCount).toBe(300_000)
})

it('bodies that take too long or too much memory one after another leave no thread behind, and the next one is cleaned', async () => {
  const tangled = '<b>'.repeat(30_000) + '</i>'.repeat(200_000)
  const huge = '<p><i>x</i></p>'.repeat(1_500_000)
  for (const [html, limitMs] of [
    [tangled, 200],
    [huge, 60_000],
    [tangled, 200],
  ] as const)
    await expect(sanitizeBodyInWorker(html, { limitMs })).rejects.toBeInstanceOf(BodyTooComplexError)
  expect(await Promise.all(['<p>a</p>', '<p>b</p>', '<p>c</p>'].map((html) => sanitizeBodyInWorker(html)))).toEqual([
    '<p>a</p>',
    '<p>b</p>',
    '<p>c</p>',
  ])
}, 120_000)

it('more tasks than may wait are refused as busy, not as a wrong text', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 250 }, () => sanitizeBodyInWorker('<p>one of many</p>')),
  )
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(250 - 202)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'busy', details: { retryAfter: 5 } })
})
