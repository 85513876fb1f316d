import { setTimeout as pause } from 'node:timers/promises'
import { until } from './child-processes.ts'
import type { CopydeskServer } from './copydesk-servers.ts'
import { failed, type Answer } from './load.ts'
import { replicasOf, type Node } from './postgres-nodes.ts'
import type { Report } from './report.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const describeFailed = (answers: Answer[]) => {
  const kinds = answers.map(({ method, path, status }) => `${method} ${path} ${status}`)
  return [...new Set(kinds)].slice(0, 4).join('; ')
}

/** `npm` builds of the next version are rolled out like this: one process after the other, each ready before the next. */
export async function restartAll(report: Report, servers: CopydeskServer[], answers: Answer[]): Promise<void> {
  const begun = answers.length
  const began = performance.now()
  for (const server of servers) {
    const code = await server.process.stop('SIGTERM')
    if (code !== 0) throw new Error(`${server.name} ended with ${code}`)
    await server.start()
  }
  const during = answers.slice(begun)
  const lost = during.filter(failed)
  const took = seconds(performance.now() - began)
  report.add(
    'All four restarted, one by one: no request fails',
    lost.length === 0,
    `${during.length} requests in ${took}, ${lost.length} failed ${describeFailed(lost)}`,
  )
}

export async function killProcess(report: Report, server: CopydeskServer, answers: Answer[]): Promise<void> {
  const begun = answers.length
  const killed = performance.now()
  await server.process.kill()
  await pause(6000)
  const lost = answers.slice(begun).filter(failed)
  const [inFlight, later] = [
    lost.filter(({ began }) => began <= killed + 50),
    lost.filter(({ began }) => began > killed + 50),
  ]
  report.add(
    'One process killed: only requests in flight fail',
    later.length === 0,
    `${answers.length - begun} requests in 6 s; in flight ${inFlight.length} failed, later ${later.length} ${describeFailed(later)}`,
  )
  await server.start()
}

/** A way for an operator to point what leads to the primary at another one. */
type Move = (primaryPort: number) => void

/** The primary loses its power; the replica that has the most is promoted, as docs/operating.md says. */
export async function failOver(report: Report, nodes: Node[], move: Move, answers: Answer[]): Promise<Node> {
  const [primary, ...replicas] = nodes
  if (!primary) throw new Error('no primary')
  const begun = answers.length
  const killed = performance.now()
  await primary.process?.kill()
  const positions = await Promise.all(
    replicas.map(async (node) => {
      const [row] = await node.query<{ bytes: number }>(
        `select (pg_last_wal_receive_lsn() - '0/0')::float8 as bytes`,
        'postgres',
      )
      return { node, bytes: row?.bytes ?? 0 }
    }),
  )
  const [best] = positions.toSorted((one, other) => other.bytes - one.bytes)
  if (!best) throw new Error('no replica')
  await best.node.query('select pg_promote()', 'postgres')
  move(best.node.port)
  const promoted = performance.now()
  await until('following', async () =>
    (await replicasOf(best.node)).some(({ state, sync }) => state === 'streaming' && sync === 'sync'),
  )
  const wrote = ({ method, status, began }: Answer) => method === 'POST' && status === 201 && began > killed
  await until('writing again', async () => answers.slice(begun).some(wrote))
  const again = answers.slice(begun).find(wrote)?.ended ?? Infinity
  await pause(5000)
  const lost = answers.slice(begun).filter(failed)
  const last = Math.max(killed, ...lost.map(({ began }) => began))
  const settled = again + 1500
  const later = lost.filter(({ began }) => began > settled)
  const figures = `${best.node.name} promoted after ${seconds(promoted - killed)}, first write confirmed after ${seconds(again - killed)}, last failed request began after ${seconds(last - killed)}`
  report.add(
    'Primary killed, replica promoted: requests fail in these seconds only',
    later.length === 0,
    `${figures}; ${lost.length} failed of ${answers.length - begun}, later ${later.length}`,
  )
  return best.node
}

/** No replica has it, so it is not confirmed. */
export async function stopReplicas(report: Report, primary: Node, replicas: Node[], answers: Answer[]): Promise<void> {
  for (const node of replicas) await node.process?.stop('SIGINT')
  const without = performance.now()
  await pause(7000)
  const until_ = performance.now()
  const during = answers.filter(({ began }) => began > without && began < until_)
  const writes = during.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/articles'))
  const confirmed = writes.filter(({ status }) => status < 300)
  report.add(
    'No replica at all: nothing is confirmed',
    confirmed.length === 0 && writes.length > 0,
    `${writes.length} writes, ${confirmed.length} confirmed`,
  )
  for (const node of replicas) await node.start()
  await until('following', async () => (await replicasOf(primary)).some(({ sync }) => sync === 'sync'))
  const back = performance.now()
  await until('writing again', async () =>
    answers.some(({ began, method, status }) => began > back && method === 'POST' && status === 201),
  )
}
