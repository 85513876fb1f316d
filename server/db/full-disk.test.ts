import { randomBytes, randomUUID } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { hashPassword } from '../features/session/password-hash.ts'
import { openSession } from '../features/session/session-commands.ts'
import { createTestApp, PASSWORD } from '../testing/app.ts'
import { openTestPostgres } from '../testing/open-test-postgres.ts'
import { asServerAdmin, onDatabase } from '../testing/test-postgres.ts'
import { createDatabase } from './database.ts'

const disk = mkdtempSync(join(tmpdir(), 'copydesk-full-'))
const small = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]).status === 0
const whyNot = small ? '' : ' (left out: only root on Linux can make a small disk)'
// Of its own: while a disk of a server is full, no other test could drop a database there, which needs a checkpoint.
const { url: server, template, stop: stopServer } = await openTestPostgres()
const name = `full_${randomUUID().replaceAll('-', '')}`
const { services } = await createTestApp()
const ends: (() => Promise<unknown>)[] = []
const figures: Record<string, string | number>[] = []

afterAll(async () => {
  for (const end of ends.toReversed()) await end()
  if (small) {
    await asServerAdmin(server, [`drop database if exists ${name} with (force)`, `drop tablespace if exists ${name}`])
  }
  await stopServer()
  if (small) execFileSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
  console.table(figures)
})

/** A migrated database whose tables are on the small disk; its log is not, as on any well-kept server. */
async function openOnSmallDisk() {
  const own = createDatabase({ connectionString: server })
  const { rows } = await sql<{
    folder: string
  }>`select setting as folder from pg_settings where name = 'data_directory'`.execute(own.db)
  await own.close()
  const { uid, gid } = statSync(rows[0]?.folder ?? '')
  const location = join(disk, 'tables')
  mkdirSync(location)
  chownSync(location, uid, gid)
  chmodSync(disk, 0o755)
  await asServerAdmin(server, [
    `create tablespace ${name} location '${location}'`,
    `create database ${name} template ${template} tablespace ${name}`,
  ])
  const database = createDatabase({ connectionString: onDatabase(server, name) })
  ends.push(database.close)
  return database
}

it.runIf(small)(
  `while the disk of the database is full, reads are answered and writes are 507${whyNot}`,
  async () => {
    const { db, pool } = await openOnSmallDisk()
    const app = await buildApp({ ...services, db, deliveryDb: db, pool })
    ends.push(() => app.close())
    const id = randomUUID()
    const passwordHash = await hashPassword(PASSWORD)
    await db
      .insertInto('userAccount')
      .values({
        id,
        email: 'a@example.com',
        emailKey: 'a@example.com',
        name: 'Ada',
        passwordHash,
        role: 'editor',
        status: 'active',
      })
      .execute()
    const headers: Record<string, string>[] = []
    for (let n = 0; n < 30; n++) {
      const session = await openSession(db, { userId: id, passwordHash }, { ip: '127.0.0.1', userAgent: 'test' })
      headers.push({ authorization: `bearer ${session?.token ?? ''}` })
    }
    const body = `<p>${randomBytes(60_000).toString('hex')}</p>`
    const create = (who: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/api/articles', headers: who, payload: { title: 'A report', body } })
    expect((await create(headers[0])).statusCode).toBe(201)
    await sql`create table filler (bytes bytea)`.execute(db)
    await sql`alter table filler alter column bytes set storage external`.execute(db)
    const fill = async (bytes: number) => {
      for (;;) await sql`insert into filler values (${randomBytes(bytes)})`.execute(db)
    }
    for (const bytes of [1_000_000, 8000, 500]) await expect(fill(bytes)).rejects.toMatchObject({ code: '53100' })

    // The page that counts are written to has no room left either.
    const count = async () => {
      for (;;) await sql`insert into rate_limit (key) values (${randomUUID()})`.execute(db)
    }
    await expect(count()).rejects.toMatchObject({ code: '53100' })

    const refused = await create(headers[0])
    figures.push({ call: 'POST /api/articles', answer: refused.statusCode })
    expect([refused.statusCode, refused.headers.connection]).toEqual([507, 'close'])
    expect(refused.json()).toMatchObject({ code: 'storage_full' })
    const reads = [
      '/api/session',
      '/api/articles',
      '/api/articles?q=report',
      '/api/media',
      '/api/tags',
      '/api/authors',
      '/api/categories',
      '/api/trash',
      '/content/v1/articles',
      '/content/v1/categories',
    ]
    // Each session counts its calls in a row of its own, for which there is no room.
    for (const who of headers)
      for (const url of reads) expect([url, (await app.inject({ url, headers: who })).statusCode]).toEqual([url, 200])
    for (const url of reads) figures.push({ call: `GET ${url}`, answer: 200 })

    await sql`drop table filler`.execute(db)
    await sql`checkpoint`.execute(db)
    expect((await create(headers[0])).statusCode).toBe(201)
  },
  120_000,
)
