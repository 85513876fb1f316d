import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { lendableAccounts } from '../../server/db/embedded/account.ts'
import { until, type createProcesses, type RunningProcess } from './child-processes.ts'

export type Node = {
  name: string
  port: number
  folder: string
  process: RunningProcess | undefined
  start: () => Promise<void>
  query: <Row extends pg.QueryResultRow>(text: string, database?: string, options?: string) => Promise<Row[]>
}

export const PASSWORD = 'cluster-password'
const OWNER = 'copydesk'

type Place = { bin: string; folder: string; ports: number[]; processes: ReturnType<typeof createProcesses> }

/** Three PostgreSQL servers with the settings of deploy/postgresql.conf: a primary, and two replicas that follow it. */
export async function startNodes(place: Place): Promise<Node[]> {
  const nodes = place.ports.map((port, n) => createNode(place, `node${n + 1}`, port))
  const [primary, ...replicas] = nodes
  if (!primary) throw new Error('no node')
  initPrimary(place, primary)
  await primary.start()
  // There is no replica yet that could confirm it.
  const local = '-c synchronous_commit=local'
  await primary.query(`create role replicator login replication password '${PASSWORD}'`, 'postgres', local)
  await primary.query(`create database copydesk`, 'postgres', local)
  for (const replica of replicas) {
    const from = `host=127.0.0.1 port=${primary.port} user=replicator password=${PASSWORD}`
    const copy = ['-d', from, '-D', replica.folder, '-X', 'stream', '-c', 'fast']
    run(place, 'pg_basebackup', copy)
    follow(place, replica)
    await replica.start()
  }
  return nodes
}

function createNode(place: Place, name: string, port: number): Node {
  const folder = join(place.folder, name)
  const node: Node = {
    name,
    port,
    folder,
    process: undefined,
    async start() {
      node.process = place.processes.start(name, join(place.bin, 'postgres'), ['-D', folder], owner())
      await until(`${name} answers`, async () => (await node.query('select 1', 'postgres')).length === 1)
    },
    async query<Row extends pg.QueryResultRow>(text: string, database = 'copydesk', options = '') {
      const client = new pg.Client({
        connectionString: addressOf(port, database),
        connectionTimeoutMillis: 2000,
        options,
      })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<Row>(text)).rows
      } finally {
        void client.end().catch(() => undefined)
      }
    },
  }
  return node
}

export const addressOf = (port: number, database = 'copydesk') =>
  `postgres://${OWNER}:${PASSWORD}@127.0.0.1:${port}/${database}`

/** PostgreSQL refuses root. */
export function owner(): { uid?: number; gid?: number; cwd: string } {
  const [account] = process.getuid?.() === 0 ? lendableAccounts() : []
  return account?.kind === 'other' ? { uid: account.uid, gid: account.gid, cwd: '/' } : { cwd: '/' }
}

function run({ bin }: Place, program: string, args: string[], extra: NodeJS.ProcessEnv = {}): void {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...extra }
  const { status, stderr } = spawnSync(join(bin, program), args, { ...owner(), env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

function initPrimary(place: Place, node: Node): void {
  const { uid, gid } = owner()
  if (uid !== undefined && gid !== undefined) chownSync(place.folder, uid, gid)
  const passwordFile = join(place.folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  run(
    place,
    'initdb',
    `-D ${node.folder} -U ${OWNER} --auth=scram-sha-256 --pwfile=${passwordFile} --locale=C.UTF-8 -E UTF8`.split(' '),
  )
  appendFileSync(join(node.folder, 'pg_hba.conf'), 'host replication replicator 127.0.0.1/32 scram-sha-256\n')
  configure(place, node)
}

/** deploy/postgresql.conf, with the places of this run. */
function configure(place: Place, node: Node): void {
  const hosts = place.ports.map(() => '127.0.0.1').join(',')
  const conninfo = `host=${hosts} port=${place.ports.join(',')} user=replicator password=${PASSWORD} application_name=${node.name}`
  const text = readFileSync(join(import.meta.dirname, '../../deploy/postgresql.conf'), 'utf8')
    .replace(/^primary_conninfo = .*$/m, `primary_conninfo = '${conninfo} target_session_attrs=read-write'`)
    .replace(/^listen_addresses = .*$/m, `listen_addresses = '127.0.0.1'\nport = ${node.port}`)
    .replace(/^shared_buffers = .*$/m, 'shared_buffers = 64MB')
  const sockets = join(place.folder, 'sockets')
  mkdirSync(sockets, { recursive: true })
  const { uid, gid } = owner()
  if (uid !== undefined && gid !== undefined) chownSync(sockets, uid, gid)
  // Over what initdb or the copy brought: the last line of a setting counts.
  writeFileSync(
    join(node.folder, 'postgresql.auto.conf'),
    `${text}unix_socket_directories = '${sockets}'\ncluster_name = '${node.name}'\n`,
  )
}

/** Makes a copy of another node a replica. */
function follow(place: Place, node: Node): void {
  configure(place, node)
  writeFileSync(join(node.folder, 'standby.signal'), '')
  const { uid, gid } = owner()
  if (uid !== undefined && gid !== undefined) chownSync(join(node.folder, 'standby.signal'), uid, gid)
}

/** Brings a former primary back as a replica: what it wrote and sent to no one is undone. */
export async function rejoin(place: Place, node: Node, primary: Node): Promise<void> {
  const source = `host=127.0.0.1 port=${primary.port} user=${OWNER} password=${PASSWORD} dbname=postgres`
  run(place, 'pg_rewind', ['--target-pgdata', node.folder, '--source-server', source])
  follow(place, node)
  await node.start()
}

export type ReplicaRow = { name: string; state: string; sync: string }

export const replicasOf = (primary: Node): Promise<ReplicaRow[]> =>
  primary.query<ReplicaRow>(
    'select application_name as name, state, sync_state as sync from pg_stat_replication order by 1',
    'postgres',
  )
