/**
 * `npm run cluster`: four server processes behind nginx with TLS, PgBouncer, and PostgreSQL with a primary and two replicas, all of
 * Debian's packages and with the files of deploy/. Under load it looks whether the processes agree, restarts them, kills one of
 * them, kills the primary and promotes a replica, and looks for everything that was confirmed. Prints a table and leaves nothing.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePorts } from '../clickhouse/free-ports.ts'
import { readArguments } from '../read-arguments.mjs'
import { createClient } from './api-client.ts'
import { createProcesses, lastLines, until } from './child-processes.ts'
import { startServers } from './copydesk-servers.ts'
import { prepareParts } from './debian-parts.ts'
import { failOver, killProcess, restartAll, stopReplicas } from './fault-checks.ts'
import { checkAcknowledged, checkKeptFigures } from './figure-checks.ts'
import { startNginx, startPgBouncer, verifyUnit } from './front.ts'
import { failed, startLoad } from './load.ts'
import { startMailSink } from './mail-sink.ts'
import { addressOf, PASSWORD, rejoin, replicasOf, startNodes } from './postgres-nodes.ts'
import { createReport } from './report.ts'
import { admin, checkJobs, checkLimits, checkSessions, planJobs, signIn } from './shared-state-checks.ts'

const { values } = readArguments({
  usage: 'npm run cluster -- [options]',
  about: 'Runs Copydesk on several processes and databases of Debian, breaks them under load, and looks what is lost.',
  options: {
    jobs: { type: 'string', default: '20', about: 'articles that become due and mails that are sent meanwhile' },
    writers: { type: 'string', default: '4', about: 'people who write at the same time' },
    direct: { type: 'boolean', default: false, about: 'no PgBouncer: servers find the primary by themselves' },
    keep: { type: 'boolean', default: false, about: 'keep the logs of all parts' },
  },
})

const parts = prepareParts()
const folder = mkdtempSync(join(tmpdir(), 'copydesk-cluster-'))
// PostgreSQL and PgBouncer run as another account.
chmodSync(folder, 0o755)
const processes = createProcesses(folder)
const mails = await startMailSink()
let ended = false
async function end(): Promise<void> {
  if (ended) return
  ended = true
  await processes.stopAll()
  mails.stop()
  if (values.keep) console.log(`The logs are in ${folder}.`)
  else rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)))
// Whatever hangs, the run ends.
setTimeout(() => void end().then(() => process.exit(1)), 15 * 60_000).unref()

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await end()
}
process.exit()

async function run(): Promise<boolean> {
  const report = createReport()
  for (const [name, version] of Object.entries(parts.versions)) console.log(`${name}: ${version}`)
  const [one, two, three, pooler, secure, plain, ...serverPorts] = await freePorts(10)
  const nodePorts = [one!, two!, three!]
  const databases = join(folder, 'postgres')
  mkdirSync(databases)
  const place = { bin: parts.postgres, folder: databases, ports: nodePorts, processes }
  const nodes = await startNodes(place)
  const primary = nodes[0]!
  await until(
    'replication',
    async () => (await replicasOf(primary)).filter(({ state }) => state === 'streaming').length === 2,
  )
  report.add(
    'PostgreSQL: a primary, a synchronous and another replica',
    true,
    (await replicasOf(primary)).map(({ name, sync }) => `${name} ${sync}`).join(', '),
  )

  const front = { parts, folder, processes }
  const bouncer = values.direct ? undefined : startPgBouncer(front, pooler!, primary.port)
  const several = `postgres://copydesk:${PASSWORD}@${nodePorts.map((port) => `127.0.0.1:${port}`).join(',')}/copydesk?target_session_attrs=read-write`
  const servers = await startServers(processes, serverPorts, (n) => ({
    DATABASE_URL: bouncer ? addressOf(pooler!) : several,
    ...(bouncer && { DATABASE_DIRECT_URL: several }),
    DATABASE_READ_URL: addressOf(nodePorts[1 + (n % 2)]!),
    PUBLIC_URL: 'https://desk.example.org',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mails.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }))
  startNginx(front, secure!, plain!, serverPorts)
  const through = (n: number) => createClient(`https://127.0.0.1:${secure}`, `127.0.0.${n + 2}`)
  const nginx = through(0)
  await until('nginx answers', async () => (await nginx({ path: '/readyz' })).status === 200)
  report.add(
    'nginx -t, TLS, four processes behind it',
    true,
    `PgBouncer ${bouncer ? 'in front of the primary' : 'left out'}`,
  )

  report.add('systemd-analyze verify copydesk@.service', ...verifyUnit(folder))
  await checkSessions(report, servers)
  await checkLimits(report, servers)
  const token = await signIn(nginx)
  const planned = await planJobs(nginx, token, 15, Number(values.jobs))
  const writers = await Promise.all(
    Array.from({ length: Number(values.writers) }, async (_, n) => ({
      send: through(n + 10),
      token: await signIn(through(n + 10)),
    })),
  )
  const readers = Array.from({ length: 6 }, (_, n) => through(n + 40))
  let published: string | undefined
  const load = startLoad(writers, readers, () => published)
  await checkJobs(report, primary, planned, mails)
  published = planned[0]
  await pause(3000)
  const before = load.answers.filter(failed)
  report.add('Load, nothing broken', before.length === 0, `${load.answers.length} requests, ${before.length} failed`)

  await restartAll(report, servers, load.answers)
  await killProcess(report, servers[1]!, load.answers)
  const next = await failOver(report, nodes, (port) => bouncer?.moveTo(port), load.answers)
  const others = nodes.filter((node) => node !== next && node !== primary)
  await stopReplicas(report, next, others, load.answers)
  await rejoin(place, primary, next)
  await until('rejoining', async () => (await replicasOf(next)).length === 2)
  report.add(
    'The former primary is a replica again',
    true,
    (await replicasOf(next)).map(({ name, sync }) => `${name} ${sync}`).join(', '),
  )
  await load.stop()

  await checkAcknowledged(report, 'Confirmed writes are in the promoted node', next, load.acknowledged)
  await checkKeptFigures(report, next, load.views())
  const ready = await Promise.all(servers.map(async ({ send }) => (await send({ path: '/readyz' })).status))
  report.add(
    'All four processes are ready',
    ready.every((status) => status === 200),
    ready.join(', '),
  )
  for (const server of servers) if (!server.process.isRunning()) console.log(lastLines(server.process.logFile))
  return report.print()
}
