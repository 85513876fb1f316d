import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Progress, Text, VisuallyHidden } from '@mantine/core'
import { IconFileUnknown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './media.module.css'
import { useUploadProblem, worthRetrying } from './upload-problem.ts'
import type { Upload, UploadQueue } from './upload-queue.ts'

/** The files on their way, each with its progress, and those that did not make it, each with why. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const { t } = useLingui()
  const underWay = queue.uploads.filter(({ state }) => state !== 'failed' && state !== 'existing').length
  return (
    <>
      <VisuallyHidden role="status">
        {underWay > 0 && (
          <Plural value={underWay} one="# picture is being uploaded" other="# pictures are being uploaded" />
        )}
      </VisuallyHidden>
      {queue.uploads.length > 0 && (
        <ul className={classes.uploads} aria-label={t`Uploads`}>
          {queue.uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} queue={queue} />
          ))}
        </ul>
      )}
    </>
  )
}

function UploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { t } = useLingui()
  const problem = useUploadProblem()
  const [shows, setShows] = useState(true)
  const { key, file, preview, state, part, error } = upload
  const settled = state === 'failed' || state === 'existing'
  return (
    <li className={classes.upload}>
      {shows ? (
        <img src={preview} alt="" onError={() => setShows(false)} />
      ) : (
        <IconFileUnknown stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
      )}
      <div className={classes.uploadText}>
        <Text size="sm" truncate title={file.name}>
          {file.name}
        </Text>
        {state === 'failed' && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problem(error)}
          </Text>
        )}
        {state === 'existing' && (
          <Text size="xs" c="dimmed" role="status">
            <Trans>Already in the library. The picture there is used.</Trans>
          </Text>
        )}
        {!settled && (
          <>
            <Progress
              size="xs"
              value={part * 100}
              striped={state === 'processing'}
              animated={state === 'processing'}
              aria-label={t`Upload of ${file.name}`}
            />
            <Text size="xs" c="dimmed">
              {state === 'waiting' ? t`Waiting` : state === 'processing' ? t`Making the sizes…` : t`Uploading`}
            </Text>
          </>
        )}
      </div>
      {state === 'failed' && worthRetrying(error) && (
        <Button size="compact-sm" variant="default" onClick={() => queue.retry(key)}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <ActionIcon
        aria-label={settled ? t`Take ${file.name} off the list` : t`Cancel the upload of ${file.name}`}
        onClick={() => queue.remove(key)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}
