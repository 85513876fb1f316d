import { healthCheckNames, overallState } from '#contract/health-checks.ts'
import type { Health, HealthMeasurement, HealthMute, HealthProcess } from '#contract/health.ts'
import type { Db } from '../../db/database.ts'
import type { HealthMonitor } from './health-monitor.ts'
import { listMutes, listProcesses } from './health-queries.ts'
import type { ReportingProcess } from './health-report-commands.ts'
import { worstOf } from './incident-rules.ts'

export type HealthView = Omit<Health, 'can'>

/**
 * What is known of all processes. This one is known from its own memory, so that the answer is right even while the database
 * is away; then it alone is known, and `isPartial` says so.
 */
export function createHealthView(monitor: HealthMonitor, self: ReportingProcess) {
  let mutes: HealthMute[] = []
  return async function viewHealth(db: Db): Promise<HealthView> {
    const known = await Promise.all([listProcesses(db, monitor.everySeconds), listMutes(db)]).catch(() => undefined)
    if (known) mutes = known[1]
    const at = new Date().toISOString()
    const own: HealthProcess = { ...self, seenAt: at, present: true, checks: monitor.checks() }
    const others = (known?.[0] ?? []).filter(({ id }) => id !== self.id)
    const processes = [...others, own].toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    const present = processes.filter((process) => process.present)
    const worst = worstOf(present.map(({ host, pid, checks }) => ({ process: `${host}:${pid}`, checks })))
    const checks = healthCheckNames.flatMap((name) => worst.get(name)?.check ?? [])
    const held = mutes.filter(({ until }) => Date.parse(until) > Date.now())
    const counted = checks.filter(({ name }) => !held.some((mute) => mute.name === name))
    const { everySeconds } = monitor
    const state = overallState(counted.map((check) => check.state))
    return { at, state, checks, processes, mutes: held, everySeconds, isPartial: known === undefined }
  }
}

/** For those who may see the summary only: states and nothing that they come from. */
export const summaryOf = (view: HealthView): HealthView => ({
  ...view,
  checks: view.checks.map(withoutDetails),
  processes: [],
  mutes: view.mutes.map((mute) => ({ ...mute, reason: '', by: null })),
})

const withoutDetails = (check: HealthMeasurement): HealthMeasurement => ({
  ...check,
  value: null,
  cause: null,
  detail: '',
  facts: {},
})
