import { Plural, Trans } from '@lingui/react/macro'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Media } from '#contract/media.ts'
import { useMediaWords } from './media-words.ts'
import { Thumb } from './thumb.tsx'
import classes from './media.module.css'

/** What a card shows of a picture: itself, its name, its size, and what is worth a look. */
export function MediaCardFace({ media, uses }: { media: Media; uses?: number | undefined }) {
  const { dimensions } = useMediaWords()
  return (
    <>
      <span className={classes.frame}>
        <Thumb media={media} alt={media.alt} />
        {!media.alt && (
          <span className={classes.flag}>
            <Trans>No alt text</Trans>
          </span>
        )}
      </span>
      {media.duplicates > 0 && (
        <span className={classes.similar}>
          <IconCopy size={14} aria-hidden />
          <VisuallyHidden>
            <Trans>has similar ones</Trans>
          </VisuallyHidden>
        </span>
      )}
      <span className={classes.name} title={media.name}>
        {media.name}
      </span>
      <span className={classes.size}>
        {dimensions(media)}
        {uses !== undefined && (
          <>
            {' · '}
            {uses === 0 ? <Trans>unused</Trans> : <Plural value={uses} one="# use" other="# uses" />}
          </>
        )}
      </span>
    </>
  )
}

/** The grid before its first answer, in its true layout. */
export function MediaGridSkeleton() {
  return (
    <div className={`${classes.grid} ${classes.skeleton}`} aria-hidden>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={classes.card}>
          <Skeleton className={classes.frame} radius="md" />
          <Skeleton height={10} mt={8} width="70%" />
          <Skeleton height={8} mt={6} mb={4} width="40%" />
        </div>
      ))}
    </div>
  )
}
