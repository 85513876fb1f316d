import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Progress, Text, Tooltip } from '@mantine/core'
import {
  IconCircleCheck,
  IconFileUnknown,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { paths } from '../../../paths.ts'
import { isPlainClick } from '../../../ui/screen-link.tsx'
import { useFileTexts } from './file-texts.ts'
import { useUploadProblem, worthRetrying } from './upload-problem.ts'
import { isOver, isUnderWay, type Upload, uploadQueue } from './upload-queue.ts'
import { useUploadWords } from './upload-words.ts'
import classes from './upload.module.css'

/** Where a picture is shown in the library. */
export const pathOfPicture = ({ id }: Pick<Media, 'id'>) => `${paths.media}?picture=${id}`

type Props = {
  uploads: readonly Upload[]
  /** Shows a picture that arrived; without it no way there is offered. */
  onShow?: (path: string) => void
}

/** The files on their way, each with its progress, and those that did not make it, each with why. */
export function UploadList({ uploads, onShow }: Props) {
  const { t } = useLingui()
  return (
    <ul className={classes.uploads} aria-label={t`Uploads`}>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onShow={onShow} />
      ))}
    </ul>
  )
}

function UploadRow({ upload, onShow }: { upload: Upload; onShow: Props['onShow'] }) {
  const { t } = useLingui()
  const { key, file, state, sent, error } = upload
  const { name } = file
  const settled = isOver(upload) || state === 'failed'
  return (
    <li className={classes.upload} data-state={state}>
      <Preview upload={upload} />
      <div className={classes.text}>
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        {!settled && (
          <Progress
            size="xs"
            my={3}
            value={file.size === 0 ? 0 : (sent / file.size) * 100}
            striped={state === 'processing'}
            animated={state === 'processing'}
            aria-label={t`Upload of ${name}`}
          />
        )}
        <StateLine upload={upload} onShow={onShow} />
      </div>
      {(isUnderWay(upload) || state === 'cut') && state !== 'processing' && (
        <RowButton label={t`Pause the upload of ${name}`} onClick={() => uploadQueue.pause(key)}>
          <IconPlayerPause size={16} />
        </RowButton>
      )}
      {state === 'paused' && (
        <RowButton label={t`Resume the upload of ${name}`} onClick={() => uploadQueue.resume(key)}>
          <IconPlayerPlay size={16} />
        </RowButton>
      )}
      {(state === 'cut' || (state === 'failed' && worthRetrying(error))) && (
        <RowButton label={t`Try to upload ${name} again`} onClick={() => uploadQueue.resume(key)}>
          <IconRefresh size={16} />
        </RowButton>
      )}
      <RowButton
        label={settled ? t`Take ${name} off the list` : t`Cancel the upload of ${name}`}
        onClick={() => uploadQueue.remove(key)}
      >
        <IconX size={16} />
      </RowButton>
    </li>
  )
}

function RowButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

function Preview({ upload: { preview } }: { upload: Upload }) {
  const [shows, setShows] = useState(true)
  if (shows) return <img src={preview} alt="" onError={() => setShows(false)} />
  return <IconFileUnknown stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
}

function StateLine({ upload, onShow }: { upload: Upload; onShow: Props['onShow'] }) {
  const problem = useUploadProblem()
  const words = useUploadWords()
  const { state, error, media } = upload
  const fromFile = useFileTexts()(media ?? {})
  const link = media && onShow && <ShowLink path={pathOfPicture(media)} name={media.name} onShow={onShow} />
  switch (state) {
    case 'failed':
      return (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {problem(error)}
        </Text>
      )
    case 'cut':
      return (
        <Text size="xs" className={classes.cut} component="div">
          <IconPlugConnectedX size={14} aria-hidden />
          {words(upload)}
        </Text>
      )
    case 'existing':
      return (
        <Text size="xs" c="dimmed" role="status">
          <Trans>Already in the library. The picture there is used.</Trans> {link}
        </Text>
      )
    case 'done':
      return (
        <Text size="xs" className={classes.done} component="div">
          <IconCircleCheck size={14} aria-hidden />
          <Trans context="of a file">Uploaded</Trans> {link}
          {fromFile && <span className={classes.fromFile}>{fromFile}</span>}
        </Text>
      )
    default:
      return (
        <Text size="xs" c="dimmed">
          {words(upload)}
        </Text>
      )
  }
}

function ShowLink({ path, name, onShow }: { path: string; name: string; onShow: (path: string) => void }) {
  const { t } = useLingui()
  return (
    <Anchor
      size="xs"
      href={path}
      aria-label={t`Show it: ${name}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onShow(path)
      }}
    >
      <Trans>Show it</Trans>
    </Anchor>
  )
}
