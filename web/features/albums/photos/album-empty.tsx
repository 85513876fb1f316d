import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { UploadButton } from '../../media/upload/upload-button.tsx'
import classes from '../edit/album-edit.module.css'

type Props = { mayWrite: boolean; onLibrary: () => void; onFiles: (files: File[]) => void }

/** An album without photos: where they can be dropped, or chosen. */
export function AlbumEmpty({ mayWrite, onLibrary, onFiles }: Props) {
  return (
    <div className={classes.empty} data-drop={mayWrite || undefined}>
      <IconPhotoPlus size={36} stroke={1.2} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text fw={600}>{mayWrite ? <Trans>Drop photos here</Trans> : <Trans>No photos yet</Trans>}</Text>
      {mayWrite && (
        <>
          <Text size="sm" c="dimmed" maw={400} ta="center">
            <Trans>They are uploaded to the library and added to the album in one go.</Trans>
          </Text>
          <Group gap="xs" mt="xs" justify="center">
            <UploadButton variant="default" onFiles={onFiles} />
            <Button variant="default" onClick={onLibrary}>
              <Trans>Choose from the library</Trans>
            </Button>
          </Group>
        </>
      )}
    </div>
  )
}
