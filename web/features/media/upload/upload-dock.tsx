import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Progress, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ApiError } from '../../../api/call.ts'
import { useBelowMessages } from '../../../ui/below-messages.ts'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { isOver, isUnderWay, isUnfinished, type Upload, uploadQueue } from './upload-queue.ts'
import type { StoredUpload } from './upload-memory.ts'
import classes from './upload.module.css'

type Props = {
  uploads: readonly Upload[]
  interrupted: readonly StoredUpload[]
  onShow: (path: string) => void
}

/** What is on its way to the library, below whichever screen is in front. */
export function UploadDock({ uploads, interrupted, onShow }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(() => window.innerWidth > 768)
  const bodyId = useId()
  const over = uploads.filter(isOver).length
  const place = useRef<HTMLElement>(null)
  useBelowMessages(place, 'upload-dock')
  useFolding(uploads.length + interrupted.length === over ? over : 0, place, open, setOpen)
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const stopped = uploads.filter(({ state }) => state === 'paused').length
  const running = uploads.filter((upload) => isUnderWay(upload) || upload.state === 'cut').length
  const [sent, all] = uploads
    .filter(({ state }) => state !== 'failed')
    .reduce(([done, total], upload) => [done + upload.sent, total + upload.file.size], [0, 0] as [number, number])
  return (
    <section ref={place} className={classes.dock} aria-label={t`Uploads to the library`}>
      <div className={classes.bar}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={16} aria-hidden />
          <Trans>Uploads</Trans>
        </UnstyledButton>
        <Text size="sm" c="dimmed" component="div">
          <Summary uploads={uploads} over={over} failed={failed} />
        </Text>
        {over < uploads.length && all > 0 && (
          <Progress className={classes.overall ?? ''} value={(sent / all) * 100} aria-label={t`All uploads`} />
        )}
        <div style={{ marginInlineStart: 'auto', display: 'flex', gap: 6, alignItems: 'center' }}>
          {running > 0 && (
            <Button size="compact-sm" variant="default" onClick={uploadQueue.pauseAll}>
              <Trans>Pause all</Trans>
            </Button>
          )}
          {stopped > 0 && (
            <Button size="compact-sm" variant="default" onClick={uploadQueue.resumeAll}>
              <Trans>Resume all</Trans>
            </Button>
          )}
          {over > 0 && (
            <Button size="compact-sm" variant="default" onClick={uploadQueue.clearFinished}>
              <Trans>Clear finished</Trans>
            </Button>
          )}
          {!uploads.some(isUnfinished) && uploads.length > 0 && (
            <Tooltip label={t`Close the list of uploads`}>
              <ActionIcon
                aria-label={t`Close the list of uploads`}
                onClick={() => uploads.forEach(({ key }) => uploadQueue.remove(key))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      <div id={bodyId} hidden={!open} className={classes.body}>
        {interrupted.length > 0 && <Interrupted kept={interrupted} />}
        {uploads.length > 0 && <UploadList uploads={uploads} onShow={onShow} />}
      </div>
    </section>
  )
}

const isOffline = (error: unknown) => error instanceof ApiError && error.code === 'offline'

function Summary({ uploads, over, failed }: { uploads: readonly Upload[]; over: number; failed: number }) {
  const isCut = uploads.some(({ state, error }) => state === 'cut' && isOffline(error))
  return (
    <>
      {uploads.length > 0 && (
        <Plural value={uploads.length} one={`${over} of # uploaded`} other={`${over} of # uploaded`} />
      )}
      {failed > 0 && (
        <>
          {' · '}
          <Plural value={failed} one="# failed" other="# failed" />
        </>
      )}
      {isCut && (
        <>
          {' · '}
          <Trans>waiting for the connection</Trans>
        </>
      )}
      <VisuallyHidden role="status">
        {isCut ? (
          <Trans>The connection is lost. The uploads go on by themselves when it is back.</Trans>
        ) : uploads.some(isUnfinished) ? null : (
          uploads.length > 0 && <Trans>All uploads have ended.</Trans>
        )}
      </VisuallyHidden>
    </>
  )
}

/** Files that a reload stopped half way: the browser does not keep them, but chosen again they go on where they were. */
function Interrupted({ kept }: { kept: readonly StoredUpload[] }) {
  const names = kept.map(({ name }) => `“${name}”`).join(' ')
  return (
    <div className={classes.interrupted}>
      <Text size="sm" style={{ flex: '1 1 220px', overflowWrap: 'anywhere' }}>
        <Plural
          value={kept.length}
          one={`${names} was not uploaded completely. Choose the same file again to continue where it stopped.`}
          other={`${names} were not uploaded completely. Choose the same files again to continue where they stopped.`}
        />
      </Text>
      <UploadButton variant="default" size="compact-sm" label={<Trans>Choose again</Trans>} onFiles={uploadQueue.add} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => kept.forEach(({ id }) => uploadQueue.forgetInterrupted(id))}
      >
        <Trans>Forget them</Trans>
      </Button>
    </div>
  )
}

const FOLDED_AFTER_MS = 6_000

/**
 * Folds the list some time after the last upload ended, unless someone is at it, and opens it for what comes next.
 * @param done how many there are when all of them made it, else 0
 */
function useFolding(
  done: number,
  place: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
) {
  const folded = useRef(false)
  const fold = useEffectEvent(() => {
    if (!open) return
    folded.current = true
    setOpen(false)
  })
  const unfold = useEffectEvent(() => {
    if (!folded.current) return
    folded.current = false
    if (!open) setOpen(true)
  })
  useEffect(() => {
    if (done === 0) {
      unfold()
      return undefined
    }
    let timer = setTimeout(tryToFold, FOLDED_AFTER_MS)
    function tryToFold() {
      const isUsed = place.current?.matches(':hover, :focus-within')
      if (isUsed) timer = setTimeout(tryToFold, FOLDED_AFTER_MS)
      else fold()
    }
    return () => clearTimeout(timer)
  }, [done, place])
}
