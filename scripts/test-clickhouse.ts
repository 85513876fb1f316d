/**
 * `npm run test:clickhouse`: the tests of reader events with ClickHouse as their engine, and that both engines give the same
 * answers. Against CLICKHOUSE_URL (clickhouse://…) if it is set, else on a server of its own: the one that is installed, or
 * Debian's, which is installed when this is root on Debian. `-- --today` runs them on today's ClickHouse, which npm has
 * as a library (543 MB, fetched once), too.
 */
import { passSignals, runChild } from './child.mjs'
import { startClickHouse } from './clickhouse/start-clickhouse.ts'

const { url, stop } = await startClickHouse({ isToday: process.argv.includes('--today') })
try {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'clickhouse']
  const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
  const child = runChild(process.execPath, [...args, ...files], { CLICKHOUSE_URL: url })
  const release = passSignals([child])
  process.exitCode = await child.ended
  release()
} finally {
  await stop()
}
