import { expect, it } from 'vitest'
import { amount } from '../server/testing/amount.ts'
import { faultTable } from './faults/fault-table.ts'
import { runFaults } from './faults/run-faults.ts'

// The others have tests beside what they test: database-faults, migrate and account-mail. `npm run faults` does all of them, many times.
const SHORT = /server$|PostgreSQL|SIGTERM|full|descriptors/

it('kill -9, SIGTERM, a full disk and a lack of descriptors lose nothing that was acknowledged', async ({ signal }) => {
  const results = await runFaults({
    kills: amount({ full: 2, short: 1 }),
    isShort: true,
    only: SHORT,
    signal,
    say: () => undefined,
  })
  expect(results.flatMap(({ fault, flaws }) => flaws.map((flaw) => `${fault}: ${flaw}`))).toEqual([])
  expect(results.map(({ fault }) => fault)).toEqual([
    'kill -9 of the server',
    'kill -9 of PostgreSQL',
    'SIGTERM under load',
    'disk of the pictures full',
    'out of descriptors',
  ])
  for (const { lost, acknowledged = 0, rounds, fault } of results)
    if (rounds > 0) expect([fault, lost, acknowledged > 10]).toEqual([fault, 0, true])
}, 600_000)

it('the table says what was lost and why a fault was not survived', () => {
  const held = { fault: 'kill -9 of the server', rounds: 2, acknowledged: 1200, lost: 0, backMs: 1540, flaws: [] }
  const failed = { fault: 'SMTP down', rounds: 1, acknowledged: 8, lost: 1, backMs: 90, flaws: ['two mails to a@b.c'] }
  const lines = faultTable([held, failed, { fault: 'disk full', rounds: 0, flaws: [], note: 'only root can' }])
  const rows = lines.map((line) => line.replaceAll(/ +/g, ' '))
  expect(rows).toContain('| kill -9 of the server | 2 | 1,200 | 0 | 1.5 s | survived |')
  expect(rows).toContain('| SMTP down | 1 | 8 | 1 | 0.1 s | FAILED |')
  expect(rows).toContain('| disk full | – | – | – | – | left out: only root can |')
  expect(rows.at(-1)).toBe('SMTP down: two mails to a@b.c')
})
