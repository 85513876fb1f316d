import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { endServerProcesses, startServerProcess } from './testing/server-process.ts'
import { asServerAdmin, onDatabase } from './testing/test-postgres.ts'
import { amount } from './testing/amount.ts'

const { url: server } = inject('postgres')
const name = `test_${randomUUID().replaceAll('-', '')}`
await asServerAdmin(server, [`create database ${name}`])
const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-main-'))
afterAll(async () => {
  await asServerAdmin(server, [`drop database if exists ${name} with (force)`])
  rmSync(dataDir, { recursive: true, force: true })
})

const PROCESSES = amount({ full: 10, short: 4 })
endServerProcesses()
const start = (env: Record<string, string> = {}, file = 'main.ts') =>
  startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: onDatabase(server, name), ...env }, file)

const agent = new Agent({ keepAlive: true, maxSockets: 50 })
afterAll(() => agent.destroy())
/** The status of one call over a connection that is kept. */
const call = (port: number, method: string, path: string, body = '') =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request(
      { agent, port, method, path, headers: body ? headers : {}, host: '127.0.0.1' },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    asked.once('error', reject)
    asked.end(body)
  })

describe('the server', () => {
  it('starts many times at once on an empty database, and every process prints the same setup code', async () => {
    const processes = Array.from({ length: PROCESSES }, () => start())
    const ports = await Promise.all(processes.map(({ ready }) => ready))
    expect(new Set(ports).size).toBe(PROCESSES)
    const codes = processes.map(
      ({ said }) => /^ {2}http:\/\/127\.0\.0\.1:\d+\/register#setup=(\S+)$/m.exec(said())?.[1],
    )
    expect(codes[0]).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}$/)
    expect(new Set(codes).size).toBe(1)
    for (const { child } of processes) child.kill('SIGTERM')
    expect(await Promise.all(processes.map(({ exited }) => exited))).toEqual(Array.from({ length: PROCESSES }, () => 0))
  }, 240_000)

  it('answers what it was asked before SIGTERM, then ends with 0, however often it is told', async () => {
    const { child, ready, exited, said } = start()
    const port = await ready
    expect(await call(port, 'GET', '/readyz')).toBe(200)
    const asked = Array.from({ length: 20 }, (_, n) =>
      call(port, 'POST', '/api/session', JSON.stringify({ email: `n${n}@example.com`, password: 'wrong guess' })),
    )
    // Connections are taken in their order: when this one is answered, the others have arrived.
    expect(await call(port, 'GET', '/readyz')).toBe(200)
    child.kill('SIGTERM')
    child.kill('SIGINT')
    child.kill('SIGTERM')
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 20 }, () => 401))
    expect(await exited).toBe(0)
    expect(said()).not.toContain('stopping all the same')
  })

  it('does not start with a wrong value, and says which and why', async () => {
    const { exited, said } = start({ PORT: 'eighty', PUBLIC_URL: 'nowhere' })
    expect(await exited).toBe(1)
    expect(said()).toMatch(/^PORT is wrong: .+\.\nPUBLIC_URL is wrong: .+\.\n$/)
  })

  it('does not start on a port that is taken, and says what to do', async () => {
    const first = start()
    const port = await first.ready
    const second = start({ PORT: String(port) })
    expect(await second.exited).toBe(1)
    expect(second.said()).toBe(
      `Port ${port} is in use by another program. Stop it, or set PORT to a free one, as in: PORT=${port + 1} npm start\n`,
    )
    first.child.kill('SIGINT')
    expect(await first.exited).toBe(0)
  })

  it.runIf(existsSync('/proc/self'))('does not start in a folder that cannot be made, and says where', async () => {
    for (const place of ['/proc/copydesk', '/proc/copydesk/data']) {
      const { exited, said } = start({ DATA_DIR: place })
      expect(await exited).toBe(1)
      expect(said()).toBe('No folder can be made in /proc. Set DATA_DIR to a folder that this user may write to.\n')
    }
  })

  it('looks at the port before any database is made', async () => {
    const first = start()
    const port = await first.ready
    const empty = join(dataDir, 'not-made')
    const second = startServerProcess({ DATA_DIR: empty, PORT: String(port) })
    expect(await second.exited).toBe(1)
    expect(second.said()).toContain(`Port ${port} is in use`)
    expect(existsSync(empty)).toBe(false)
    const before = start({ PORT: String(port) }, 'check-start.ts')
    expect(await before.exited, 'what npm start asks before it builds').toBe(1)
    expect(before.said()).toContain(`Port ${port} is in use`)
    first.child.kill('SIGINT')
    await first.exited
  })

  it('says where mails go when there is no SMTP server', async () => {
    const { ready, said } = start()
    await ready
    expect(said()).toContain(`No SMTP_URL: mails are written to ${join(dataDir, 'outbox')}\n`)
    const mailing = start({ SMTP_URL: 'smtp://127.0.0.1:1025' })
    await mailing.ready
    expect(mailing.said()).not.toContain('mails are written')
  })

  it('does not start without the database it was told to use, and says so', async () => {
    const { exited, said } = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await exited).toBe(1)
    expect(said()).toMatch(/^DATABASE_URL is wrong: nothing answers there/)
  })

  it.each([
    ['a database that is not there', onDatabase(server, 'no_such_database'), 'PostgreSQL has no such database: .+'],
    ['a host that is not there', 'postgres://someone@host.invalid/desk', 'nothing answers there: .*ENOTFOUND.*'],
  ])('does not start with the address of %s, and says which variable holds it', async (_, url, problem) => {
    const wrong = start({ DATABASE_URL: url })
    expect(await wrong.exited).toBe(1)
    expect(wrong.said()).toMatch(new RegExp(`^DATABASE_URL is wrong: ${problem}\n$`))
    const direct = start({ DATABASE_DIRECT_URL: url })
    expect(await direct.exited).toBe(1)
    expect(direct.said()).toMatch(new RegExp(`^DATABASE_DIRECT_URL is wrong: ${problem}\n$`))
    const replica = start({ DATABASE_READ_URL: url })
    expect(await replica.exited).toBe(1)
    expect(replica.said()).toMatch(/^DATABASE_READ_URL is wrong: /)
  })

  it('does not start as a user who may not make tables, and says who should own the database', async () => {
    const weak = `weak_${randomUUID().slice(0, 8)}`
    const empty = `${name}_weak`
    await asServerAdmin(server, [`create role ${weak} login password 'x'`, `create database ${empty}`])
    const url = new URL(onDatabase(server, empty))
    url.username = weak
    url.password = 'x'
    const { exited, said } = start({ DATABASE_URL: url.href })
    expect(await exited).toBe(1)
    expect(said()).toBe('DATABASE_URL is wrong: its user must own the database: permission denied for schema public\n')
    await asServerAdmin(server, [`drop database ${empty}`, `drop role ${weak}`])
  })

  it('does not begin in a database that cannot hold every letter', async () => {
    const latin = `${name}_latin`
    await asServerAdmin(server, [`create database ${latin} encoding 'LATIN1' locale 'C' template template0`])
    const { exited, said } = start({ DATABASE_URL: onDatabase(server, latin) })
    expect(await exited).toBe(1)
    expect(said()).toMatch(/^DATABASE_URL is wrong: the encoding of its database is LATIN1; /)
    await asServerAdmin(server, [`drop database ${latin}`])
  })

  it('does not start on the database of a newer version, and says what to do', async () => {
    await start().ready
    await asServerAdmin(onDatabase(server, name), [`insert into kysely_migration values ('9999-later', now()::text)`])
    const { exited, said } = start()
    expect(await exited).toBe(1)
    await asServerAdmin(onDatabase(server, name), [`delete from kysely_migration where name = '9999-later'`])
    expect(said()).toBe(
      'The database was used by a newer Copydesk (9999-later). Start that version, or restore a backup of this one.\n',
    )
  })

  it('does not start when no replica answers where lists are to be read, and says so', async () => {
    const { exited, said } = start({ DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await exited).toBe(1)
    expect(said()).toMatch(/^DATABASE_READ_URL is wrong: nothing answers there/)
  })

  it('does not start where its pictures cannot be kept, and says why', async () => {
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
    const { exited, said } = start({ STORAGE_URL: 's3://pictures?endpoint=http://127.0.0.1:9', ...keys })
    expect(await exited).toBe(1)
    expect(said()).toMatch(/^STORAGE_URL is wrong: nothing answers at http:\/\/127\.0\.0\.1:9\./)
  })

  it('does not start with a placeholder for the password of the first administrator', async () => {
    const { exited, said } = start({ ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: 'changemechangeme' })
    expect(await exited).toBe(1)
    expect(said()).toMatch(/^ADMIN_PASSWORD is wrong/)
  })
})
