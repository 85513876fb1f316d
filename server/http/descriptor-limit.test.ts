import { Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createDatabase } from '../db/database.ts'
import { form, formType } from '../features/media/testing/form.ts'
import { freshPicture } from '../features/media/testing/pictures.ts'
import { createTestApp } from '../testing/app.ts'

const { services, databaseUrl, signIn } = await createTestApp()
const { headers } = await signIn('editor')
/** As Node says it when the process may open no more files or sockets. */
const noDescriptor = (syscall: string) => Object.assign(new Error(`EMFILE, ${syscall}`), { code: 'EMFILE', syscall })

it('a picture that cannot be stored for want of a file descriptor is answered 503, to be sent again', async () => {
  const storage = { ...services.storage, put: () => Promise.reject(noDescriptor('open')) }
  const app = await buildApp({ ...services, storage })
  afterAll(() => app.close())
  const payload = form([{ bytes: await freshPicture() }])
  const reply = await app.inject({ method: 'POST', url: '/api/media', headers: { ...headers, ...formType }, payload })
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
})

it('a call for which no connection to the database can be opened for want of a descriptor is answered 503', async () => {
  const stream = () => {
    const socket = new Socket()
    socket.connect = () => {
      process.nextTick(() => socket.destroy(noDescriptor('connect')))
      return socket
    }
    return socket
  }
  const { db, pool, close } = createDatabase({ connectionString: databaseUrl, stream })
  const app = await buildApp({ ...services, db, deliveryDb: db, pool })
  afterAll(async () => {
    await app.close()
    await close()
  })
  for (const url of ['/api/session', '/api/articles', '/content/v1/articles'])
    expect([url, (await app.inject({ url, headers })).statusCode]).toEqual([url, 503])
})
