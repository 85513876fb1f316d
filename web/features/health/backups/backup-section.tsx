import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { IconClock, IconDatabaseExport } from '@tabler/icons-react'
import { useState } from 'react'
import type { Backup, Backups } from '#contract/backups.ts'
import { useProblemText } from '../../../api/problem-text.tsx'
import { LoadFailed } from '../../../entity/load-failed.tsx'
import { notifyDone, notifyFailure } from '../../../ui/notify.tsx'
import { PlannedTime } from '../../../ui/relative-time.tsx'
import { useSite } from '../../session/site.ts'
import classes from '../health.module.css'
import { isUnderWay, useBackups, useMakeBackup } from './backup-api.ts'
import { BackupDeleteDialog } from './backup-delete-dialog.tsx'
import { hourText, zoneWords } from './backup-hours.ts'
import { BackupPlanDialog } from './backup-plan-dialog.tsx'
import { BackupRow } from './backup-row.tsx'

const SHOWN = 5

/** Backups of the installation: when they are made, what became of them, and one more at once. */
export function BackupSection() {
  const { t } = useLingui()
  const { data, error, refetch } = useBackups()
  return (
    <section className={classes.section} aria-labelledby="backups">
      <Title order={2} id="backups" mb="xs">
        <Trans>Backups</Trans>
      </Title>
      {error && !data && (
        <LoadFailed title={t`Backups could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={120} />}
      {data && <Loaded backups={data} />}
    </section>
  )
}

function Loaded({ backups }: { backups: Backups }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const make = useMakeBackup()
  const [editsPlan, setEditsPlan] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const [deleting, setDeleting] = useState<Backup>()
  const { items, plan } = backups
  const start = async () => {
    try {
      await make.mutateAsync(undefined)
      notifyDone(t`The backup begins in a moment`)
    } catch (failure) {
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    }
  }
  const shown = showsAll ? items : items.slice(0, SHOWN)
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <PlanText backups={backups} />
        <Group gap="xs">
          <Button variant="default" leftSection={<IconClock size={16} />} onClick={() => setEditsPlan(true)}>
            <Trans>Plan…</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconDatabaseExport size={16} />}
            disabled={isUnderWay(backups)}
            loading={make.isPending}
            onClick={() => void start()}
          >
            <Trans>Back up now</Trans>
          </Button>
        </Group>
      </Group>
      {items.length > 0 && (
        <ul className={`${classes.card} ${classes.rows}`} aria-label={t`Backups`}>
          {shown.map((backup) => (
            <BackupRow key={backup.id} backup={backup} onDelete={() => setDeleting(backup)} />
          ))}
        </ul>
      )}
      {items.length > SHOWN && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? <Trans>Show fewer</Trans> : <Trans>Show all {items.length}</Trans>}
        </Button>
      )}
      {editsPlan && <BackupPlanDialog plan={plan} onClose={() => setEditsPlan(false)} />}
      <BackupDeleteDialog backup={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

function PlanText({ backups: { plan, nextAt, folder, isEncrypted, isWaiting } }: { backups: Backups }) {
  const { timeZone } = useSite()
  const hour = hourText(plan.hour)
  const zone = zoneWords(timeZone)
  return (
    <div className={classes.head}>
      <Text size="sm" role="status">
        {isWaiting ? (
          <Trans>A backup is about to begin.</Trans>
        ) : plan.enabled ? (
          <Trans>
            Every day at {hour} {zone}; the newest {plan.keep} are kept.
          </Trans>
        ) : (
          <Trans>No backups are made by themselves.</Trans>
        )}
      </Text>
      {nextAt !== null && !isWaiting && (
        <Text size="xs" c="dimmed">
          <Trans>
            Next backup: <PlannedTime value={nextAt} />
          </Trans>
        </Text>
      )}
      <Text size="xs" c="dimmed" className={classes.aside}>
        {isEncrypted ? (
          <Trans>
            Encrypted, in <code>{folder}</code>
          </Trans>
        ) : (
          <Trans>
            Not encrypted, in <code>{folder}</code>
          </Trans>
        )}
      </Text>
    </div>
  )
}
