import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Menu, SegmentedControl, Text } from '@mantine/core'
import {
  IconArrowsSort,
  IconChevronDown,
  IconLibraryPhoto,
  IconPhotoPlus,
  IconTextSize,
  IconUpload,
} from '@tabler/icons-react'
import { useRef } from 'react'
import type { Album } from '#contract/albums.ts'
import { imageTypes } from '#contract/media.ts'
import classes from '../edit/album-edit.module.css'
import type { PhotoOrder } from './photo-actions.ts'
import { type PhotoSize, photoSizes } from './photo-size.ts'

type Props = {
  album: Album
  count: number
  complete: boolean
  /** Photos without alt text. */
  missing: number
  size: PhotoSize
  onSize: (size: PhotoSize) => void
  /** Covered by the bar of the selection. */
  inert: boolean
  onLibrary: () => void
  onFiles: (files: File[]) => void
  onSort: (order: PhotoOrder) => void
  onQueue: () => void
}

/** What can be done with the photos as a whole. */
export function AlbumToolbar(props: Props) {
  const { album, count, complete, missing, size, onSize, inert, onLibrary, onFiles, onSort, onQueue } = props
  const { t, i18n } = useLingui()
  const reset = useRef<() => void>(null)
  const mayWrite = album.can.write
  const total = complete ? count : album.photos
  const number = i18n.number(total)
  const orders: { label: string; order: PhotoOrder }[] = [
    { label: t`Capture time, oldest first`, order: { by: 'capturedAt', direction: 'asc' } },
    { label: t`Capture time, newest first`, order: { by: 'capturedAt', direction: 'desc' } },
    { label: t`Name, A to Z`, order: { by: 'name', direction: 'asc' } },
    { label: t`Name, Z to A`, order: { by: 'name', direction: 'desc' } },
  ]
  const sizeNames = [t`Small photos`, t`Medium photos`, t`Large photos`]
  return (
    <div role="group" aria-label={t`Photos`} className={classes.toolbar} inert={inert}>
      <Text size="sm" fw={500} className={classes.count ?? ''}>
        {total === 1 ? <Trans>1 photo</Trans> : <Trans>{number} photos</Trans>}
      </Text>
      {mayWrite && (
        <>
          <FileButton
            multiple
            accept={imageTypes.join(',')}
            resetRef={reset}
            onChange={(files) => {
              onFiles(files)
              reset.current?.()
            }}
          >
            {(file) => (
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button
                    className={classes.add ?? ''}
                    size="xs"
                    variant="default"
                    leftSection={<IconPhotoPlus size={14} aria-hidden />}
                    rightSection={<IconChevronDown size={12} aria-hidden />}
                  >
                    <Trans>Add photos</Trans>
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconUpload size={16} />} onClick={file.onClick}>
                    <Trans>Upload</Trans>
                  </Menu.Item>
                  <Menu.Item leftSection={<IconLibraryPhoto size={16} />} onClick={onLibrary}>
                    <Trans>From the library</Trans>
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </FileButton>
          {count > 1 && (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  leftSection={<IconArrowsSort size={14} aria-hidden />}
                  disabled={!complete}
                >
                  <span className={classes.wide}>
                    <Trans>Put in order</Trans>
                  </span>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {orders.map(({ label, order }) => (
                  <Menu.Item key={label} onClick={() => onSort(order)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {missing > 0 && (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              leftSection={<IconTextSize size={14} aria-hidden />}
              onClick={onQueue}
            >
              <span className={classes.narrow} aria-hidden>
                {i18n.number(missing)}
              </span>
              <span className={classes.wide}>
                {t`${plural(missing, { one: '# without alt text', other: '# without alt text' })}`}
              </span>
            </Button>
          )}
        </>
      )}
      {count > 0 && (
        <SegmentedControl
          className={classes.sizes ?? ''}
          size="xs"
          aria-label={t`Size of the photos`}
          value={String(size)}
          onChange={(value) => onSize(Number(value) as PhotoSize)}
          data={photoSizes.map((value, at) => ({
            value: String(value),
            label: <SizeMark parts={3 - at} name={sizeNames[at]!} />,
          }))}
        />
      )}
    </div>
  )
}

/** Many small boxes, or few large ones. */
function SizeMark({ parts, name }: { parts: number; name: string }) {
  return (
    <span className={classes.sizeMark} role="img" aria-label={name} title={name}>
      {Array.from({ length: parts * parts }, (_, at) => (
        <span key={at} style={{ inlineSize: `calc(${100 / parts}% - 1px)` }} />
      ))}
    </span>
  )
}
