import type { HealthIncident } from '#contract/health.ts'

const SHORT_MS = 120_000
const CLOSE_MS = 3_600_000

/** Incidents that are shown as one line, the newest first. */
export type IncidentGroup = readonly [newest: HealthIncident, ...older: HealthIncident[]]

/** Joins short incidents of one check that are over, equally bad, and followed each other within an hour. */
export function groupIncidents(incidents: readonly HealthIncident[]): IncidentGroup[] {
  const groups: [HealthIncident, ...HealthIncident[]][] = []
  const open = new Map<string, [HealthIncident, ...HealthIncident[]]>()
  for (const incident of incidents) {
    const key = `${incident.name} ${incident.state}`
    const group = open.get(key)
    const last = group?.at(-1)
    const isClose = last && Date.parse(last.startedAt) - Date.parse(incident.startedAt) < CLOSE_MS
    if (group && isClose && isShort(last) && isShort(incident)) group.push(incident)
    else {
      const begun: [HealthIncident] = [incident]
      groups.push(begun)
      open.set(key, begun)
    }
  }
  return groups
}

/** Milliseconds; 0 while it is not over. */
export const lastedMs = ({ startedAt, endedAt }: HealthIncident): number =>
  endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt)

const isShort = (incident: HealthIncident): boolean => incident.endedAt !== null && lastedMs(incident) < SHORT_MS
