import type { AlbumPhoto } from '#contract/albums.ts'
import { freshAddress } from '#contract/media.ts'

type Picture = Pick<AlbumPhoto, 'type' | 'url' | 'thumb' | 'width' | 'fileVersion'>

/** The file of a picture that is about so wide. Only formats that never move are sure to have the smaller sizes. */
export function photoSource({ type, url, thumb, width, fileVersion }: Picture, wide: 640 | 1280 | 1920): string {
  const isStill = type === 'image/jpeg' || type === 'image/png' || type === 'image/avif'
  return isStill && width > wide ? thumb.replace('thumb.', `${wide}.`) : freshAddress(url, fileVersion)
}

const THUMB_SIDE = 320

/** For an `img` that may be shown small or large; undefined where there is nothing between thumbnail and original. */
export function photoSourceSet(photo: Picture & Pick<AlbumPhoto, 'height'>): string | undefined {
  const { thumb, width, height } = photo
  const small = Math.round((THUMB_SIDE * width) / Math.max(width, height))
  const medium = photoSource(photo, 640)
  return medium.includes('640.') ? `${thumb} ${small}w, ${medium} 640w` : undefined
}

/** What readers hear of the picture: the album's own words, else those of the library. */
export const altOf = ({ alt, mediaAlt }: Pick<AlbumPhoto, 'alt' | 'mediaAlt'>): string => alt || mediaAlt
