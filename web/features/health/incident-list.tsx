import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { healthCheckInfo } from '#contract/health-checks.ts'
import type { HealthIncident } from '#contract/health.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { groupIncidents, type IncidentGroup, lastedMs } from './incident-groups.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useCheckTexts } from './health-check-texts.ts'
import { useWriteValue } from './health-values.ts'
import { stateTones, useHealthWords } from './health-words.ts'
import classes from './health.module.css'

type Props = { incidents: readonly HealthIncident[]; details: boolean }

/** What happened, the newest first: since when, for how long, and why. */
export function IncidentList({ incidents, details }: Props) {
  return (
    <ul className={`${classes.card} ${classes.rows}`}>
      {groupIncidents(incidents).map((group) => (
        <Incident key={group[0].id} group={group} details={details} />
      ))}
    </ul>
  )
}

function Incident({ group, details }: { group: IncidentGroup; details: boolean }) {
  const [incident] = group
  const count = group.length
  const oldest = group.at(-1) ?? incident
  const words = useHealthWords()
  const texts = useCheckTexts()
  const write = useWriteValue()
  const { name, state, cause, detail, value, process, startedAt, endedAt } = incident
  const lasted = write(Math.max(...group.map(lastedMs)) / 1000, 'seconds')
  return (
    <li className={classes.row}>
      <span className={classes.state}>
        <StatusDot tone={stateTones[state]} hollow={endedAt !== null}>
          {words.state(state)}
        </StatusDot>
      </span>
      <span className={classes.what}>
        <span className={classes.plainName}>{texts(name).name}</span>
        <Text component="span" size="xs" c="dimmed" className={classes.aside}>
          {count > 1 ? (
            <Trans>
              {count} times: first <RelativeTime value={oldest.startedAt} />, most recently{' '}
              <RelativeTime value={startedAt} />, for {lasted} at most
            </Trans>
          ) : endedAt ? (
            <Trans>
              <RelativeTime value={startedAt} />, for {lasted}
            </Trans>
          ) : (
            <Trans>
              Since <RelativeTime value={startedAt} />, still so
            </Trans>
          )}
        </Text>
        {details && (cause !== null || detail !== '') && (
          <Text component="span" size="xs" c="dimmed" className={classes.aside}>
            {cause && words.cause(cause)}
            {detail && (
              <>
                <SentenceGap />
                <code>{detail}</code>
              </>
            )}
            {process && (
              <>
                <SentenceGap />
                <code>{process}</code>
              </>
            )}
          </Text>
        )}
      </span>
      <span className={classes.value}>{value === null ? '' : write(value, healthCheckInfo(name).unit)}</span>
    </li>
  )
}
