import { useLingui } from '@lingui/react/macro'
import { IconArchive, IconArrowBackUp, IconPencil, IconSend, IconTrash, IconTrashX } from '@tabler/icons-react'
import type { AlbumAction } from '#contract/album-actions.ts'
import type { Album } from '#contract/albums.ts'
import type { RowAction } from '../../ui/data-table/column.ts'

type Given = {
  run: (action: Exclude<AlbumAction, 'purge'>, album: Album) => void
  open?: (album: Album) => void
  purge: (album: Album) => void
}

/** What can be done with one album, in the order in which it is looked for. */
export function useAlbumActions({ run, open, purge }: Given): (album: Album) => RowAction[] {
  const { t } = useLingui()
  return (album) => {
    const { can, missing, deletedAt } = album
    const all: (RowAction | false | undefined)[] = [
      open && {
        key: 'open',
        label: can.write ? t`Edit` : t`Open`,
        icon: <IconPencil size={16} />,
        run: () => open(album),
      },
      can.publish && {
        key: 'publish',
        label: t`Publish`,
        icon: <IconSend size={16} />,
        quick: true,
        run: () => run('publish', album),
        ...(missing.includes('photos') && { unavailable: t`Add photos first.` }),
      },
      can.unpublish && {
        key: 'unpublish',
        label: t`Unpublish`,
        icon: <IconArrowBackUp size={16} />,
        run: () => run('unpublish', album),
      },
      can.archive && {
        key: 'archive',
        label: t`Archive`,
        icon: <IconArchive size={16} />,
        run: () => run('archive', album),
      },
      can.restore && {
        key: 'restore',
        label: deletedAt ? t`Restore` : t`Back to draft`,
        icon: <IconArrowBackUp size={16} />,
        quick: deletedAt !== null,
        run: () => run('restore', album),
      },
      can.trash && {
        key: 'trash',
        label: t`Move to trash`,
        icon: <IconTrash size={16} />,
        quick: true,
        danger: true,
        divided: true,
        run: () => run('trash', album),
      },
      can.needsPublisher && {
        key: 'trash',
        label: t`Move to trash`,
        icon: <IconTrash size={16} />,
        danger: true,
        divided: true,
        unavailable: t`Readers see this album. Ask an editor to take it down.`,
        run: () => {},
      },
      can.purge && {
        key: 'purge',
        label: t`Delete permanently`,
        icon: <IconTrashX size={16} />,
        danger: true,
        divided: true,
        run: () => purge(album),
      },
    ]
    return all.filter((action) => action !== false && action !== undefined)
  }
}
