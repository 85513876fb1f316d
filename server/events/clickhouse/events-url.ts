import type { ClickHouseAddress } from './clickhouse-connection.ts'

const SCHEMES = { 'clickhouse:': ['http:', '8123'], 'clickhouses:': ['https:', '8443'] } as const
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
const FORM = 'it must look like clickhouse://user:password@host:8123/database?cluster=name'

/**
 * Reads `clickhouse://user:password@host:8123/database`, or `clickhouses://…` for https. `?cluster=name` names the cluster
 * whose servers hold the tables.
 * @throws Error whose message says what is wrong, to be put behind the name of the variable
 */
export function readEventsUrl(text: string): ClickHouseAddress {
  if (!URL.canParse(text)) throw new Error(FORM)
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text)
  const scheme = SCHEMES[protocol as keyof typeof SCHEMES]
  if (!scheme || !hostname || hash) throw new Error(FORM)
  const stranger = [...searchParams.keys()].find((name) => name !== 'cluster')
  if (stranger !== undefined) throw new Error(`it knows cluster, but not ${stranger}`)
  const [database, cluster] = [pathname.slice(1) || 'default', searchParams.get('cluster') ?? undefined]
  const wrong = [database, cluster ?? database].find((name) => !NAME.test(name))
  if (wrong !== undefined) throw new Error(`${wrong} is not the name of a database or cluster`)
  return {
    url: `${scheme[0]}//${hostname}:${port || scheme[1]}`,
    database,
    user: decodeURIComponent(username) || 'default',
    password: decodeURIComponent(password),
    cluster,
  }
}
