import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { Article } from '#contract/articles.ts'
import { superuser } from './db/embedded/cluster.ts'
import { placeOf } from './db/embedded/place.ts'
import { readPidFile, stopServer } from './db/embedded/server-process.ts'
import { endServerProcesses, startServerProcess } from './testing/server-process.ts'
import { amount } from './testing/amount.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-kill-'))
const admin = { email: 'ada@example.org', password: 'correct horse battery staple' }
const home = () => placeOf(dataDir).home
const socketDir = () => readPidFile(home())?.socketDir ?? ''
const WRITES = amount({ full: 1000, short: 250 })
endServerProcesses()
afterAll(async () => {
  const folders = [home(), socketDir(), dataDir].filter(Boolean)
  await stopServer(home())
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function start() {
  const server = startServerProcess({
    TMPDIR: tmpdir(),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  })
  const url = `http://127.0.0.1:${await server.ready}`
  const call = async <T>(method: string, path: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `bearer ${token}` }) }
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }
  // A session may ask 600 times a minute; each writer has its own.
  const signIn = async () => (await call<{ token: string }>('POST', '/api/session', admin)).token
  return { ...server, call, signIn }
}
type Server = Awaited<ReturnType<typeof start>>

async function rows(sql: string) {
  const client = new pg.Client({ host: socketDir(), port: 5432, user: superuser, database: 'copydesk' })
  await client.connect()
  const { rows: found } = await client.query<Record<string, unknown>>(sql).finally(() => client.end())
  return found
}

const bodyOf = (n: number) => `<p>${`Line ${n}. `.repeat(200).trim()}</p>`
/** One article, written over and over: what was answered, and what was asked last. */
type Writer = { name: string; id?: string; version: number; answered: number; asked: number }

it('kill -9 in the middle of many article writes loses nothing that was answered, and leaves nothing half written', async () => {
  const writers = Array.from({ length: 10 }, (_, n): Writer => ({
    name: `Article ${n}`,
    version: 0,
    answered: 0,
    asked: 0,
  }))
  const answered = () => writers.reduce((sum, writer) => sum + writer.answered, 0)

  async function write(server: Server, writer: Writer, until: () => boolean) {
    const token = await server.signIn()
    if (writer.id)
      writer.version = (await server.call<Article>('GET', `/api/articles/${writer.id}`, undefined, token)).version
    while (!until() && writer.answered < WRITES / writers.length) {
      writer.asked = writer.answered + 1
      const body = bodyOf(writer.asked)
      const article = writer.id
        ? await server.call<Article>('PATCH', `/api/articles/${writer.id}`, { version: writer.version, body }, token)
        : await server.call<Article>('POST', '/api/articles', { title: writer.name, body }, token)
      Object.assign(writer, { id: article.id, version: article.version, answered: writer.asked })
    }
  }

  let postmaster: number | undefined
  for (const enough of [WRITES * 0.25, WRITES * 0.6, WRITES]) {
    const server = await start()
    // The database outlived us, and is taken over as it is.
    if (postmaster) expect(readPidFile(home())?.pid).toBe(postmaster)
    postmaster = readPidFile(home())?.pid
    const token = await server.signIn()
    for (const { id, answered: last, asked } of writers) {
      if (!id) continue
      const { body } = await server.call<Article>('GET', `/api/articles/${id}`, undefined, token)
      expect([bodyOf(last), bodyOf(asked)]).toContain(body)
    }
    const reached = () => answered() >= enough
    const all = writers.map((writer) =>
      write(server, writer, reached).catch((error: unknown) => {
        if (!reached()) throw error
      }),
    )
    if (enough < WRITES) {
      await expect.poll(() => answered(), { timeout: 20_000, interval: 2 }).toBeGreaterThanOrEqual(enough - 20)
      server.child.kill('SIGKILL')
      await Promise.allSettled(all)
      expect(await server.exited).toBe(null)
    } else {
      await Promise.all(all)
      server.child.kill('SIGTERM')
      expect(await server.exited).toBe(0)
    }
  }
  expect(answered()).toBe(WRITES)
}, 180_000)

it('every article that is there has its history whole, up to its last version', async () => {
  const server = await start()
  const halves = await rows(`
    select a.id from article a
    where (select array_agg(version order by version) from article_revision where article_id = a.id)
        is distinct from array(select generate_series(1, a.version))
      or (select content->>'body' from article_revision where article_id = a.id order by version desc limit 1) is distinct from a.body
      or not exists (select from audit_event where entity_id = a.id and action = 'create')`)
  expect(halves).toEqual([])
  expect((await rows('select count(*)::int as n from article'))[0]?.['n']).toBeGreaterThanOrEqual(10)
  server.child.kill('SIGTERM')
  await server.exited
}, 90_000)
