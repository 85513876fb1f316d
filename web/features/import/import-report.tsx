import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ImportRun } from '#contract/import.ts'
import { paths } from '../../paths.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { useCounts } from '../../ui/progress-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useScreenTitle } from '../../ui/screen.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { ImportAgain } from './import-again.tsx'
import { useImport } from './import-api.ts'
import { ImportCleanUp } from './import-clean-up.tsx'
import { ImportFailed } from './import-failure.tsx'
import { ImportItems } from './import-items.tsx'
import { ImportStatus } from './import-status.tsx'
import { ImportSums } from './import-sums.tsx'

/** One import: its progress while it runs, then what became of every item. */
export function ImportReport({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: run, error } = useImport(id)
  const fileName = run?.fileName
  useScreenTitle(fileName && t`Import of ${fileName}`)

  return (
    <Stack gap="lg">
      <div>
        <Button
          component={ScreenLink}
          to={paths.import}
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          mb="xs"
          leftSection={<IconArrowLeft size={14} />}
        >
          <Trans>All imports</Trans>
        </Button>
        {run && (
          <>
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {fileName}
            </Title>
            <Group gap="md" mt={4} c="dimmed" fz="sm">
              <ImportStatus run={run} />
              {run.createdBy?.name}
              <RelativeTime value={run.createdAt} />
            </Group>
          </>
        )}
      </div>
      <FormProblem error={error} />
      {!run && !error && <Skeleton h={200} />}
      {run && <Body run={run} />}
    </Stack>
  )
}

function Body({ run }: { run: ImportRun }) {
  if (run.status === 'failed') return <ImportFailed run={run} />
  if (run.status !== 'done') return <Running run={run} />
  return (
    <>
      {run.dryRun && <Tried run={run} />}
      <ImportSums run={run} />
      {!run.dryRun && <ImportCleanUp run={run} />}
      <ImportItems run={run} />
    </>
  )
}

function Tried({ run }: { run: ImportRun }) {
  const { t } = useLingui()
  return (
    <Alert variant="light" bg="var(--surface-selected)" title={t`This was a trial: nothing was changed`}>
      {run.importedBy ? (
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            <Trans>The file was imported for real after that.</Trans>
          </Text>
          <Button component={ScreenLink} to={`${paths.import}?run=${run.importedBy}`} size="xs" variant="default">
            <Trans>Open its report</Trans>
          </Button>
        </Group>
      ) : (
        <ImportAgain run={run} dryRun={false}>
          <Trans>Import for real</Trans>
        </ImportAgain>
      )}
    </Alert>
  )
}

function Running({ run: { status, ...run } }: { run: ImportRun }) {
  const { t } = useLingui()
  const { total } = run
  const [done] = useCounts()(run.done, total)
  return (
    <div>
      <ProgressLine done={run.done} total={total} label={t`Progress of the import`}>
        {status === 'waiting' || total === 0 ? (
          <Trans>Waiting for the server to begin…</Trans>
        ) : (
          <Plural value={total} one={`${done} of # item`} other={`${done} of # items`} />
        )}
      </ProgressLine>
      <Text size="sm" c="dimmed">
        <Trans>You may leave this screen; the import goes on.</Trans>
      </Text>
    </div>
  )
}
