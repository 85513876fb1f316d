import { join } from 'node:path'
import { processEnv } from '../../server/testing/process-env.ts'
import { createClient } from './api-client.ts'
import { lastLines, until, type createProcesses, type RunningProcess } from './child-processes.ts'

export type CopydeskServer = {
  name: string
  port: number
  process: RunningProcess
  send: ReturnType<typeof createClient>
  start: () => Promise<void>
}

/** On a busy machine the database may not answer a server that starts. */
const MOST_STARTS = 5

/** Server processes as deploy/copydesk@.service starts them, one for each environment. */
export async function startServers(
  processes: ReturnType<typeof createProcesses>,
  ports: number[],
  envOf: (n: number) => Record<string, string>,
): Promise<CopydeskServer[]> {
  const servers = ports.map((port, n) => {
    const name = `copydesk@${port}`
    const launch = () =>
      processes.start(name, process.execPath, ['server/main.ts'], {
        cwd: join(import.meta.dirname, '../..'),
        env: {
          ...processEnv,
          HOST: '127.0.0.1',
          PORT: String(port),
          MALLOC_ARENA_MAX: '2',
          LOG_LEVEL: 'warn',
          ...envOf(n),
        },
      })
    const send = createClient(`http://127.0.0.1:${port}`)
    const isReady = async () => (await send({ path: '/readyz' })).status === 200
    const server: CopydeskServer = {
      name,
      port,
      send,
      process: launch(),
      async start() {
        let starts = 0
        const isReadyOrStarted = async () => {
          if (server.process.isRunning()) return isReady()
          // As systemd does.
          if (++starts > MOST_STARTS) return true
          server.process = launch()
          return false
        }
        await until(`${name} is ready`, isReadyOrStarted, 180)
        if (!server.process.isRunning()) throw new Error(`${name} ended:\n${lastLines(server.process.logFile)}`)
      },
    }
    return server
  })
  await Promise.all(servers.map((server) => server.start()))
  return servers
}
