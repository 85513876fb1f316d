import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm } from '../node-runtime.mjs'
import type { TestClickHouse } from './test-clickhouse-server.ts'

/** ClickHouse 26.7 as a library. No dependency of ours: 543 MB that only this test needs. */
const PACKAGE = 'chdb@3.4.0'
const folder = join('node_modules', '.cache', 'chdb')

type Session = { query: (sql: string, format?: string) => string; cleanup: () => void }

/**
 * Today's ClickHouse behind the part of its HTTP interface that the client uses: the statement is in the body, or in the address
 * with the rows to insert in the body. One statement at a time.
 */
export async function startToday(): Promise<TestClickHouse> {
  const { Session: Open } = load()
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-chdb-'))
  const session = new Open(dataDir)
  let current = 'default'
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const body = Buffer.concat(parts).toString()
      const statement = [searchParams.get('query'), body].filter(Boolean).join('\n')
      const database = searchParams.get('database') ?? 'default'
      try {
        if (database !== current) session.query(`use ${database}`)
        current = database
        reply.end(session.query(statement, 'TSV'))
      } catch (error) {
        reply
          .writeHead(500, { 'content-type': 'text/plain' })
          .end(error instanceof Error ? error.message : String(error))
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `clickhouse://127.0.0.1:${port}/default`,
    version: session.query('select version()', 'TSV').trim(),
    dataDir,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      session.cleanup()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function load(): { Session: new (path: string) => Session } {
  const require = createRequire(join(process.cwd(), folder, 'package.json'))
  try {
    return require('chdb') as { Session: new (path: string) => Session }
  } catch {
    console.log(`Fetching ${PACKAGE} from npm (once, 543 MB) …`)
    mkdirSync(folder, { recursive: true })
    const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--prefix']
    const installed = npm(process.execPath, ['install', ...flags, folder, PACKAGE], folder)
    if (!installed.ok) throw new Error(`${PACKAGE} cannot be fetched: ${installed.said}`)
    return require('chdb') as { Session: new (path: string) => Session }
  }
}
