import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconTrash, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { SiteExport as Export } from '#contract/site-exports.ts'
import { useCodeText, useProblemText } from '../../api/problem-text.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { dateFormat } from '../../ui/formats.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useTimeZone } from '../../ui/time-zone.ts'
import { FormProblem } from '../session/form-problem.tsx'
import { useFileSize } from './file-size.ts'
import classes from './import.module.css'
import { useDownloadExport, useRemoveExport } from './site-export-api.ts'

/** Fetches the file of an export; the second call cancels the first. */
function useDownload(run: Export) {
  const problemText = useProblemText()
  const download = useDownloadExport()
  const underWay = useRef<AbortController>(undefined)
  const [bytes, setBytes] = useState(0)
  const toggle = async () => {
    if (download.isPending) return underWay.current?.abort()
    const { signal } = (underWay.current = new AbortController())
    setBytes(0)
    try {
      await download.mutateAsync({ run, signal, onProgress: setBytes })
    } catch (error) {
      if (signal.aborted) return
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    }
  }
  return { isPending: download.isPending, bytes, toggle }
}

/** An export that is over, with its file while that is kept. */
export function SiteExportRow({ run }: { run: Export }) {
  const { t, i18n } = useLingui()
  const zone = useTimeZone()
  const fileSize = useFileSize()
  const codeText = useCodeText()
  const problemText = useProblemText()
  const download = useDownload(run)
  const remove = useRemoveExport()
  const [isAsking, setIsAsking] = useState(false)
  const { id, status, createdBy, finishedAt, fileName, versions, bytes, until, isHere, host, code } = run
  const time =
    until &&
    dateFormat(i18n.locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(until))
  const failure =
    code === 'storage_full'
      ? t`The disk of the server is full. Nothing of the export was kept; make room and start it again.`
      : code === 'forbidden'
        ? t`The account that started it may not export any more. Another administrator can.`
        : codeText(code ?? 'unexpected')
  const [loaded, all] = [fileSize(download.bytes), fileSize(bytes ?? 0)]
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
        <Text size="sm" fw={500}>
          {fileName}
        </Text>
        <Group gap="md" fz="sm" c="dimmed" style={{ rowGap: 0 }}>
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
            leftSection={download.isPending ? <IconX size={14} /> : <IconDownload size={14} />}
            aria-label={download.isPending ? t`Cancel the download of ${fileName}` : t`Download ${fileName}`}
            onClick={() => void download.toggle()}
          >
            {download.isPending ? <Trans>Cancel</Trans> : <Trans>Download</Trans>}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} />}
          loading={remove.isPending && status === 'failed'}
          aria-label={status === 'failed' ? t`Remove ${fileName} from the list` : t`Delete ${fileName}…`}
          onClick={() => (status === 'failed' ? remove.mutate(id) : setIsAsking(true))}
        >
          {status === 'failed' ? <Trans>Remove</Trans> : <Trans>Delete…</Trans>}
        </Button>
      </Group>
      {download.isPending && (
        <div className={classes.download}>
          <ProgressLine done={download.bytes} total={bytes ?? 0} label={t`Progress of the download`}>
            {download.bytes === 0 ? (
              <Trans>Waiting for the server to begin…</Trans>
            ) : (
              <Trans>
                {loaded} of {all} downloaded
              </Trans>
            )}
          </ProgressLine>
        </div>
      )}
      {status === 'failed' && <FormProblem error={remove.error} />}
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
