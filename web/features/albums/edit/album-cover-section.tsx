import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import type { Album } from '#contract/albums.ts'
import classes from './album-edit.module.css'

/** The picture of the album in lists and on the site. */
export function AlbumCoverSection({ album, onReset }: { album: Album; onReset: (() => void) | undefined }) {
  const { t } = useLingui()
  const { cover, coverImage } = album
  return (
    <section className={classes.coverSection} aria-label={t`Cover`}>
      <Text size="sm" fw={600} mb={6}>
        <Trans>Cover</Trans>
      </Text>
      {coverImage ? (
        <img
          src={coverImage.thumb}
          alt={coverImage.alt || t`Preview`}
          width={coverImage.width}
          height={coverImage.height}
          decoding="async"
        />
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>The first photo becomes the cover.</Trans>
        </Text>
      )}
      {coverImage && onReset && (
        <Text size="xs" c="dimmed" mt={6} component="div">
          {cover === null ? (
            <Trans>The first photo. Choose another one in the grid and use it as the cover.</Trans>
          ) : (
            <Button size="compact-sm" variant="default" onClick={onReset}>
              <Trans>Use the first photo instead</Trans>
            </Button>
          )}
        </Text>
      )}
    </section>
  )
}
