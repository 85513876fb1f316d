import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createReaders } from '../features/events/testing/readers.ts'
import { connectClickHouse } from './clickhouse/clickhouse-connection.ts'
import { createClickHouseEvents } from './clickhouse/clickhouse-events.ts'
import { ch } from './clickhouse/clickhouse-sql.ts'
import { createEventRecorder } from '../features/events/event-commands.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'

const { db, createArticle } = await createReaders()
const address = { database: 'default', user: 'default', password: '', cluster: undefined }

it('a ClickHouse that is away is worth trying again; what it says against a statement is a defect', async () => {
  const answers = [
    [500, 'Code: 252, e.displayText() = DB::Exception: Too many parts'],
    [500, 'Code: 62, e.displayText() = DB::Exception: Syntax error'],
  ] as const
  let turn = 0
  const server = createServer((request, reply) => {
    request.resume()
    reply.writeHead(answers[turn]![0]).end(answers[turn++]![1])
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clickHouse = connectClickHouse({ ...address, url })
  const failures = []
  for (let n = 0; n < 2; n++) failures.push(await clickHouse.run(ch`select 1`).catch((error: unknown) => error))
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  const article = (await createArticle({ status: 'published' })).id
  const record = createEventRecorder(db, createClickHouseEvents(clickHouse, db), async () => new Set())
  const reader = { ip: '203.0.113.70', userAgent: 'Mozilla/5.0 Firefox/140.0', signedIn: false }
  const events = [{ type: 'view' as const, article, referrer: '' }]
  failures.push(await record(reader, { events }).catch((error: unknown) => error))
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, false, true])
  await clickHouse.close()
})
