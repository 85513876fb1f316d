/** A process for the tests to kill: says where its server is, then one line for each row it knows to be committed. */
import pg from 'pg'
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts'

const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: () => undefined })
const client = new pg.Client(server.connection)
await client.connect()
await client.query('create table if not exists written (n int)')
console.log(JSON.stringify({ location: server.location }))

let ending = false
process.stdin.on('end', () => (ending = true)).resume()
for (let n = 1; !ending; n++) {
  await client.query('insert into written values ($1)', [n])
  console.log(`row ${n}`)
}
await client.end()
await server.stop()
