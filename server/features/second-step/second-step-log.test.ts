import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { afterAll, expect, inject, it } from 'vitest'
import { endServerProcesses, startServerProcess } from '../../testing/server-process.ts'
import { asServerAdmin, onDatabase } from '../../testing/test-postgres.ts'
import { codeAt } from './totp-rules.ts'

const { url: server } = inject('postgres')
const name = `test_${randomUUID().replaceAll('-', '')}`
await asServerAdmin(server, [`create database ${name}`])
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-secrets-'))
afterAll(async () => {
  await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  rmSync(dataDir, { recursive: true, force: true })
})
endServerProcesses()

it('R13 no password, token, pending sign-in, code or secret is in the log or in an answer that refuses', async () => {
  const email = 'admin@example.com'
  const password = `only ${randomUUID()} knows`
  const { ready, said } = startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: onDatabase(server, name),
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
  })
  const origin = `http://127.0.0.1:${await ready}`
  const refusals: string[] = []
  async function call<T>(path: string, body: object | undefined, token = '', method = body ? 'POST' : 'GET') {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `bearer ${token}`, cookie: `token=${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status >= 400) refusals.push(text)
    return { status: answer.status, body: JSON.parse(text || '{}') as T }
  }
  const codeOf = (of: string, steps: number) =>
    codeAt(Buffer.from(Secret.fromBase32(of).buffer), Date.now() / 1000 + steps * 30)

  const { token } = (await call<{ token: string }>('/api/session', { email, password })).body
  const { secret } = (await call<{ secret: string }>('/api/profile/second-step/app', { password }, token)).body
  // Both are taken, also where 30 seconds end before they arrive.
  const used = codeOf(secret, 0)
  const { recoveryCodes } = (
    await call<{ recoveryCodes: string[] }>('/api/profile/second-step/app/confirm', { code: used }, token)
  ).body
  const { pending } = (await call<{ pending: string }>('/api/session', { email, password })).body
  const wrong = '918273'
  const next = codeOf(secret, 1)
  const tries: [number, object][] = [
    [400, { pending, code: wrong }],
    [400, { pending, code: next, extra: password }],
    [400, { pending: [pending], code: next }],
    [201, { pending, code: next }],
    [410, { pending, code: next }],
  ]
  for (const [status, body] of tries) expect((await call('/api/session/second-step', body)).status).toBe(status)
  await call('/api/session', { email, password: `${password} wrong` })
  // Where they do not belong: as a token, in an address, in JSON that is none.
  await call('/api/articles', undefined, pending)
  for (const one of [token, pending, secret, recoveryCodes[0] ?? '']) {
    await call(`/api/session?token=${encodeURIComponent(one)}`, undefined)
    await call(`/api/articles?q=${encodeURIComponent(one)}`, undefined, token)
    await call(`/api/nowhere?token=${encodeURIComponent(one)}`, undefined)
  }
  const broken = await fetch(`${origin}/api/session/second-step`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"pending":"${pending}","code":`,
  })
  refusals.push(await broken.text())

  expect(refusals.length).toBeGreaterThan(10)
  // The last of them is written a little after its answer.
  const triesLogged = () => said().split('"/api/session/second-step"').length - 1
  await expect.poll(triesLogged).toBe(tries.length + 1)
  const everything = [said(), ...refusals].join('\n')
  expect(said().split('\n').length).toBeGreaterThan(20)
  const [recoveryCode = ''] = recoveryCodes
  for (const [what, one] of Object.entries({ password, token, pending, secret, used, next, wrong, recoveryCode }))
    expect(everything.includes(one), what).toBe(false)
}, 120_000)
