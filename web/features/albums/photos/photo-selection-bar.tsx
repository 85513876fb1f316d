import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, CloseButton, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconMessage2, IconNumbers, IconPhotoCheck, IconTrash } from '@tabler/icons-react'
import classes from '../edit/album-edit.module.css'

type Props = {
  count: number
  onClear: () => void
  onTexts: () => void
  onPlace: () => void
  onAlbum: (mode: 'move' | 'copy') => void
  /** Only for one photo. */
  onCover: (() => void) | undefined
  onRemove: () => void
}

/** The actions for the selected photos; covers the toolbar, so that no photo moves. */
export function PhotoSelectionBar({ count, onClear, onTexts, onPlace, onAlbum, onCover, onRemove }: Props) {
  const { t } = useLingui()
  const button = { size: 'compact-sm', variant: 'default' } as const
  return (
    <div role="group" aria-label={t`Selected photos`} className={classes.selection}>
      <CloseButton size="sm" aria-label={t`Clear the selection`} onClick={onClear} />
      <Text size="sm" fw={500} role="status" className={classes.count ?? ''}>
        {t`${plural(count, { one: '# selected', other: '# selected' })}`}
      </Text>
      <Button {...button} leftSection={<IconMessage2 size={14} aria-hidden />} onClick={onTexts} aria-keyshortcuts="e">
        <Trans>Texts</Trans>
      </Button>
      <Button {...button} leftSection={<IconNumbers size={14} aria-hidden />} onClick={onPlace} aria-keyshortcuts="p">
        <Trans>Move to position</Trans>
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button {...button} rightSection={<IconChevronDown size={12} aria-hidden />}>
            <Trans>To another album</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAlbum('move')}>
            <Trans>Move</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => onAlbum('copy')}>
            <Trans>Copy</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {onCover && (
        <Button {...button} leftSection={<IconPhotoCheck size={14} aria-hidden />} onClick={onCover}>
          <Trans>Use as cover</Trans>
        </Button>
      )}
      <Button
        {...button}
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onRemove}
        aria-keyshortcuts="Delete"
      >
        <Trans>Take out</Trans>
      </Button>
    </div>
  )
}
