import { useLingui } from '@lingui/react/macro'
import { IconAlbum, IconArrowBackUp, IconDownload, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useCallback } from 'react'
import { freshAddress, type Media } from '#contract/media.ts'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { useAddToAlbum } from '../../albums/picker/add-to-album.tsx'
import { useAllowed } from '../../session/session-api.ts'
import { useBringBack } from '../trash/media-in-trash.tsx'
import { useMediaTrash } from '../trash/media-trash.tsx'

/** What can be done with one picture of the list, and the dialog that may follow. */
export function useMediaRowActions(onOpen: (media: Media) => void) {
  const { t } = useLingui()
  const { start, dialog } = useMediaTrash()
  const { restore } = useBringBack()
  const mayAlbum = useAllowed('albums.write') === true
  const toAlbum = useAddToAlbum()
  const { start: addToAlbum } = toAlbum
  const actionsOf = useCallback(
    (media: Media): RowAction[] => [
      {
        key: 'open',
        label: media.can.write ? t`Edit` : t`Open`,
        icon: <IconPencil size={16} />,
        run: () => onOpen(media),
      },
      ...(media.deletedAt === null
        ? [
            {
              key: 'copy',
              label: t`Copy the address`,
              icon: <IconLink size={16} />,
              quick: true,
              run: () => {
                void navigator.clipboard
                  .writeText(new URL(media.url, window.location.origin).href)
                  .then(() => notifyDone(t`Address copied`))
              },
            },
            {
              key: 'download',
              label: t`Download`,
              icon: <IconDownload size={16} />,
              run: () => download(media),
            },
            ...(mayAlbum
              ? [
                  {
                    key: 'album',
                    label: t`Add to album…`,
                    icon: <IconAlbum size={16} />,
                    run: () => addToAlbum([media]),
                  },
                ]
              : []),
            {
              key: 'trash',
              label: t`Move to trash`,
              icon: <IconTrash size={16} />,
              quick: true,
              danger: true,
              divided: true,
              run: () => start([media]),
              ...(!media.can.write && {
                unavailable: media.can.needsPublisher
                  ? t`Readers see this picture. Ask an editor.`
                  : t`Only its owner and editors can change this picture.`,
              }),
            },
          ]
        : media.can.write
          ? [
              {
                key: 'restore',
                label: t`Restore`,
                icon: <IconArrowBackUp size={16} />,
                quick: true,
                run: () => restore(media),
              },
            ]
          : []),
    ],
    [t, onOpen, start, restore, mayAlbum, addToAlbum],
  )
  return {
    actionsOf,
    dialog: (
      <>
        {dialog}
        {toAlbum.dialog}
      </>
    ),
  }
}

function download({ url, fileVersion, name }: Media) {
  const link = document.createElement('a')
  link.href = freshAddress(url, fileVersion)
  link.download = name
  link.click()
}
