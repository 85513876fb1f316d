import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { endServerProcesses, startServerProcess } from './testing/server-process.ts'
import { asServerAdmin, onDatabase } from './testing/test-postgres.ts'

const { url: server } = inject('postgres')
const name = `test_${randomUUID().replaceAll('-', '')}`
await asServerAdmin(server, [`create database ${name}`])
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-log-'))
afterAll(async () => {
  await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  rmSync(dataDir, { recursive: true, force: true })
})
endServerProcesses()

const PASSWORD = 'a long enough passphrase'
const FORGED = 'FORGED the administrator signed in'
const breaks = ['\n', '\r\n', '\u2028', '\u0085']

it('R39 nothing that a person sends becomes a line of the log of its own', async () => {
  const { ready, said } = startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: onDatabase(server, name),
    LOG_LEVEL: 'debug',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: PASSWORD,
  })
  const origin = `http://127.0.0.1:${await ready}`
  let authorization = ''
  const call = (method: string, path: string, body: object) =>
    fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', authorization, 'user-agent': 'x' },
      body: JSON.stringify(body),
    })
  const session = await call('POST', '/api/session', { email: 'admin@example.com', password: PASSWORD })
  authorization = `bearer ${((await session.json()) as { token: string }).token}`

  for (const end of breaks)
    for (const filler of ['', `<p>${'word '.repeat(5000)}</p>`]) {
      const srcset = `a.png 1bad${end}${FORGED}${end}, b.png (x${end}${FORGED}${end}`
      const body = `${filler}<img src="/media/x.png" srcset="${srcset}"><picture><source srcset="${srcset}"></picture>`
      const title = `A title${end}${FORGED}${end}`
      expect((await call('POST', '/api/articles', { title, body })).status).toBeLessThan(500)
      await call('POST', '/api/session', { email: `a${end}${FORGED}@example.com`, password: `x${end}${FORGED}` })
    }
  expect((await fetch(`${origin}/api/session?q=%0A${encodeURIComponent(FORGED)}`)).status).toBe(401)

  const lines = said().split(/\r\n|[\n\r\u0085\u2028\u2029]/)
  expect(lines.length).toBeGreaterThan(breaks.length)
  for (const line of lines) if (line.includes('FORGED')) expect(() => JSON.parse(line)).not.toThrow()
  // And what is said of srcset at all, is not: such a part is dropped before a library complains.
  expect(said()).not.toContain('srcset')
}, 120_000)
