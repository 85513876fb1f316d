import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Code, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPackageExport, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SiteExport as Export } from '#contract/site-exports.ts'
import { useCodeText, useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { dateFormat, numberFormat } from '../../ui/formats.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { FormProblem } from '../session/form-problem.tsx'
import { useFileSize } from './file-size.ts'
import classes from './import.module.css'
import { useDownloadExport, useRemoveExport, useSiteExports, useStartExport } from './site-export-api.ts'

/** All content as one file: started here, made by the server, downloaded for a day. */
export function SiteExport() {
  const { t } = useLingui()
  const { data, error } = useSiteExports()
  const [versions, setVersions] = useState(true)
  const start = useStartExport()
  const running = data?.find(({ status }) => status === 'running')
  const ended = data?.filter(({ status }) => status !== 'running') ?? []
  return (
    <section aria-labelledby="export-all">
      <Title order={2} id="export-all">
        <Trans>Export all content</Trans>
      </Title>
      <Text c="dimmed" mt={4} maw={640}>
        <Trans>
          The file holds articles, authors, tags, categories, albums, ads and placements, all pictures, and the names
          and e-mail addresses of accounts, but no passwords, second steps or keys. Settings, the audit log, figures of
          readers and the trash are not in it; for those there are backups. Keep it like a backup.
        </Trans>
      </Text>
      <Text c="dimmed" mt="xs" maw={640}>
        <Trans>
          Another Copydesk takes it in with <Code>npm run import -- copydesk FILE.tar</Code>. On the server{' '}
          <Code>npm run export -- FILE.tar</Code> writes the same file.
        </Trans>
      </Text>
      <Stack gap="md" mt="md" maw={640}>
        {running ? (
          <Running run={running} />
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
        <FormProblem error={start.error ?? (data ? null : error)} />
      </Stack>
      {ended.length > 0 && (
        <ul className={classes.runs} aria-label={t`Exports of the last day`} style={{ marginTop: 16 }}>
          {ended.map((run) => (
            <Ended key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Running({ run: { id, isPacking, done, total } }: { run: Export }) {
  const { t, i18n } = useLingui()
  const remove = useRemoveExport()
  const number = (value: number) => numberFormat(i18n.locale).format(value)
  const [so, all] = [number(done), number(total)]
  return (
    <div>
      <Progress value={total > 0 ? (done / total) * 100 : 0} animated aria-label={t`Progress of the export`} />
      <Text mt="xs" role="status">
        {total === 0 ? (
          <Trans>Waiting for the server to begin…</Trans>
        ) : isPacking ? (
          <Trans>Packing the file…</Trans>
        ) : (
          <Trans>
            Exporting {so} of about {all} items…
          </Trans>
        )}
      </Text>
      <Group justify="space-between" gap="sm" mt={4}>
        <Text size="sm" c="dimmed">
          <Trans>You may leave this screen; the export goes on.</Trans>
        </Text>
        <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate(id)}>
          <Trans>Cancel the export</Trans>
        </Button>
      </Group>
      <FormProblem error={remove.error} />
    </div>
  )
}

function Ended({ run }: { run: Export }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const fileSize = useFileSize()
  const codeText = useCodeText()
  const problemText = useProblemText()
  const download = useDownloadExport()
  const remove = useRemoveExport()
  const [isAsking, setIsAsking] = useState(false)
  const { id, status, createdBy, finishedAt, fileName, versions, bytes, until, isHere, host, code } = run
  const time =
    until &&
    dateFormat(i18n.locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(until))
  const failure =
    code === 'storage_full'
      ? t`The disk of the server is full. Nothing of the export was kept; make room and start it again.`
      : codeText(code ?? 'unexpected')
  const fetchFile = async () => {
    try {
      await download.mutateAsync(run)
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    }
  }
  const perform = async () => {
    try {
      await remove.mutateAsync(id)
      return undefined
    } catch (error) {
      return problemText(error).sentence
    }
  }
  return (
    <li className={classes.run}>
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Text>
        <Group gap="md" fz="sm" c="dimmed">
          {status === 'done' ? (
            <StatusDot tone="good">
              <Trans>Exported</Trans>
            </StatusDot>
          ) : (
            <StatusDot tone="bad">
              <Trans>Failed</Trans>
            </StatusDot>
          )}
          {createdBy && <span>{createdBy.name}</span>}
          {finishedAt && <RelativeTime value={finishedAt} />}
          {bytes !== null && <span>{fileSize(bytes)}</span>}
          {status === 'done' && !versions && (
            <span>
              <Trans>without earlier versions</Trans>
            </span>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {status === 'failed' && failure}
          {time && isHere && t`Kept until ${time}, or until the next export is done.`}
          {status === 'done' && !isHere && t`The file is not on this machine; it was made on ${host}.`}
        </Text>
      </div>
      <Group gap="xs">
        {isHere && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={download.isPending}
            aria-label={t`Download ${fileName}`}
            onClick={() => void fetchFile()}
          >
            <Trans>Download</Trans>
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} />}
          aria-label={t`Delete ${fileName}…`}
          onClick={() => setIsAsking(true)}
        >
          <Trans>Delete…</Trans>
        </Button>
      </Group>
      <Confirm
        opened={isAsking}
        title={t`Delete ${fileName}?`}
        confirmLabel={t`Delete`}
        danger
        onConfirm={perform}
        onClose={() => setIsAsking(false)}
      >
        <Trans>The file is deleted from the server. Copies that were downloaded stay.</Trans>
      </Confirm>
    </li>
  )
}
