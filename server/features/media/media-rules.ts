import type { Scope } from '#contract/permissions.ts'
import type { Media } from '#contract/media.ts'

export type ImageType = Media['type']
export type Variant = 'original' | 'thumb' | '640' | '1280' | '1920'

export const extensionOf = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const satisfies Record<ImageType, string>

/** The public name of one file of a picture: `original.jpg`, `640.webp`. */
export const fileNameOf = (type: ImageType, variant: Variant): string =>
  variant === 'original' ? `original.${extensionOf[type]}` : `${variant}.webp`

/** Who asks, as far as the rows of the library care. */
export type Asker = { id: string; scope: Scope }

/** Whether the asker may change or delete this picture. */
export const mayWrite = (asker: Asker, row: { createdBy: string | null }): boolean =>
  asker.scope === 'all' || (asker.scope === 'own' && row.createdBy === asker.id)
