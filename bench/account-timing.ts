/**
 * `npm run bench:account-timing -- [--calls 1000]`: whether the time of an answer tells that an account exists, or that it has a
 * second step. Both kinds of a call come in a random order, one at a time, each about another account and from another network.
 * The share of pairs in which one kind took longer (AUC) is 0.5 when the times tell nothing.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/job-queue.ts'
import { hashPassword } from '../server/features/session/password-hash.ts'
import { startServer } from '../e2e/support/running-server.ts'
import { callerOf, type FaultCall } from '../scripts/faults/fault-call.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { figuresOf } from './measure.ts'
import { writeFigures } from './write-figures.ts'

const { values } = readArguments({
  usage: 'npm run bench:account-timing -- [options]',
  about: 'Whether the time of an answer tells that an account exists, on a server of its own.',
  options: {
    calls: { type: 'string', default: '1000', about: 'calls of each kind' },
    write: { type: 'boolean', default: false, about: 'puts the table into docs/performance.md' },
  },
})
const CALLS = Number(values.calls)
const WARM_UP = 50
/** |AUC − 0.5| of times that tell nothing; with 1,000 calls of each kind chance alone stays below it in 98 of 100 runs. */
const MOST = 0.03

type Kind = { name: string; callFor: (n: number) => FaultCall }
type Pair = { call: string; status: number; kinds: [Kind, Kind] }

const password = `never ${randomUUID()} typed`
/** All of one form, so that neither their length nor their place in an index tells one kind from the other. */
const addressOf = (noun: string, n: number) => `${createHash('md5').update(`${noun}-${n}`).digest('hex')}@example.org`
const post = (path: string, body: object): FaultCall => ({ method: 'POST', path, body })
const signIn = (email: string) => post('/api/session', { email, password })
const reset = (email: string) => post('/api/password-resets', { email })
const register = (email: string) => post('/api/registrations', { email, name: 'Reader', password })

/** The same call about an account and about none. */
const ofAccountOrNone = (call: string, status: number, about: (email: string) => FaultCall): Pair => ({
  call,
  status,
  kinds: [
    { name: 'an account', callFor: (n) => about(addressOf('plain', n)) },
    { name: 'none', callFor: (n) => about(addressOf('none', n)) },
  ],
})
const SIGN_IN = 'sign-in, wrong password'

const pairs: Pair[] = [
  ofAccountOrNone(SIGN_IN, 401, signIn),
  {
    call: SIGN_IN,
    status: 401,
    kinds: [
      { name: 'with a second step', callFor: (n) => signIn(addressOf('step', n)) },
      { name: 'without', callFor: (n) => signIn(addressOf('other', n)) },
    ],
  },
  ofAccountOrNone('forgotten password', 202, reset),
  ofAccountOrNone('registration', 201, register),
]

const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined })
const { host, port, user, database: name } = postgres.connection
const database = createDatabase({ ...postgres.connection, statement_timeout: 0 })
try {
  await migrate(database.db)
  await migrateJobs(database.pool)
  await createAccounts()
  const lines = await measure()
  console.log(lines.join('\n'))
  if (values.write) writeFigures('bench:account-timing', lines)
} finally {
  await database.close()
  await postgres.stop()
  for (const path of [postgres.location, folder]) rmSync(path, { recursive: true, force: true })
}

/** One hash for all of them: what is asked with is never the password. */
async function createAccounts() {
  const passwordHash = await hashPassword(randomUUID())
  for (const noun of ['plain', 'step', 'other'])
    await sql`insert into user_account (id, email, email_key, name, role, status, password_hash)
      select gen_random_uuid(), email, email, 'Person ' || email, 'author', 'active', ${passwordHash}
      from (select md5(${noun}::text || '-' || n) || '@example.org' as email from generate_series(0, ${CALLS + WARM_UP}::int) as n)`.execute(
      database.db,
    )
  const stepped = Array.from({ length: CALLS + WARM_UP + 1 }, (_, n) => addressOf('step', n))
  await sql`insert into authenticator_app (user_id, secret, key_id, last_step)
    select id, '\\x00', 'none', 0 from user_account where email = any(${stepped})`.execute(database.db)
  await sql`update user_account set second_step_since = now() where email = any(${stepped})`.execute(database.db)
}

async function measure(): Promise<string[]> {
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const server = await startServer({ DATABASE_URL, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' })
  const { call, close } = callerOf(server.url, 1)
  try {
    const lines = ['| call | kinds | p50, ms | AUC |', '|---|---|---|---|']
    for (const pair of pairs) {
      const [one, other] = await timesOf(pair, call)
      const share = shareAbove(one, other)
      const verdict = Math.abs(share - 0.5) < MOST ? 'tells nothing' : '**tells**'
      const p50 = [one, other].map((times) => figuresOf(times).p50.toFixed(1)).join(' / ')
      lines.push(
        `| ${pair.call} | ${pair.kinds.map((kind) => kind.name).join(' / ')} | ${p50} | ${share.toFixed(3)}, ${verdict} |`,
      )
      console.log(lines.at(-1))
    }
    return lines
  } finally {
    close()
    await server.stop()
  }
}

/** Milliseconds of each call of both kinds. @throws Error when one was answered in another way */
async function timesOf(
  { call, status, kinds }: Pair,
  send: (call: FaultCall) => Promise<{ status: number; body: string }>,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  const sent = [0, 0]
  while (sent[0]! + sent[1]! < 2 * (CALLS + WARM_UP)) {
    const left = sent.map((n) => CALLS + WARM_UP - n) as [number, number]
    const kind = randomInt(left[0] + left[1]) < left[0] ? 0 : 1
    const n = sent[kind]!++
    const from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const began = performance.now()
    const reply = await send({ ...kinds[kind].callFor(n), from })
    if (n >= WARM_UP) times[kind].push(performance.now() - began)
    if (reply.status !== status) throw new Error(`${call}: ${reply.status} ${reply.body}`)
  }
  return times
}

/** Of all pairs of one time of each list, the share in which the first is larger; equal ones count half. */
function shareAbove(first: number[], second: number[]): number {
  let above = 0
  for (const one of first) for (const other of second) above += one > other ? 1 : one === other ? 0.5 : 0
  return above / (first.length * second.length)
}
