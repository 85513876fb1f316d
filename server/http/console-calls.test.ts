import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { watchConsoleCalls } from './console-calls.ts'

it('knows whether a call of the console waits for its answer, and forgets one that takes longer than a second', async () => {
  let time = 0
  const app = Fastify()
  const consoleWaits = watchConsoleCalls(app, () => time)
  const answers: (() => void)[] = []
  for (const url of ['/api/articles', '/content/v1/articles'])
    app.get(url, () => new Promise((resolve) => answers.push(() => resolve({}))))
  const ask = async (url: string) => {
    const asked = answers.length
    const reply = app.inject(url)
    await expect.poll(() => answers.length).toBe(asked + 1)
    return async () => {
      answers[asked]!()
      await reply
    }
  }

  const answerReader = await ask('/content/v1/articles')
  expect(consoleWaits()).toBe(false)
  await answerReader()
  const answerList = await ask('/api/articles')
  expect(consoleWaits()).toBe(true)
  await answerList()
  expect(consoleWaits()).toBe(false)

  const answerStream = await ask('/api/articles')
  time += 999
  expect(consoleWaits()).toBe(true)
  time += 1
  expect(consoleWaits()).toBe(false)
  const answerLater = await ask('/api/articles')
  expect(consoleWaits()).toBe(true)
  await Promise.all([answerLater(), answerStream()])
  expect(consoleWaits()).toBe(false)
  await app.close()
})
