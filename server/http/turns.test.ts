import { setImmediate as round } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

afterEach(() => void vi.useRealTimers())

it('lets as many go on in a round as it says, in the order in which they came', async () => {
  const turn = createTurns({ perRound: 2, othersWait: () => false })
  const gone: number[] = []
  for (let n = 0; n < 5; n++) void turn().then(() => gone.push(n))
  await Promise.resolve()
  expect(gone).toEqual([0, 1])
  await round()
  expect(gone).toEqual([0, 1, 2, 3])
  await round()
  expect(gone).toEqual([0, 1, 2, 3, 4])
  await round()
  await turn()
})

it('pauses after a millisecond of turns while others wait, and goes on at once when none does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let [time, othersWait] = [0, true]
  const turn = createTurns({ perRound: 1, othersWait: () => othersWait, now: () => time })
  const gone: number[] = []
  for (let n = 0; n < 6; n++)
    void turn().then(() => {
      gone.push(n)
      time += 0.6
    })
  for (let n = 0; n < 5; n++) await round()
  expect(gone).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(3)
  for (let n = 0; n < 5; n++) await round()
  expect(gone).toEqual([0, 1, 2, 3])
  othersWait = false
  await vi.advanceTimersByTimeAsync(3)
  for (let n = 0; n < 5; n++) await round()
  expect(gone).toEqual([0, 1, 2, 3, 4, 5])
})
