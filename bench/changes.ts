/**
 * `npm run bench:changes -- [--database URL]`: what editors change at once on one or on many articles, names, pictures and albums, over HTTP,
 * and what it costs to undo it. Each change is made once and undone. With --database it works in what `npm run seed` wrote there; else it
 * seeds a database of its own and leaves nothing behind. Compare the lines with each other: milliseconds belong to the machine.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../e2e/support/running-server.ts'
import { createDatabase } from '../server/db/database.ts'
import { readArguments } from '../scripts/read-arguments.mjs'
import { fillOwnDatabase, type Open, planOf, sizesOf, startOwnDatabase } from './bench-servers.ts'
import { tokensOf } from './bench-sessions.ts'
import { changes, type Change, type Send } from './change-scenarios.ts'
import { clientOf } from './measure.ts'
import { takeSamples } from './samples.ts'
import { stopScheduledBackups } from './scheduled-backups.ts'
import { writeFigures } from './write-figures.ts'

const { values } = readArguments({
  usage: 'npm run bench:changes -- [options]',
  about: 'What editors change at once on one or on many, and what it costs to undo it.',
  options: {
    articles: { type: 'string', about: 'articles to seed (20000)' },
    only: { type: 'string', value: 'TEXT', about: 'only what has this in its title' },
    database: { type: 'string', value: 'URL', about: 'what npm run seed wrote there' },
    write: { type: 'boolean', default: false, about: 'puts the table into docs/performance.md' },
  },
})
const LONGEST_MS = 60 * 60_000
/** A change of many is one call. */
const CALL_MS = 20 * 60_000
const ASK_MS = 100

const open: Open = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(1))
setTimeout(() => void stop(1, 'This takes too long; stopped.'), LONGEST_MS).unref()

try {
  await run()
  await stop(0)
} catch (error) {
  await stop(1, error instanceof Error ? error.message : String(error))
}

async function run() {
  const url = values.database ?? (await startOwnDatabase(open))
  const { db, pool, close } = createDatabase({
    connectionString: url,
    statement_timeout: 0,
    application_name: 'bench',
  })
  open.push(close)
  if (!values.database) await fillOwnDatabase({ db, pool }, planOf(sizesOf(Number(values.articles ?? 20_000))), open)
  await stopScheduledBackups(db)
  const server = await startServer({ DATABASE_URL: url })
  open.push(server.stop)
  const token = await tokensOf(db, 'administrator')
  const client = clientOf(server.url, 1, CALL_MS)
  const send: Send = async (call) => JSON.parse(await client({ ...call, token: await token() }))
  const wanted = ({ title }: Change) => new RegExp(values.only ?? '').test(title)
  const lines = ['| | of | ms | undo, ms |', '|---|---|---|---|']
  for (const change of changes(await takeSamples(pool), pool).filter(wanted)) {
    lines.push(await measure(change, send))
    console.log(lines.at(-1))
  }
  if (values.write) writeFigures('changes', lines)
}

async function measure({ title, prepare, call, of }: Change, send: Send): Promise<string> {
  await prepare?.(send)
  const made = await call()
  const [took, reply] = await timed(() => send(made))
  const ids = reply.undo ? [reply.undo.id] : []
  const [undone] = await timed(() => Promise.all(ids.map((id) => undo(send, id))))
  return `| ${title} | ${of(reply).toLocaleString('en')} | ${took} | ${ids.length > 0 ? undone : ''} |`
}

async function timed<T>(work: () => Promise<T>): Promise<[string, T]> {
  const began = performance.now()
  const done = await work()
  return [Math.round(performance.now() - began).toLocaleString('en'), done]
}

/** As the console does: what is too much for one reply, a job undoes. */
async function undo(send: Send, id: string): Promise<void> {
  const { inBackground } = await send({ method: 'POST', path: `/api/undo/${id}?background=true` })
  while (inBackground) {
    const { status } = await send({ path: `/api/undo/${id}/progress` })
    if (status === 'failed') throw new Error(`The undo ${id} failed.`)
    if (status === 'done') return
    await pause(ASK_MS)
  }
}

async function stop(code: number, why?: string): Promise<never> {
  if (why) console.error(why)
  for (const end of open.splice(0).toReversed()) await end()
  process.exit(code)
}
