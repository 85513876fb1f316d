import type { Scope } from '#contract/permissions.ts'
import { mediaTextNames, type Media } from '#contract/media.ts'

export type ImageType = Media['type']
export type Variant = 'original' | 'thumb' | 'square' | '640' | '1280' | '1920'
export type FocalPoint = Media['focalPoint']

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

export const focalPointOf = ({ focalX, focalY }: { focalX: number | null; focalY: number | null }): FocalPoint =>
  focalX === null || focalY === null ? null : { x: focalX, y: focalY }

/** Who asks, as far as the rows of the library care. */
export type Asker = { id: string; scope: Scope; mayPurge: boolean }

/** Whether the asker may change or delete this picture. */
export const mayWrite = (asker: Asker, row: { createdBy: string | null }): boolean =>
  asker.scope === 'all' || (asker.scope === 'own' && row.createdBy === asker.id)

/** Everybody sees the library; what is in the trash is there for who may restore it. */
export const maySee = (asker: Asker, row: { createdBy: string | null; deletedAt: unknown }): boolean =>
  row.deletedAt === null || mayWrite(asker, row)

/** The ids of the pictures that an HTML text shows. The database finds the same: article_media of migration 0002. */
export const mediaInText = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//gi)].map(([, id = '']) =>
      id.toLowerCase(),
    ),
  ),
]

/** A replacement keeps the focal point only where it still means the same place: in a picture of about the same shape. */
export const sameShape = (a: { width: number; height: number }, b: { width: number; height: number }): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) < 0.02

type Texts = Pick<Media, (typeof mediaTextNames)[number]>

/** The texts of a picture, the empty ones filled with what its file says; what a person wrote is never replaced. */
export function filledTexts(given: Partial<Texts>, inFile: Texts) {
  const fromFile = mediaTextNames.filter((name) => !given[name] && inFile[name])
  const texts = Object.fromEntries(
    mediaTextNames.map((name) => [name, fromFile.includes(name) ? inFile[name] : (given[name] ?? '')]),
  ) as Texts
  return { texts, fromFile }
}
