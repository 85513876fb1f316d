import { hostname } from 'node:os'
import { v7 as uuidv7 } from 'uuid'
import type { HealthCheckName } from '#contract/health-checks.ts'
import type { HealthMonitor } from './health-monitor.ts'
import {
  recordIncidents,
  recordMissed,
  removeReport,
  writeReport,
  type KnownDays,
  type MissedIncident,
  type ReportingProcess,
} from './health-report-commands.ts'

/** This process, under an id of its own for each start. */
export const newReportingProcess = (version: string): ReportingProcess => ({
  id: uuidv7(),
  host: hostname(),
  pid: process.pid,
  version,
  startedAt: new Date().toISOString(),
})

type Reported = Pick<HealthMonitor, 'checks' | 'samples' | 'everySeconds'> & {
  probes: Pick<HealthMonitor['probes'], 'db'>
}

/** Writes down what each turn measured. What could not be written is made good when the database is back. */
export function createHealthReporter(monitor: Reported, self: ReportingProcess) {
  const { db } = monitor.probes
  const days: KnownDays = new Map()
  const missed = new Map<HealthCheckName, MissedIncident>()

  function noteMissed() {
    for (const { name, state, cause, detail, value, since } of monitor.checks()) {
      if (state !== 'warning' && state !== 'bad') continue
      const known = missed.get(name)
      if (known?.state === 'bad' && state === 'warning') continue
      const startedAt = known?.startedAt ?? since
      missed.set(name, { name, state, cause, detail, value, startedAt, endedAt: null })
    }
  }

  async function report() {
    try {
      await writeReport(db, self, monitor.checks(), monitor.samples().at(-1))
      await makeGood()
      await recordIncidents(db, monitor.everySeconds, days)
    } catch {
      // The check of the database tells.
      noteMissed()
    }
  }

  /** What is bad still opens an incident as always; what is unknown waits until it is not. */
  async function makeGood() {
    const now = new Map(monitor.checks().map((check) => [check.name, check]))
    const known = [...missed.values()].filter(({ name }) => now.get(name)?.state !== 'unknown')
    const toWrite = known.flatMap((incident): MissedIncident[] => {
      const check = now.get(incident.name)
      if (check?.state === 'good') return [{ ...incident, endedAt: check.since }]
      // A database that is back answers slowly at first: what was bad before is the beginning of the same incident.
      return check?.state === 'warning' && incident.state === 'bad' ? [{ ...incident, endedAt: null }] : []
    })
    await recordMissed(db, `${self.host}:${self.pid}`, toWrite)
    for (const { name } of known) missed.delete(name)
  }

  return { report, remove: () => removeReport(db, self.id).catch(() => undefined) }
}
