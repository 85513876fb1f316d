/**
 * `npm run faults -- [--rounds 200] [--short] [--only PATTERN]`: the server as it ships, written to by several people, while
 * processes are killed, the database is away, disks are full and so on. Compares every acknowledged write with what is stored.
 */
import { readArguments } from './read-arguments.mjs'
import { faultTable } from './faults/fault-table.ts'
import { runFaults } from './faults/run-faults.ts'

const { values } = readArguments({
  usage: 'npm run faults -- [options]',
  about: 'Does faults to the server as it ships while several people write, and looks for every acknowledged write.',
  options: {
    rounds: { type: 'string', default: '200', about: 'kills in all, half of the server and half of PostgreSQL' },
    short: { type: 'boolean', default: false, about: 'a few rounds of each, as npm test has them' },
    only: { type: 'string', value: 'PATTERN', about: 'only the faults whose name it finds' },
  },
})
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

const results = await runFaults({
  kills: values.short ? 4 : Number(values.rounds),
  isShort: values.short,
  only: new RegExp(values.only ?? ''),
  signal: stopping.signal,
  say: (line) => console.error(line),
})
console.log(faultTable(results).join('\n'))
process.exit(results.some(({ flaws }) => flaws.length > 0) || stopping.signal.aborted ? 1 : 0)
