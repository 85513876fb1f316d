import { expect, it } from 'vitest'
import type { welcomeEndpoints } from '#contract/welcome.ts'
import type { Reply } from '#contract/endpoint.ts'
import { createTestApp } from '../../testing/app.ts'

const { app, db, signIn } = await createTestApp()
const administrator = await signIn('administrator')
type Headers = (typeof administrator)['headers']
const setupOf = async ({ headers }: { headers: Headers }) =>
  (await app.inject({ url: '/api/welcome', headers })).json<Reply<typeof welcomeEndpoints.view>>().setup
const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, who = administrator) =>
  app.inject({ method, url, headers: who.headers, ...(payload && { payload }) })

it('Home tells an administrator what is still to be set up, until it is done or dismissed', async () => {
  expect(await setupOf(administrator)).toEqual(['name', 'address', 'timeZone', 'language', 'people', 'script'])
  const { general, saved } = (await call('GET', '/api/settings')).json()
  const edited = await call('PATCH', '/api/settings', {
    general: { ...general, name: 'The Harbour', timeZone: 'Asia/Shanghai' },
    versions: { general: saved.general.version },
  })
  expect(edited.statusCode).toBe(200)
  expect(await setupOf(administrator)).toEqual(['address', 'language', 'people', 'script'])
  const dismissed = await call('POST', '/api/welcome/setup/dismiss', { steps: ['language', 'script'] })
  expect(dismissed.statusCode).toBe(204)
  await call('POST', '/api/welcome/setup/dismiss', { steps: ['language'] })
  expect(await setupOf(administrator)).toEqual(['address', 'people'])
  await db
    .insertInto('hotList')
    .values({ window: '24h', asOf: new Date() as never })
    .execute()
  await signIn('editor')
  expect(await setupOf(administrator)).toEqual(['address'])
})

it('people who may not change settings are told nothing of it', async () => {
  const editor = await signIn('editor')
  expect(await setupOf(editor)).toEqual([])
  expect((await call('POST', '/api/welcome/setup/dismiss', { steps: ['address'] }, editor)).statusCode).toBe(403)
})
