import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import type { Media } from '#contract/media.ts'
import { useShapeState } from '../../../entity/list/entity-list.ts'
import { filtersOf } from '../../../entity/list/list-filters.tsx'
import { FilterBar } from '../../../ui/data-table/filter-bar.tsx'
import { nothingSelected, type RowSelection, toggleRow } from '../../../ui/data-table/row-selection.ts'
import { SearchField } from '../../../ui/data-table/search-field.tsx'
import { LocalScreen } from '../../../ui/local-screen.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { useFileDrop, usePastedFiles } from '../upload/file-drop.ts'
import { mediaShape, useMediaFilters } from '../library/media-filters.tsx'
import dropClasses from '../upload/file-drop.module.css'
import { MediaResults } from './media-results.tsx'
import { MediaSort } from '../library/media-sort.tsx'
import dialogClasses from '../../../ui/picker-dialog.module.css'
import classes from './media-picker.module.css'
import { UploadButton } from '../upload/upload-button.tsx'
import { UploadList } from '../upload/upload-list.tsx'
import { useUploadsOf } from '../upload/upload-place.ts'
import { uploadQueue } from '../upload/upload-queue.ts'

type Choice =
  | { multiple?: false; onChoose: (media: Media) => void }
  /** Several, in the order in which they were chosen. */
  | { multiple: true; onChooseMany: (media: Media[]) => void }
type Given = Choice & {
  onClose: () => void
  /** Uploaded as soon as the picker opens: what was dropped or pasted where the picture goes. */
  files?: readonly File[] | undefined
}

/** Lets the person choose from the library, with its search and filters, or upload there first. */
export function MediaPicker({ opened, ...given }: Given & { opened: boolean }) {
  const { t } = useLingui()
  const narrow = useMediaQuery('(max-width: 640px)')
  return (
    <Modal
      opened={opened}
      onClose={given.onClose}
      title={given.multiple ? t`Choose pictures` : t`Choose a picture`}
      size={920}
      fullScreen={Boolean(narrow)}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <LocalScreen>
        <PickerBody {...given} />
      </LocalScreen>
    </Modal>
  )
}

function PickerBody(given: Given) {
  const { t } = useLingui()
  const { multiple, onClose, files } = given
  const mayUpload = useAllowed('media.write') === true
  const list = useShapeState(mediaShape)
  const filters = useMediaFilters(list.state.filters, { inPicker: true })
  const [selection, setSelection] = useState<RowSelection<Media>>(nothingSelected)
  const chosen = [...selection.rows.values()]
  const only = (media: Media) => ({ rows: new Map([[media.id, media]]), all: false, anchor: media.id })
  const place = useId()
  // Which upload brought a picture: files given together arrive in any order.
  const [broughtBy] = useState(() => new Map<string, number>())
  const uploads = useUploadsOf(place, (media, key) => {
    broughtBy.set(media.id, key)
    setSelection((now) => {
      if (!multiple) return only(media)
      const rows = [...now.rows].filter(([id]) => id !== media.id)
      const later = rows.findIndex(([id]) => (broughtBy.get(id) ?? 0) > key)
      return {
        ...now,
        rows: new Map(rows.toSpliced(later < 0 ? rows.length : later, 0, [media.id, media])),
        anchor: media.id,
      }
    })
  })
  const add = (given: readonly File[]) => uploadQueue.add(given, place)
  const drop = useFileDrop((dropped) => mayUpload && add(dropped))
  usePastedFiles(add, mayUpload)
  useEffect(() => {
    if (files && files.length > 0) uploadQueue.add(files, place)
  }, [place, files])

  const choose = (media: Media, range: boolean, shown: readonly Media[]) =>
    setSelection(toggleRow(selection, { id: media.id, page: shown.map((one) => [one.id, one] as const), range }))
  const take = (pictures: Media[]) => {
    const [first] = pictures
    if (given.multiple) given.onChooseMany(pictures)
    else if (first) given.onChoose(first)
  }

  return (
    <div className={`${classes.picker} ${dropClasses.drop}`} {...drop.handlers}>
      {drop.over && mayUpload && (
        <div className={dropClasses.dropHint}>
          <Trans>Drop pictures to upload them</Trans>
        </div>
      )}
      <div className={dialogClasses.bar} role="group" aria-label={t`Search and filters`}>
        <SearchField list={list} label={t`Search pictures`} inDialog />
        <FilterBar list={list} filters={filtersOf(filters)} />
        <span className={classes.barEnd}>
          <MediaSort list={list} />
          {mayUpload && <UploadButton size="xs" variant="default" onFiles={add} />}
        </span>
      </div>
      {mayUpload && (
        <Text size="xs" c="dimmed">
          <Trans>You can also drop or paste pictures here.</Trans>
        </Text>
      )}
      {uploads.length > 0 && <UploadList uploads={uploads} />}
      <MediaResults
        list={list}
        isChosen={({ id }) => selection.rows.has(id)}
        onChoose={choose}
        onTake={multiple ? undefined : (media) => take([media])}
      />
      <div className={`${dialogClasses.bar} ${classes.actions}`}>
        <div className={classes.chosen} role="status">
          {chosen.slice(-5).map((media) => (
            <img key={media.id} src={media.thumb} alt="" />
          ))}
          {chosen.length > 0 && (
            <Text size="sm" truncate>
              {multiple ? <Plural value={chosen.length} one="# selected" other="# selected" /> : chosen[0]?.name}
            </Text>
          )}
        </div>
        {multiple && chosen.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => setSelection(nothingSelected)}>
            <Trans>Clear the selection</Trans>
          </Button>
        )}
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {multiple && (
            <Button disabled={chosen.length === 0} onClick={() => take(chosen)}>
              <Plural value={chosen.length} _0="Add pictures" one="Add # picture" other="Add # pictures" />
            </Button>
          )}
          {/* What was uploaded here is seen before it is used. */}
          {!multiple && chosen.length > 0 && (
            <Button onClick={() => take(chosen)}>
              <Trans>Use picture</Trans>
            </Button>
          )}
        </Group>
      </div>
    </div>
  )
}
