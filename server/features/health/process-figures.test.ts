import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createProcessFigures } from './process-figures.ts'

it('a block of the event loop is counted by the turn that it has kept waiting', async () => {
  const figures = createProcessFigures()
  const counted: boolean[] = []
  for (let times = 0; times < 10; times++) {
    // It measures from its second tick on.
    await pause(100)
    await figures.turn()
    await pause(100)
    const turned = pause(1).then(() => figures.turn())
    const end = performance.now() + 200
    while (performance.now() < end);
    await turned
    counted.push(figures.lastDelay() >= 150)
  }
  figures.stop()
  expect(counted).toEqual(counted.map(() => true))
})
