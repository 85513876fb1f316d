import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportRun } from '#contract/import.ts'
import { paths } from '../../paths.ts'
import { useScreen } from '../../ui/screen.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { FormProblem } from '../session/form-problem.tsx'
import { useImportAgain } from './import-api.ts'
import { dateFormat } from '../../ui/formats.ts'

/** Imports the uploaded file of a run once more; where it is no longer kept, says so and leads to choosing it. */
export function ImportAgain({ run, dryRun, children }: { run: ImportRun; dryRun: boolean; children: ReactNode }) {
  const { i18n } = useLingui()
  const { navigate } = useScreen()
  const zone = useTimeZone()
  const again = useImportAgain()
  if (!run.fileKeptUntil)
    return (
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <Trans>The uploaded file was kept for a day and is gone. Choose it again to import it.</Trans>
        </Text>
        <Button component={ScreenLink} to={paths.import} size="xs" variant="default">
          <Trans>Choose the file again</Trans>
        </Button>
      </Group>
    )
  const until = dateFormat(i18n.locale, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(run.fileKeptUntil))
  const begin = () =>
    again.mutate({ id: run.id, dryRun }, { onSuccess: ({ id }) => navigate(`${paths.import}?run=${id}`) })
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          <Trans>The server keeps the uploaded file until {until}; you do not have to choose it again.</Trans>
        </Text>
        <Button size="xs" onClick={begin} loading={again.isPending}>
          {children}
        </Button>
      </Group>
      <FormProblem error={again.error} />
    </Stack>
  )
}
