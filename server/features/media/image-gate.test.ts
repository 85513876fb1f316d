import { expect, it } from 'vitest'
import { createGate } from './image-gate.ts'

const turnstile = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

it('two pictures are worked on at once, some wait their turn, the rest are told to come back', async () => {
  const pass = createGate({ running: 2, waiting: 3 })
  const { opened, open } = turnstile()
  let [now, most] = [0, 0]
  const work = () =>
    pass(async () => {
      now += 1
      most = Math.max(most, now)
      await opened
      now -= 1
    })
  const accepted = Array.from({ length: 5 }, work)
  await expect(work()).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 5 } })
  open()
  await Promise.all(accepted)
  expect(most).toBe(2)
})

it('a picture that fails gives its place to the next', async () => {
  const pass = createGate({ running: 1, waiting: 1 })
  const failing = pass(() => Promise.reject(new Error('damaged')))
  const next = pass(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('damaged')
  expect(await next).toBe('done')
  expect(await pass(() => Promise.resolve('again'))).toBe('again')
})
