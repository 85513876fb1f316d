import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Skeleton, Title } from '@mantine/core'
import { IconBell, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import type { HealthCheckName } from '#contract/health-checks.ts'
import type { Health } from '#contract/health.ts'
import { LoadFailed } from '../../entity/load-failed.tsx'
import { paths } from '../../paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { BackupSection } from './backups/backup-section.tsx'
import { AlertsDialog } from './alerts-dialog.tsx'
import { HealthCheckList } from './health-check-list.tsx'
import { useTally } from './health-tally.ts'
import { isDatabaseAway, useHealth } from './health-api.ts'
import { HealthCharts } from './health-charts.tsx'
import { HealthCheckPanel } from './health-check-panel.tsx'
import { HealthHistorySection } from './health-history.tsx'
import { type LiveState, useLiveHealth } from './health-live.ts'
import { HealthProcesses } from './health-processes.tsx'
import { SentNotice } from './sent-notice.tsx'
import { stateTones, useHealthWords } from './health-words.ts'
import classes from './health.module.css'

/** How the installation is: every check, live, with what was. */
export function HealthPage() {
  const { t } = useLingui()
  const { data, error, failureReason, refetch } = useHealth()
  // Said at once: until the last try has failed, seconds pass.
  const refused = error ?? (isDatabaseAway(failureReason) ? failureReason : null)
  const live = useLiveHealth(data !== undefined)
  const [opened, setOpened] = useState<HealthCheckName>()
  const [showsAlerts, setShowsAlerts] = useState(false)
  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <div className={classes.head}>
          <Title order={1}>
            <Trans>Health</Trans>
          </Title>
          {data && <Overall health={data} live={live} />}
        </div>
        <Group gap="xs">
          {data?.can.mute && (
            <Button variant="default" leftSection={<IconBell size={16} />} onClick={() => setShowsAlerts(true)}>
              <Trans>Alerts</Trans>
            </Button>
          )}
          <Button
            component={ScreenLink}
            to={paths.diagnostic}
            variant="default"
            leftSection={<IconPlugConnected size={16} />}
          >
            <Trans>Connection diagnostics</Trans>
          </Button>
        </Group>
      </Group>
      {data && <Notices health={data} live={live} />}
      {data?.can.details && <SentNotice />}
      {refused && !data && (
        <LoadFailed
          title={
            isDatabaseAway(refused) ? t`The server answers, but its database does not` : t`Health could not be loaded`
          }
          error={refused}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !refused && <HealthSkeleton />}
      {data && (
        <>
          <HealthCheckList health={data} onOpen={setOpened} />
          {data.can.mute && <BackupSection />}
          {data.can.details && <HealthCharts health={data} />}
          {data.can.details && <HealthProcesses health={data} />}
          <HealthHistorySection details={data.can.details} />
          <HealthCheckPanel name={opened} health={data} onClose={() => setOpened(undefined)} />
          {data.can.mute && <AlertsDialog opened={showsAlerts} onClose={() => setShowsAlerts(false)} />}
        </>
      )}
    </div>
  )
}

function Overall({ health, live }: { health: Health; live: LiveState }) {
  const words = useHealthWords()
  const tally = useTally()
  return (
    <p className={classes.overall}>
      <span role="status">
        <StatusDot tone={stateTones[health.state]}>
          {health.checks.every(({ state }) => state === 'unknown') ? (
            <Trans>Not measured yet</Trans>
          ) : (
            words.overall(health.state)
          )}
        </StatusDot>
      </span>
      <span className={classes.asOf}>{tally(health)}</span>
      <span className={classes.asOf}>
        {live.kind === 'live' ? (
          <Trans>Live</Trans>
        ) : (
          <Trans>
            As of <RelativeTime value={health.at} />
          </Trans>
        )}
      </span>
    </p>
  )
}

function Notices({ health, live }: { health: Health; live: LiveState }) {
  // Not before its next turn, where it has just gone away.
  const away = health.checks.find(({ name, state }) => name === 'database' && state === 'bad')
  return (
    <div role="status" className={classes.notices}>
      {live.kind === 'lost' && (
        <Alert color="yellow" variant="light">
          <Trans>
            The server has not been reached since <RelativeTime value={live.since} />. What you see is as it was then;
            it is tried again by itself.
          </Trans>
        </Alert>
      )}
      {live.kind === 'live' && health.isPartial && (
        <Alert color="red" variant="light">
          {away ? (
            <Trans>
              The database has not answered since <RelativeTime value={away.since} />. Only what this server process
              measures itself is shown.
            </Trans>
          ) : (
            <Trans>The database does not answer. Only what this server process measures itself is shown.</Trans>
          )}
        </Alert>
      )}
    </div>
  )
}

function HealthSkeleton() {
  return (
    <div className={classes.late} aria-busy="true">
      {[6, 4, 3].map((rows) => (
        <Skeleton key={rows} h={rows * 44} mb="lg" />
      ))}
    </div>
  )
}
