import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Drawer, Group, Skeleton, Stack, Tooltip } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { ApiError } from '../../../api/call.ts'
import { useDropDrafts } from '../../../entity/drafts/use-draft.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useMedia } from '../media-api.ts'
import type { MediaForm } from './media-form.ts'
import { MediaListFailed } from '../library/media-list-empty.tsx'
import type { MediaNeighbours } from './media-neighbours.ts'
import { MediaPanelBody } from './media-panel-body.tsx'
import classes from './media-panel.module.css'

type Props = {
  /** Undefined: closed. */
  id: string | undefined
  /** Its position in the list, and the next and previous pictures. */
  neighbours: MediaNeighbours
  onClose: () => void
}

/** One picture at the side of the library: what it is, its texts, where it is used, and what can be done with it. */
export function MediaPanel({ id, neighbours, onClose }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  const asked = useMedia(shown)
  const { place: position, listed, successors, previous, next } = neighbours
  const media = newer(asked.data, listed?.id === shown ? listed : undefined)
  const form = useRef<MediaForm>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)

  const going = useRef(false)
  const go = async (to: (() => Promise<void>) | undefined) => {
    if (!to || going.current) return
    going.current = true
    try {
      if (form.current && !(await form.current.save())) return
      if (place.current?.contains(document.activeElement)) place.current.focus()
      await to()
    } finally {
      going.current = false
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // What happens in a dialog above the panel bubbles here, too.
    const isOurs = event.target instanceof Element && event.currentTarget.contains(event.target)
    if (!isOurs || (event.target as Element).closest('input, textarea') || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') void go(previous)
    if (event.key === 'ArrowRight') void go(next)
  }
  // Closed, the keyboard is at the picture that was shown last, or at the one that has taken its place.
  const last = useRef<readonly string[]>([])
  useEffect(() => {
    if (id === undefined) return
    if (successors.length > 0) last.current = successors
    else if (!last.current.includes(id)) last.current = [id]
  }, [id, successors])
  useEffect(() => {
    if (id !== undefined) return
    if (last.current.length > 0) focusRow(last.current)
    last.current = []
  }, [id])
  useDropDrafts(asked.error, shown && `media/${shown}`)
  const gone = asked.error instanceof ApiError && ['not_found', 'invalid_input'].includes(asked.error.code)

  return (
    <>
      <Drawer.Root
        opened={id !== undefined}
        onClose={() => (form.current?.dirty ? setAsking(true) : onClose())}
        position="right"
        size={520}
        returnFocus={false}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          {/* The keys are those of the buttons in the header. */}
          {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div className={classes.panelKeys} onKeyDown={onKeyDown}>
            <Drawer.Header role="none">
              <Drawer.Title className={classes.panelTitle ?? ''} title={media?.name}>
                {media?.name ?? t`Media`}
              </Drawer.Title>
              <Group gap={4} wrap="nowrap">
                <span role="status" className={classes.position}>
                  {position}
                </span>
                <Step label={t`Previous picture`} disabled={!previous} onClick={() => void go(previous)}>
                  <IconChevronLeft size={18} />
                </Step>
                <Step label={t`Next picture`} disabled={!next} onClick={() => void go(next)}>
                  <IconChevronRight size={18} />
                </Step>
                <Drawer.CloseButton aria-label={t`Close`} />
              </Group>
            </Drawer.Header>
            <Drawer.Body>
              <div ref={place} tabIndex={-1} data-autofocus className={classes.panelBody}>
                {media ? (
                  <MediaPanelBody key={media.id} media={media} formRef={form} onGone={onClose} />
                ) : gone ? (
                  <EmptyState kind="nothing" title={t`This picture does not exist`}>
                    <Trans>The address may be wrong, or it was deleted.</Trans>
                  </EmptyState>
                ) : asked.isError ? (
                  <MediaListFailed error={asked.error} onRetry={asked.refetch} />
                ) : (
                  <Stack aria-hidden>
                    <Skeleton height={260} />
                    <Skeleton height={64} />
                    <Skeleton height={120} />
                  </Stack>
                )}
              </div>
            </Drawer.Body>
          </div>
        </Drawer.Content>
      </Drawer.Root>
      <Confirm
        danger
        opened={asking}
        title={t`Discard what you typed?`}
        confirmLabel={t`Discard`}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          form.current?.discard()
          onClose()
          return Promise.resolve()
        }}
      >
        <Trans>The texts of this picture have changes that are not saved.</Trans>
      </Confirm>
    </>
  )
}

type StepProps = { label: string; disabled: boolean; onClick: () => void; children: React.ReactNode }

function Step({ label, disabled, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      {/* Not `disabled`: at the end of the list the keyboard would lose its place. */}
      <ActionIcon
        aria-label={label}
        aria-disabled={disabled}
        data-disabled={disabled || undefined}
        onClick={() => disabled || onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** The first of these that is there, or else the first row. */
function focusRow(ids: readonly string[]) {
  const linkOf = (id: string) =>
    document.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(id)}"] [data-row-link]`) ?? undefined
  const link = ids.map(linkOf).find(Boolean) ?? document.querySelector<HTMLElement>('[data-row-link]')
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
}

/** A list and a single answer may be of different times. */
const newer = (one: Media | undefined, other: Media | undefined) =>
  one && other ? (one.version >= other.version ? one : other) : (one ?? other)
