import pg from 'pg'
import { primaryClient, type Host } from './primary-client.ts'

/** How to reach a database. */
export type DatabaseConnection = pg.PoolConfig & {
  /** A pooler in transaction mode is between: what belongs to a connection does not hold. */
  pooled?: boolean
}

const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/
const PORT = 5432

/**
 * What to connect to for an address as in DATABASE_URL. With several hosts (`host1,host2:5433`, or `?host=…&port=…` as libpq
 * has it) connections go to the one that is the primary now.
 * @throws Error with the end of a sentence about the address
 */
export function databaseConnection(address: string): DatabaseConnection {
  const { hosts, one } = readHosts(address)
  return hosts.length > 1 ? { connectionString: one, Client: primaryClient(hosts) as never } : { connectionString: one }
}

/** A connection outside of any pool, for the same place as `createDatabase(connection)`. */
export function newClient(connection: DatabaseConnection): pg.Client {
  const Client = (connection.Client as unknown as typeof pg.Client | undefined) ?? pg.Client
  return new Client(connection)
}

function readHosts(address: string): { hosts: Host[]; one: string } {
  const [, start, authority = '', path = '', query = ''] = ADDRESS.exec(address) ?? []
  if (start === undefined) throw new Error('must be an address as in postgres://user:password@host/name')
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get('target_session_attrs')
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw new Error('target_session_attrs must be read-write or primary')
  parameters.delete('target_session_attrs')
  const [named, ports] = [parameters.get('host'), parameters.get('port')]
  const hosts = named ? pairs(named.split(','), ports?.split(',') ?? []) : authority.split(',').map(hostOf)
  if (hosts.length > 1 && hosts.some(({ host }) => host === '')) throw new Error('one of its hosts has no name')
  if (hosts.some(({ port }) => !Number.isInteger(port) || port < 1 || port > 65_535))
    throw new Error('one of its ports is not a number up to 65535')
  const [first] = hosts
  if (hosts.length < 2 || !first) return { hosts, one: withQuery(`${start}${authority}${path}`, parameters) }
  if (named) {
    parameters.set('host', first.host)
    parameters.set('port', String(first.port))
    return { hosts, one: withQuery(`${start}${authority}${path}`, parameters) }
  }
  return { hosts, one: withQuery(`${start}${authority.split(',')[0]}${path}`, parameters) }
}

const withQuery = (address: string, parameters: URLSearchParams) =>
  parameters.size > 0 ? `${address}?${parameters.toString()}` : address

const pairs = (names: string[], ports: string[]): Host[] =>
  names.map((host, n) => ({ host, port: Number(ports[n] ?? ports[0] ?? PORT) }))

function hostOf(text: string): Host {
  const [, v6, name, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? []
  if (v6 === undefined && name === undefined) throw new Error(`${text} is not a host`)
  return { host: decodeURIComponent(v6 ?? name ?? ''), port: port ? Number(port) : PORT }
}
