import { expect, it } from 'vitest'
import { createKeptReplies } from './kept-replies.ts'

const reply = (text: string) => ({ etag: `W/"${text}"`, bytes: Buffer.from(text) })

it('a reply is found until its time is over, and does not take memory afterwards', () => {
  let now = 0
  const kept = createKeptReplies(1000, 1_000_000, () => now)
  kept.keep('/a', reply('first'))
  now = 999
  expect(kept.find('/a')).toMatchObject(reply('first'))
  now = 1000
  expect(kept.find('/a')).toBeUndefined()
  for (let n = 0; n < 100; n++) {
    now += 500
    kept.keep(`/${n}`, reply('x'.repeat(100)))
  }
  expect(kept.size()).toBe(2 * ('/98'.length + 100))
})

it('beyond its size the oldest replies go first; one that was kept again is not the oldest', () => {
  const kept = createKeptReplies(1000, 330, () => 0)
  for (const url of ['/a', '/b', '/c', '/a']) kept.keep(url, reply('x'.repeat(100)))
  expect(kept.size()).toBe(306)
  kept.keep('/d', reply('x'.repeat(100)))
  expect(['/a', '/b', '/c', '/d'].filter((url) => kept.find(url))).toEqual(['/a', '/c', '/d'])
  kept.clear()
  expect([kept.find('/a'), kept.size()]).toEqual([undefined, 0])
})

it('a kept reply is no part of a larger buffer', () => {
  const kept = createKeptReplies(1000, 1000)
  kept.keep('/a', reply('small'))
  expect(kept.find('/a')?.bytes.buffer.byteLength).toBe(5)
})
