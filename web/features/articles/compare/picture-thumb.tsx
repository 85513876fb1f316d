import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import classes from './compare.module.css'
import type { Picture } from './document.ts'

/** Addresses that an image may be loaded from; the article's sanitiser allows no others, and neither does this. */
const SAFE = /^(?:https?:\/\/|\/(?!\/))/i

type Props = { picture: Picture; isInline?: boolean; isRemoved?: boolean }

/** A picture of an article, small. Where its file is gone, its address is shown. */
export function PictureThumb({ picture: { src, alt }, isInline = false, isRemoved = false }: Props) {
  const { t } = useLingui()
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed || !SAFE.test(src)) return <span className={classes.noPicture}>{t`Picture: ${src}`}</span>
  return (
    <img
      className={isInline ? classes.inlineThumb : classes.thumb}
      data-removed={isRemoved || undefined}
      src={src}
      alt={alt || t`Picture without alt text`}
      loading="lazy"
      onError={() => setHasFailed(true)}
    />
  )
}
