import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Group, Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAllowed } from '../session/session-api.ts'
import { useFileDrop, usePastedFiles } from './file-drop.ts'
import { useMediaPages } from './media-api.ts'
import { MediaGrid, MediaGridSkeleton } from './media-grid.tsx'
import classes from './media.module.css'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { useUploadQueue } from './upload-queue.ts'

type Props = {
  opened: boolean
  onChoose: (media: Media) => void
  onClose: () => void
  /** Uploaded as soon as the picker opens: what was dropped or pasted where the picture goes. */
  files?: readonly File[] | undefined
}

/** Lets the person choose a picture from the library, or upload one there first. */
export function MediaPicker({ opened, onChoose, onClose, files }: Props) {
  const { t } = useLingui()
  const narrow = useMediaQuery('(max-width: 640px)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Choose a picture`}
      size={820}
      fullScreen={Boolean(narrow)}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <PickerBody onChoose={onChoose} onClose={onClose} files={files} />
    </Modal>
  )
}

function PickerBody({ onChoose, onClose, files }: Omit<Props, 'opened'>) {
  const { t } = useLingui()
  const mayUpload = useAllowed('media.write') === true
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.normalize().trim(), 250)
  const [selected, setSelected] = useState<Media>()
  const queue = useUploadQueue(setSelected)
  const { add } = queue
  const drop = useFileDrop((dropped) => mayUpload && add(dropped))
  usePastedFiles(add, mayUpload)
  useEffect(() => {
    if (files && files.length > 0) add(files)
  }, [add, files])

  return (
    <div className={`${classes.picker} ${classes.drop}`} {...drop.handlers}>
      {drop.over && mayUpload && (
        <div className={classes.dropHint}>
          <Trans>Drop pictures to upload them</Trans>
        </div>
      )}
      <div className={classes.bar}>
        <TextInput
          className={classes.search ?? ''}
          role="searchbox"
          inputMode="search"
          aria-label={t`Search pictures`}
          placeholder={t`Search pictures`}
          maxLength={200}
          autoComplete="off"
          data-autofocus
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            typed && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => setTyped('')} />
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {mayUpload && <UploadButton variant="default" onFiles={add} />}
      </div>
      {mayUpload && (
        <Text size="xs" c="dimmed">
          <Trans>You can also drop or paste pictures here.</Trans>
        </Text>
      )}
      <UploadList queue={queue} />
      <Shelf q={q} selected={selected} onSelect={setSelected} onOpen={onChoose} />
      <div className={`${classes.bar} ${classes.actions}`}>
        <div className={classes.chosen} role="status">
          {selected && (
            <>
              <img src={selected.thumb} alt="" />
              <Text size="sm" truncate>
                {selected.name}
              </Text>
            </>
          )}
        </div>
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!selected} onClick={() => selected && onChoose(selected)}>
            <Trans>Use picture</Trans>
          </Button>
        </Group>
      </div>
    </div>
  )
}

type ShelfProps = {
  q: string
  selected: Media | undefined
  onSelect: (media: Media) => void
  onOpen: (media: Media) => void
}

function Shelf({ q, selected, onSelect, onOpen }: ShelfProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const pages = useMediaPages(q, true)
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (pages.isError && items.length === 0)
    return (
      <EmptyState
        kind="failed"
        title={t`The library could not be loaded`}
        action={
          <Button variant="default" onClick={() => void pages.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {problemText(pages.error).sentence}
      </EmptyState>
    )
  return (
    <div className={classes.shelf} aria-busy={pages.isPending}>
      {pages.isPending && <MediaGridSkeleton />}
      {pages.isSuccess && items.length === 0 && q && (
        <EmptyState kind="no-match" title={t`No picture matches “${q}”`}>
          <Trans>The search looks at file names, alt texts and captions.</Trans>
        </EmptyState>
      )}
      {pages.isSuccess && items.length === 0 && !q && (
        <EmptyState kind="nothing" title={t`No pictures yet`}>
          <Trans>Upload the first one.</Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <MediaGrid items={items} label={t`Pictures`} selected={selected?.id} onSelect={onSelect} onOpen={onOpen} />
      )}
      {pages.hasNextPage && (
        <Group justify="center" py="sm">
          <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </div>
  )
}
