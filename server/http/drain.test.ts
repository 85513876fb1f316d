import Fastify from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { drainOnClose } from './drain.ts'

it('a connection that was opened ahead and asked nothing does not keep the server from stopping', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  drainOnClose(app)
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return 'done'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const gone = once(silent, 'close')
  const heard = once(app.server, 'request')
  const answered = fetch(`http://127.0.0.1:${port}/slow`).then((reply) => reply.text())
  await heard
  const closed = app.close()
  // What was asked is answered all the same.
  expect(await answered).toBe('done')
  await Promise.all([closed, gone])
}, 10_000)

it('a server that is told to stop says so and still answers, for as long as balancers need to notice', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  drainOnClose(app, 1000)
  app.get('/', async () => ({ draining: app.isDraining() }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/`)
    return { closes: reply.headers.get('connection') === 'close', ...((await reply.json()) as object) }
  }
  expect(await ask()).toEqual({ closes: false, draining: false })
  const closed = app.close()
  await expect.poll(ask).toEqual({ closes: true, draining: true })
  await closed
}, 10_000)
