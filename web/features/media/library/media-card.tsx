import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCopy, IconLink, IconLinkOff } from '@tabler/icons-react'
import type { Media } from '#contract/media.ts'
import { useMediaWords } from '../media-words.ts'
import { Thumb } from '../thumb.tsx'
import classes from './media-card.module.css'

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
            <Trans>has similar pictures</Trans>
          </VisuallyHidden>
        </span>
      )}
      <span className={classes.name} title={media.name}>
        {media.name}
      </span>
      <span className={classes.size}>
        <span>{dimensions(media)}</span>
        {uses !== undefined && <UseCount uses={uses} />}
      </span>
    </>
  )
}

/** How often a picture is used, short enough for the narrowest card; the words are for who hears or points at it. */
function UseCount({ uses }: { uses: number }) {
  const { t, i18n } = useLingui()
  const words = uses === 0 ? t`unused` : t`${plural(uses, { one: '# use', other: '# uses' })}`
  const Icon = uses === 0 ? IconLinkOff : IconLink
  return (
    <span className={classes.uses} role="img" aria-label={words} title={words}>
      <Icon size={12} aria-hidden />
      {uses > 0 && i18n.number(uses, { notation: 'compact' })}
    </span>
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
