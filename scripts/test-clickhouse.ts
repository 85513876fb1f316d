/**
 * `npm run test:clickhouse`: the tests of reader events with ClickHouse as their engine, and that both engines give the same
 * answers. Against CLICKHOUSE_URL (clickhouse://…) if it is set, else on a server of its own: the one that is installed, or
 * Debian's, which is installed when this is root on Debian. `-- --today` runs them on today's ClickHouse, which npm has
 * as a library (543 MB, fetched once), too.
 */
import { passSignals, runChild } from './child.mjs'
import { readArguments } from './read-arguments.mjs'
import { startClickHouse } from './clickhouse/start-clickhouse.ts'

const { values, positionals } = readArguments({
  usage: 'npm run test:clickhouse -- [FILE…] [--today]',
  about: 'Runs the tests of reader events, or those files of them, with a ClickHouse server that it starts.',
  operands: true,
  options: { today: { type: 'boolean', default: false, about: 'a server of today instead of the one of the system' } },
})
const { url, stop } = await startClickHouse({ isToday: values.today })
try {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'clickhouse']
  const child = runChild(process.execPath, [...args, ...positionals], { CLICKHOUSE_URL: url })
  const release = passSignals([child])
  process.exitCode = await child.ended
  release()
} finally {
  await stop()
}
