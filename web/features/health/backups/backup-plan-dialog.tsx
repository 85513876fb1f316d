import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, Select, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { BACKUPS_KEPT, type BackupPlan } from '#contract/backups.ts'
import { FormDialog } from '../../../entity/form-dialog.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { useSite } from '../../session/site.ts'
import { dayHours, zoneWords } from './backup-hours.ts'
import { useEditBackupPlan } from './backup-api.ts'

/** When backups are made by themselves, and how many are kept. */
export function BackupPlanDialog({ plan, onClose }: { plan: BackupPlan; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useEditBackupPlan()
  const { timeZone } = useSite()
  const zone = zoneWords(timeZone)
  const [enabled, setEnabled] = useState(plan.enabled)
  const [hour, setHour] = useState(String(plan.hour))
  const [keep, setKeep] = useState<number | string>(plan.keep)
  const { least, most } = BACKUPS_KEPT
  const isWrong = typeof keep !== 'number' || !Number.isInteger(keep) || keep < least || keep > most
  return (
    <FormDialog
      title={t`Plan of backups`}
      submitLabel={t`Save`}
      ready={!isWrong}
      onClose={onClose}
      onSubmit={async () => {
        await edit.mutateAsync({ enabled, hour: Number(hour), keep: Number(keep) })
        notifyDone(t`Plan saved`)
      }}
    >
      <Stack>
        <Switch
          label={t`Make a backup every day`}
          checked={enabled}
          onChange={(event) => setEnabled(event.currentTarget.checked)}
          data-autofocus
        />
        <Select
          label={t`Time of day (${zone})`}
          data={dayHours}
          value={hour}
          onChange={(next) => setHour(next ?? hour)}
          allowDeselect={false}
          disabled={!enabled}
          maw={200}
        />
        <NumberInput
          label={t`How many are kept`}
          description={t`Older ones are deleted. Those made with “Back up now” stay until you delete them.`}
          value={keep}
          onChange={setKeep}
          min={least}
          max={most}
          allowDecimal={false}
          clampBehavior="none"
          disabled={!enabled}
          maw={360}
          error={isWrong && t`A number from ${least} to ${most}`}
        />
        <Text size="sm" c="dimmed">
          <Trans>
            Each backup is restored on trial into a database of its own, which needs room for a second copy of the data
            for some minutes. Copy backups to another machine: a backup on the same disk is lost with it.
          </Trans>
        </Text>
      </Stack>
    </FormDialog>
  )
}
