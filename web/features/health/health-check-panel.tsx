import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer, Group, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { healthCheckInfo, type HealthCheckName, healthFacts, type HealthFact } from '#contract/health-checks.ts'
import type { Health, HealthMeasurement } from '#contract/health.ts'
import { PlannedTime, RelativeTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import factClasses from '../../ui/facts.module.css'
import { useCheckActions } from './health-check-list.tsx'
import { DatabaseConnections } from './database-connections.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { useHealthHistory } from './health-api.ts'
import { useCheckTexts } from './health-check-texts.ts'
import { useMeasuredText, useThresholdText, useWriteValue } from './health-values.ts'
import { stateTones, useHealthWords } from './health-words.ts'
import { IncidentList } from './incident-list.tsx'
import { StateStrip } from './state-strip.tsx'
import { WrittenMails } from './written-mails.tsx'
import classes from './health.module.css'

type Props = { name: HealthCheckName | undefined; health: Health; onClose: () => void }

/** One check in full: what it measured, why it matters, how to fix it, and what was. */
export function HealthCheckPanel({ name, health, onClose }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(name)
  if (name !== undefined && name !== shown) setShown(name)
  const texts = useCheckTexts()
  const check = health.checks.find((one) => one.name === shown)
  return (
    <Drawer
      opened={name !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={
        <Text component="span" fw={600}>
          {shown ? texts(shown).name : ''}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {check && <Panel check={check} health={health} />}
    </Drawer>
  )
}

function Panel({ check, health }: { check: HealthMeasurement; health: Health }) {
  const words = useHealthWords()
  const { name, why, fix } = useCheckTexts()(check.name)
  const actions = useCheckActions()
  const history = useHealthHistory({ name: check.name, limit: 10 }).data
  const mute = health.mutes.find((one) => one.name === check.name)
  const strip = history?.strips[0]
  return (
    <div className={classes.panel}>
      <Group justify="space-between">
        <StatusDot tone={stateTones[check.state]}>{words.state(check.state)}</StatusDot>
        {health.can.run && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={() => void actions.run(check.name)}
          >
            <Trans>Run again</Trans>
          </Button>
        )}
      </Group>
      {check.cause && <Text size="sm">{words.cause(check.cause)}</Text>}
      {mute && (
        <Text size="sm">
          <Trans>
            Muted until <PlannedTime value={mute.until} />
          </Trans>
          {mute.reason && ` (${mute.reason})`}
        </Text>
      )}
      {health.can.details && <Measured check={check} />}
      <section>
        <h3>
          <Trans>Why it matters</Trans>
        </h3>
        <Text size="sm">{why}</Text>
      </section>
      <section>
        <h3>
          <Trans>How to fix it</Trans>
        </h3>
        <Text size="sm">{fix}</Text>
      </section>
      {check.name === 'failed_jobs' && health.can.mute && <FailedJobs measured={check.value} />}
      {(check.name === 'locks' || check.name === 'slow_queries') && health.can.mute && (
        <DatabaseConnections check={check.name} state={check.state} />
      )}
      {check.name === 'mail' && health.can.mute && <WrittenMails />}
      {health.processes.length > 1 && <ByProcess check={check} health={health} />}
      {history && strip && (
        <section>
          <h3>
            <Trans>The last 30 days</Trans>
          </h3>
          <StateStrip name={name} days={history.days} states={strip.states} />
          {history.incidents.length > 0 && <IncidentList incidents={history.incidents} details={health.can.details} />}
        </section>
      )}
    </div>
  )
}

function Measured({ check }: { check: HealthMeasurement }) {
  const words = useHealthWords()
  const write = useWriteValue()
  const thresholds = useThresholdText()(check.name)
  const measured = useMeasuredText()
  const facts = Object.entries(check.facts) as [HealthFact, number][]
  return (
    <dl className={factClasses.facts}>
      {check.value !== null && (
        <>
          <dt>
            <Trans>Measured</Trans>
          </dt>
          <dd>{measured(check)}</dd>
        </>
      )}
      {thresholds && (
        <>
          <dt>
            <Trans>Threshold</Trans>
          </dt>
          <dd>{thresholds}</dd>
        </>
      )}
      {facts.map(([fact, value]) => (
        <div key={fact} style={{ display: 'contents' }}>
          <dt>{words.fact(fact)}</dt>
          <dd>
            {fact === 'processId' || fact === 'lastMigration' ? <code>{value}</code> : write(value, healthFacts[fact])}
          </dd>
        </div>
      ))}
      {check.detail && (
        <>
          <dt>
            <Trans>Details</Trans>
          </dt>
          <dd>
            <code>{check.detail}</code>
          </dd>
        </>
      )}
      <dt>
        <Trans>Last measured</Trans>
      </dt>
      <dd>
        <RelativeTime value={check.at} />
      </dd>
    </dl>
  )
}

function ByProcess({ check, health }: { check: HealthMeasurement; health: Health }) {
  const words = useHealthWords()
  const write = useWriteValue()
  const { unit } = healthCheckInfo(check.name)
  return (
    <section>
      <h3>
        <Trans>By server process</Trans>
      </h3>
      <dl className={factClasses.facts}>
        {health.processes
          .filter(({ present }) => present)
          .map(({ id, host, pid, checks }) => {
            const own = checks.find(({ name }) => name === check.name)
            return (
              <div key={id} style={{ display: 'contents' }}>
                <dt>
                  <code>
                    {host}:{pid}
                  </code>
                </dt>
                <dd>
                  {own && (
                    <StatusDot tone={stateTones[own.state]}>
                      {own.value === null ? words.state(own.state) : write(own.value, unit)}
                    </StatusDot>
                  )}
                </dd>
              </div>
            )
          })}
      </dl>
    </section>
  )
}
