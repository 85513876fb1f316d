import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { SiteExport as Export } from '#contract/site-exports.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { useCounts } from '../../ui/progress-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { FormProblem } from '../session/form-problem.tsx'
import { useMe } from '../session/session-api.ts'
import classes from './import.module.css'
import { useRemoveExport, useSiteExports, useStartExport } from './site-export-api.ts'
import { SiteExportRow } from './site-export-row.tsx'

/** All content as one file: started here, made by the server, downloaded for a day. */
export function SiteExport() {
  const { t } = useLingui()
  const { data, error } = useSiteExports()
  const [versions, setVersions] = useState(true)
  const start = useStartExport()
  const running = data?.find(({ status }) => status === 'running')
  const ended = data?.filter(({ status }) => status !== 'running') ?? []
  useWhenOver(data, running)
  const { reset } = start
  useEffect(reset, [reset, running?.id])
  return (
    <section aria-labelledby="export-all">
      <Title order={2} id="export-all">
        <Trans>Export all content</Trans>
      </Title>
      <Text c="dimmed" mt={4} maw={640}>
        <Trans>
          The file holds articles, authors, tags, categories, albums, snippets, ads and placements, all pictures, and
          the names and e-mail addresses of accounts, but no passwords, second steps or keys. Settings, the audit log,
          figures of readers and the trash are not in it; for those there are backups. Keep it like a backup.
        </Trans>
      </Text>
      <Text c="dimmed" mt="xs" maw={640}>
        <Trans>
          Another Copydesk imports it with <Code>npm run import -- copydesk FILE.tar</Code>. On the server{' '}
          <Code>npm run export -- FILE.tar</Code> writes the same file.
        </Trans>
      </Text>
      <Stack gap="md" mt="md" maw={640}>
        {running ? (
          <Running key={running.id} run={running} />
        ) : (
          <>
            <Checkbox
              checked={versions}
              onChange={(event) => setVersions(event.currentTarget.checked)}
              disabled={start.isPending}
              label={t`With earlier versions of articles`}
              description={t`They are most of the file.`}
            />
            <Group>
              <Button
                variant="default"
                leftSection={<IconPackageExport size={16} />}
                loading={start.isPending}
                onClick={() => start.mutate(versions)}
              >
                <Trans>Export all content</Trans>
              </Button>
            </Group>
          </>
        )}
        <FormProblem error={running ? null : (start.error ?? (data ? null : error))} />
      </Stack>
      {ended.length > 0 && (
        <ul className={classes.runs} aria-label={t`Exports of the last day`} style={{ marginTop: 16 }}>
          {ended.map((run) => (
            <SiteExportRow key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Says that what was under way is over. One that was cancelled is not there any more. */
function useWhenOver(data: Export[] | undefined, running: Export | undefined) {
  const { t } = useLingui()
  const before = useRef<string>(undefined)
  useEffect(() => {
    const ended = data?.find(({ id, status }) => id === before.current && status !== 'running')
    before.current = running?.id
    if (ended?.status === 'done') notifyDone(t`The export is ready`)
    if (ended?.status === 'failed') notifyFailure(t`The export failed`)
  }, [data, running?.id, t])
}

function Running({ run: { id, isPacking, createdAt, createdBy, ...run } }: { run: Export }) {
  const { t } = useLingui()
  const me = useMe()
  const problemText = useProblemText()
  const remove = useRemoveExport()
  const [isAsking, setIsAsking] = useState(false)
  const { total } = run
  const [done] = useCounts()(run.done, total)
  const name = createdBy?.name ?? ''
  const isOfOther = createdBy !== null && createdBy.id !== me?.id
  const perform = async () => {
    try {
      await remove.mutateAsync(id)
      return undefined
    } catch (error) {
      return problemText(error).sentence
    }
  }
  return (
    <div>
      <ProgressLine done={run.done} total={total} label={t`Progress of the export`}>
        {total === 0 ? (
          <Trans>Waiting for the server to begin…</Trans>
        ) : isPacking ? (
          <Trans>Packing the file…</Trans>
        ) : (
          <Plural
            value={total}
            one={`Exporting ${done} of about # item…`}
            other={`Exporting ${done} of about # items…`}
          />
        )}
      </ProgressLine>
      <Group gap="md" fz="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere', rowGap: 0 }}>
        {createdBy && <span>{t`Started by ${name}`}</span>}
        <RelativeTime value={createdAt} />
      </Group>
      <Group justify="space-between" gap="sm" mt={4}>
        <Text size="sm" c="dimmed">
          <Trans>You may leave this screen; the export goes on.</Trans>
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          onClick={() => (isOfOther ? setIsAsking(true) : remove.mutate(id))}
        >
          {isOfOther ? <Trans>Cancel the export…</Trans> : <Trans>Cancel the export</Trans>}
        </Button>
      </Group>
      <FormProblem error={isOfOther ? null : remove.error} />
      <Confirm
        opened={isAsking}
        title={t`Cancel the export of ${name}?`}
        confirmLabel={t`Cancel the export`}
        danger
        onConfirm={perform}
        onClose={() => setIsAsking(false)}
      >
        <Trans>What was exported so far is deleted. {name} can start it again.</Trans>
      </Confirm>
    </div>
  )
}
