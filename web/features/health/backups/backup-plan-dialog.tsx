import { Trans, useLingui } from '@lingui/react/macro'
import { NumberInput, Select, Stack, Switch, Text } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { BACKUPS_KEPT, BackupPlan, type SavedBackupPlan } from '#contract/backups.ts'
import { useSubmitForm } from '../../../entity/drafts/submit-form.ts'
import { FormDialog } from '../../../entity/form-dialog.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { FormProblem } from '../../session/form-problem.tsx'
import { useSite } from '../../session/site.ts'
import { dayHours, zoneWords } from './backup-hours.ts'
import { useEditBackupPlan } from './backup-api.ts'

const valuesOf = ({ enabled, hour, keep }: BackupPlan): BackupPlan => ({ enabled, hour, keep })

/** When backups are made by themselves, and how many are kept. */
export function BackupPlanDialog({ plan, onClose }: { plan: SavedBackupPlan; onClose: () => void }) {
  const { t } = useLingui()
  const edit = useEditBackupPlan()
  const { timeZone } = useSite()
  const zone = zoneWords(timeZone)
  const labels = {
    enabled: t`Make a backup every day`,
    hour: t`Time of day (${zone})`,
    keep: t`How many are kept`,
  }
  const { form, dirty, notices, failure, submit } = useSubmitForm<SavedBackupPlan & { id: string }, BackupPlan>({
    entity: { id: 'backups', ...plan },
    schema: BackupPlan,
    valuesOf: (now) => valuesOf(now ?? plan),
    shown: {
      enabled: { label: labels.enabled, show: (on) => (on ? t`Yes` : t`No`) },
      hour: { label: labels.hour, show: (hour) => dayHours[hour]?.label },
      keep: { label: labels.keep, show: String },
    },
    // Nothing is typed here that is worth keeping.
    draftKey: undefined,
    save: async (base, values) => ({
      id: 'backups',
      ...(await edit.mutateAsync({ ...values, version: base?.version })),
    }),
    onSaved: () => {
      notifyDone(t`Plan saved`)
      onClose()
    },
  })
  const { enabled, hour, keep } = useWatch({ control: form.control }) as BackupPlan
  const set = <Name extends keyof BackupPlan>(name: Name, value: BackupPlan[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true })
  const { least, most } = BACKUPS_KEPT
  const isWrong = !BackupPlan.shape.keep.safeParse(keep).success
  return (
    <FormDialog
      title={t`Plan of backups`}
      submitLabel={t`Save`}
      ready={!isWrong}
      onClose={onClose}
      onSubmit={async () => {
        if (!dirty) return true
        await submit()
        return false
      }}
    >
      {notices}
      <Stack>
        <Switch
          label={labels.enabled}
          checked={enabled}
          onChange={(event) => set('enabled', event.currentTarget.checked)}
          data-autofocus
        />
        <Select
          label={labels.hour}
          data={dayHours}
          value={String(hour)}
          onChange={(next) => next !== null && set('hour', Number(next))}
          allowDeselect={false}
          disabled={!enabled}
          maw={200}
        />
        <NumberInput
          label={labels.keep}
          description={t`Older ones are deleted. Those made with “Back up now” stay until you delete them.`}
          value={keep}
          onChange={(next) => set('keep', next as number)}
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
        <FormProblem error={failure} />
      </Stack>
    </FormDialog>
  )
}
