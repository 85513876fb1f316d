import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { readPidFile } from './server-process.ts'

const starter = join(import.meta.dirname, 'testing', 'lease-and-write.ts')
const root = mkdtempSync(join(tmpdir(), 'copydesk-embedded-'))
const homes = new Set<string>()
let counter = 0
const freshDataDir = () => join(root, `data-${++counter}`)

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  for (const folder of [server.location, server.connection.host]) homes.add(folder)
  return server
}

async function rows(server: { connection: pg.PoolConfig }, sql: string) {
  const client = new pg.Client(server.connection)
  await client.connect()
  const result = await client.query(sql).finally(() => client.end())
  return result.rows as Record<string, unknown>[]
}

afterAll(() => {
  for (const folder of [root, ...homes]) rmSync(folder, { recursive: true, force: true })
})

describe('the embedded PostgreSQL', () => {
  it('keeps what was written for the next start', async () => {
    const dataDir = freshDataDir()
    const first = await start(dataDir)
    await rows(first, `create table note as select '早上好' as text`)
    await first.stop()
    const second = await start(dataDir)
    expect(await rows(second, 'select text from note')).toEqual([{ text: '早上好' }])
    expect(second.location).toBe(first.location)
    await second.stop()
    expect(readPidFile(second.location)).toBeNull()
  })

  it('has in memory after a restart what it had before, without anyone asking for it', async () => {
    const dataDir = freshDataDir()
    const first = await start(dataDir)
    await rows(first, 'create extension pg_buffercache')
    await rows(first, `create table note as select repeat('x', 500) as text from generate_series(1, 2000)`)
    const inMemory = `select count(*)::int as pages from pg_buffercache
      where relfilenode = pg_relation_filenode('note') and reldatabase = (select oid from pg_database where datname = current_database())`
    const pages = async (server: typeof first) => Number((await rows(server, inMemory))[0]?.['pages'])
    const before = await pages(first)
    expect(before).toBeGreaterThan(100)
    await first.stop()
    const second = await start(dataDir)
    await expect.poll(() => pages(second), { timeout: 15_000 }).toBeGreaterThanOrEqual(before)
    await second.stop()
  })

  it('knows Chinese letters, so that search by trigram works', async () => {
    const server = await start(freshDataDir())
    await rows(server, 'create extension pg_trgm')
    expect(await rows(server, `select show_trgm('天气预报') <> '{}' as found`)).toEqual([{ found: true }])
    await server.stop()
  })

  it('listens on no network port', async () => {
    const server = await start(freshDataDir())
    expect(await rows(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await server.stop()
  })

  it('serves two starts of one DATA_DIR at once and stops with the last', async () => {
    const dataDir = freshDataDir()
    const [a, b] = await Promise.all([start(dataDir), startOtherServer(dataDir)])
    await a.stop()
    expect(readPidFile(a.location)?.pid).toBe(b.serverPid)
    await b.end()
    expect(readPidFile(a.location)).toBeNull()
  })

  it('loses no acknowledged row when our process is killed, and is adopted by the next start', async () => {
    const dataDir = freshDataDir()
    const killed = await startOtherServer(dataDir)
    const acknowledged = await killed.kill()
    const next = await start(dataDir)
    const [row] = await rows(next, 'select count(*)::int as n from written')
    expect(row?.['n']).toBeGreaterThanOrEqual(acknowledged)
    expect(readPidFile(next.location)?.pid).toBe(killed.serverPid)
    await next.stop()
  })

  it('loses no acknowledged row when the database server is killed as well', async () => {
    const dataDir = freshDataDir()
    const killed = await startOtherServer(dataDir)
    const acknowledged = await killed.kill()
    process.kill(killed.serverPid, 'SIGKILL')
    const next = await start(dataDir)
    const [row] = await rows(next, 'select count(*)::int as n from written')
    expect(row?.['n']).toBeGreaterThanOrEqual(acknowledged)
    await next.stop()
  })

  it('brings a server back that died under a living process', async () => {
    const said: string[] = []
    const server = await startEmbeddedPostgres({ dataDir: freshDataDir(), log: (line) => said.push(line) })
    homes.add(server.location)
    process.kill(readPidFile(server.location)?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => said.at(-1), { timeout: 20_000 }).toBe('PostgreSQL is back')
    expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('brings a server back that was killed again while it was on its way back', async () => {
    const said: string[] = []
    const server = await startEmbeddedPostgres({ dataDir: freshDataDir(), log: (line) => said.push(line) })
    homes.add(server.location)
    const pidOf = () => readPidFile(server.location)?.pid ?? 0
    const killed = new Set<number>()
    while (killed.size < 3) {
      await expect.poll(() => killed.has(pidOf()) || pidOf() === 0, { timeout: 20_000, interval: 1 }).toBe(false)
      const pid = pidOf()
      process.kill(pid, 'SIGKILL')
      killed.add(pid)
    }
    await expect.poll(() => said.at(-1), { timeout: 30_000 }).toBe('PostgreSQL is back')
    expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('never shares a database between a DATA_DIR and its copy', async () => {
    const dataDir = freshDataDir()
    const copy = freshDataDir()
    const first = await start(dataDir)
    await rows(first, 'create table mine as select 1 as n')
    await first.stop()
    cpSync(dataDir, copy, { recursive: true })
    const second = await start(copy)
    expect(second.location).not.toBe(first.location)
    await second.stop()
  })

  it('follows a DATA_DIR that was moved', async () => {
    const dataDir = freshDataDir()
    const moved = freshDataDir()
    const first = await start(dataDir)
    await rows(first, 'create table mine as select 7 as n')
    await first.stop()
    renameSync(dataDir, moved)
    const second = await start(moved)
    expect(await rows(second, 'select n from mine')).toEqual([{ n: 7 }])
    await second.stop()
  })

  it('works under a path too long for a socket', async () => {
    const server = await start(join(root, 'long'.repeat(30), 'data'))
    expect(await rows(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })
})

/** Another process that holds the server and writes rows until it is ended or killed. */
async function startOtherServer(dataDir: string) {
  const child = spawn(process.execPath, [starter, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, { timeout: 30_000 }).toMatch(/row 20\n/)
  const { location } = JSON.parse(output.split('\n')[0] ?? '') as { location: string }
  homes.add(location)
  const exit = once(child, 'exit')
  return {
    serverPid: readPidFile(location)?.pid ?? 0,
    end: async () => {
      child.stdin.end()
      await exit
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exit
      return Number(/row (\d+)\n[^\n]*$/.exec(output)?.[1])
    },
  }
}
