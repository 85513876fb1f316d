import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, expect, it } from 'vitest'
import { siteExportEndpoints } from '#contract/site-exports.ts'
import { handleErrors } from './error-handler.ts'
import { serve } from './serve.ts'

const LIMIT_MS = 200
/** More than all pauses of the client together. */
const SILENT_MS = 3_000
/** More than the buffers of a connection hold. */
const PARTS = 640
const part = Buffer.alloc(100_000, 'a')

const app = Fastify()
app.setValidatorCompiler(validatorCompiler)
handleErrors(app)
app.decorateRequest('actor', null)
app.addHook('onRequest', async (request) => {
  request.actor = { id: randomUUID(), name: 'Ada', role: 'administrator', sessionId: randomUUID(), ip: '127.0.0.1' }
})
let source: Readable
serve(
  app,
  siteExportEndpoints.download,
  async ({ reply }) => {
    source = Readable.from(Array.from({ length: PARTS }, () => part))
    return reply
      .type('application/octet-stream')
      .header('content-length', PARTS * part.length)
      .send(source)
  },
  { handlerTimeout: LIMIT_MS, silentTimeout: SILENT_MS },
)
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
afterAll(() => app.close())

/** A client that has read the head of the reply, and nothing more so far. */
async function download(): Promise<{ socket: Socket; head: string }> {
  const socket = connect(port, '127.0.0.1')
  const path = siteExportEndpoints.download.path.replace(':id', randomUUID())
  socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  await once(socket, 'readable')
  return { socket, head: String(socket.read(200)) }
}

it('a file arrives whole, however long the client takes to read it', async () => {
  const { socket, head } = await download()
  expect(head).toContain('200 OK')
  let read = 200
  let reads = 0
  for await (const chunk of socket) {
    read += (chunk as Buffer).length
    // Far longer than the handler may work, and never silent for as long as a client may be.
    if (reads++ < 5) await pause(LIMIT_MS)
  }
  expect(read).toBeGreaterThan(PARTS * part.length)
})

it('a client that stops reading is let go of, and so is the file', async () => {
  const began = performance.now()
  const { socket } = await download()
  await once(source, 'close')
  expect(performance.now() - began).toBeGreaterThan(SILENT_MS - 100)
  socket.destroy()
})
