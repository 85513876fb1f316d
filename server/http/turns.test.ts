import { setImmediate as round } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('lets as many go on in a round as it says, in the order in which they came', async () => {
  const turn = createTurns(2)
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
