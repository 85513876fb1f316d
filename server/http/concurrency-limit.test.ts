import { expect, it } from 'vitest'
import { limitConcurrency, type ConcurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when the test says so, and the order in which it started. */
function workshop(limit: Partial<ConcurrencyLimit>) {
  const run = limitConcurrency({
    total: 2,
    perPerson: 1,
    waiting: 100,
    waitingPerPerson: 10,
    waitMs: 10_000,
    retryAfter: 3,
    ...limit,
  })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    ask: (person: string, name: string) => {
      const asked = run(person, async () => {
        started.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      })
      // Who still waits when the test is over is refused later.
      asked.catch(() => undefined)
      return asked
    },
    finish: async (name: string) => {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

it('one person runs no more than their share, and another starts at once', async () => {
  const { ask, started } = workshop({})
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
  void ask('b', 'b1')
  expect(started).toEqual(['a1', 'b1'])
})

it('a full queue of one person does not delay the first request of another', async () => {
  const { ask, started, finish } = workshop({ total: 1 })
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
  void ask('b', 'b1')
  void ask('b', 'b2')
  for (const name of ['a1', 'b1', 'a2', 'b2']) await finish(name)
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
})

it('what one person may not queue is refused with the seconds to wait; others still may', async () => {
  const { ask } = workshop({ waitingPerPerson: 1, waiting: 2 })
  const [, waiting, refused] = ['a1', 'a2', 'a3'].map((name) => ask('a', name))
  await expect(refused).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 3 } })
  void ask('b', 'b1')
  void ask('b', 'b2')
  await expect(ask('b', 'b3')).rejects.toMatchObject({ code: 'busy' })
  void waiting
})

it('everybody together queues no more than the limit', async () => {
  const { ask } = workshop({ total: 1, waiting: 1 })
  void ask('a', 'a1')
  void ask('b', 'b1')
  await expect(ask('c', 'c1')).rejects.toMatchObject({ code: 'busy' })
})

it('who waits too long is refused and leaves the queue', async () => {
  const { ask, started, finish } = workshop({ total: 1, waitMs: 20 })
  void ask('a', 'a1')
  await expect(ask('b', 'b1')).rejects.toMatchObject({ code: 'busy' })
  await finish('a1')
  expect(started).toEqual(['a1'])
  expect(await Promise.race([ask('b', 'b2'), new Promise((resolve) => setImmediate(resolve, 'runs'))])).toBe('runs')
  expect(started).toEqual(['a1', 'b2'])
})

it('failed work gives its place back', async () => {
  const run = limitConcurrency({ total: 1, perPerson: 1, waiting: 1, waitingPerPerson: 1, waitMs: 50, retryAfter: 1 })
  await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run('a', async () => 'yes')).toBe('yes')
})
