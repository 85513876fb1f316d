import Fastify from 'fastify'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { limitBodyTime } from './body-time-limit.ts'

const app = Fastify()
limitBodyTime(app)
app.post('/', { config: { bodySeconds: 0.1 } }, () => 'ok')
const late = () => new Promise((resolve) => setTimeout(resolve, 150, 'late'))
app.post('/late', { config: { bodySeconds: 0.1 } }, late)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
afterAll(() => app.close())

const post = () =>
  request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': 2 } })

it('R52 a body that never arrives ends the connection', async () => {
  const ended = await new Promise<string>((resolve) => {
    const slow = post()
    slow.on('error', (error) => resolve(error.message))
    slow.write('o')
  })
  expect(ended).toBe('socket hang up')
})

it('a body that arrives in time is answered', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    post()
      .on('error', reject)
      .on('response', (reply) => resolve(reply.resume().statusCode))
      .end('ok')
  })
  expect(status).toBe(200)
})

it('an answer may take longer than a body, also when the request came from no connection', async () => {
  expect((await app.inject({ method: 'POST', url: '/late', payload: {} })).body).toBe('late')
})
