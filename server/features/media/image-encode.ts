import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MediaTransform } from '#contract/media-transform.ts'
import { MEDIA_MAX_PIXELS } from '#contract/media.ts'
import { createPersonQueue } from '../../http/person-queue.ts'
import { invalidField, ProblemError } from '../../http/problem-error.ts'
import { sniffImageType } from './image-sniff-rules.ts'
import { capturedAt } from './image-capture-rules.ts'
import { textsOf, type ImageTexts } from './image-text-rules.ts'
import { hashOf, type PictureHash } from './image-hash.ts'
import { SQUARE_SIDE, squareOf } from './image-square.ts'
import { timesOf, transformed, transformedFrames } from './image-transform.ts'
import type { FocalPoint, ImageType, Variant } from './media-rules.ts'

/** All frames of an animation together: what decoding it costs. */
const ANIMATION_MAX_PIXELS = 2 * MEDIA_MAX_PIXELS
const ANIMATION_MAX_FRAMES = 2000
const ENCODE_SECONDS = 60
/** More pixels than this cost hundreds of megabytes with some encoders: worked on one at a time, in the thriftier way. */
const LARGE_PIXELS = 16_000_000
const oneLarge = createPersonQueue({ running: 1, runningEach: 1, waiting: 100, waitingEach: 100 })
const THUMB_SIDE = 320
/** Longer sides make thin pictures that cost minutes; those of JPEG, GIF and what shows pictures end here anyway. */
const MAX_SIDE = 65_535
/** What each type can hold, as its encoder has it. */
const MAX_SIDES: Record<ImageType, number> = {
  'image/jpeg': 65_500,
  'image/png': MAX_SIDE,
  'image/gif': MAX_SIDE,
  'image/webp': 16_383,
  'image/avif': 16_384,
}
const WEBP_MAX_SIDE = MAX_SIDES['image/webp']
const WIDTHS = { '1920': 1920, '1280': 1280, '640': 640 } as const

// Whatever libvips can read beside our five types is attack surface only.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
})
sharp.cache(false)
sharp.concurrency(2)

export type EncodedFile = { name: Variant; type: string; bytes: Buffer; width: number; height: number }
export type EncodedImage = {
  type: ImageType
  original: EncodedFile
  variants: EncodedFile[]
  hash: PictureHash | null
  capturedAt: string | null
  texts: ImageTexts
}
/** What a replaced picture requires of the new one, and what is done to its pixels, of a size that fits. */
export type EncodeAs = {
  type?: ImageType
  focalPoint?: FocalPoint
  sizes?: readonly Variant[]
  transform?: MediaTransform
}

const refused = (code: string, message: string) =>
  new ProblemError('unreadable_file', { detail: message, fields: [{ path: 'file', code, message }] })
const animationTooLarge = () =>
  invalidField(
    'rotate',
    'animation_too_large',
    'This animation is too large to be turned; it can be cropped and mirrored',
  )

/**
 * The type of an upload, judged by its first bytes and its header; nothing is decoded yet.
 * @param as the type that the picture is to become, if not its own
 * @throws ProblemError unsupported_media_type or unreadable_file, naming the field `file`
 */
export async function inspectImage(bytes: Buffer, as?: ImageType): Promise<{ type: ImageType; metadata: Metadata }> {
  if (bytes.length === 0) throw refused('empty', 'The file is empty')
  const type = sniffImageType(bytes)
  if (!type) {
    const message = 'Only JPEG, PNG, WebP, AVIF and GIF pictures are accepted'
    throw new ProblemError('unsupported_media_type', {
      detail: message,
      fields: [{ path: 'file', code: 'not_an_image', message }],
    })
  }
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refused('damaged', 'The picture is damaged')
    })
  if (metadata.format !== (type === 'image/avif' ? 'heif' : type.slice('image/'.length)))
    throw refused('damaged', 'The picture is damaged')
  const longest = Math.max(metadata.width, metadata.height)
  const most = Math.min(MAX_SIDE, MAX_SIDES[as ?? type])
  if (longest > most) throw refused('side_too_long', `A side is longer than ${most} pixels`)
  const pixels = metadata.width * metadata.height
  const frames = metadata.pages ?? 1
  if (pixels > MEDIA_MAX_PIXELS) throw refused('too_many_pixels', 'The picture has more than 50 megapixels')
  if (frames > 1 && (frames > ANIMATION_MAX_FRAMES || pixels * frames > ANIMATION_MAX_PIXELS))
    throw refused('too_many_pixels', 'The animation has too many frames for its size')
  return { type, metadata }
}

/**
 * Makes every public file of a picture from its uploaded bytes: upright, sRGB, without metadata, never upscaled.
 * An animation keeps moving in its original and has still small sizes only.
 * @param as for a replacement: the type in the address, the focal point to keep, the sizes that must be there
 * @throws ProblemError as inspectImage, and for a picture whose pixels cannot be read; invalid_input with the field `rotate` for
 * an animation that is too large to be turned
 */
export async function encodeImage(bytes: Buffer, as: EncodeAs = {}): Promise<EncodedImage> {
  const { type, metadata } = await inspectImage(bytes, as.type)
  const encode = () => encodeInspected(bytes, as, { type: as.type ?? type, metadata })
  return isLarge(metadata) ? oneLarge('', encode) : encode()
}

const isLarge = ({ width, height, pages = 1 }: Metadata) => width * height * pages > LARGE_PIXELS

async function encodeInspected(
  bytes: Buffer,
  as: EncodeAs,
  { type, metadata }: { type: ImageType; metadata: Metadata },
): Promise<EncodedImage> {
  const animated = (metadata.pages ?? 1) > 1 && movable.has(type)
  try {
    const image = (await openAs(bytes, animated, as, metadata)).toColourspace('srgb')
    const seen = type === 'image/jpeg' && metadata.hasAlpha ? image.flatten({ background: '#fff' }) : image
    const original = await finish(reencode(seen, type, metadata, bytes), 'original', type)
    const variants = await encodeVariants(bytes, original, animated, { ...as, metadata })
    const [thumb = original] = variants
    const [hash, texts] = [await hashOf(thumb.bytes), textsOf(metadata)]
    return { type, original, variants, hash, capturedAt: capturedAt(metadata.exif), texts }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw refused('damaged', 'The picture is damaged')
  }
}

const movable = new Set<ImageType>(['image/gif', 'image/webp'])

const open = (bytes: Buffer, animated: boolean): Sharp =>
  sharp(bytes, { animated, failOn: 'error', limitInputPixels: ANIMATION_MAX_PIXELS }).autoOrient()

/** The picture as it is to be. */
async function openAs(bytes: Buffer, animated: boolean, { transform }: EncodeAs, metadata: Metadata): Promise<Sharp> {
  const image = open(bytes, animated)
  if (!transform) return image
  if (!animated || transform.rotate === 0) return transformed(image, transform, metadata)
  if (isLarge(metadata)) throw animationTooLarge()
  return transformedFrames(image, transform)
}

function reencode(image: Sharp, type: ImageType, metadata: Metadata, bytes: Buffer): Sharp {
  const times = timesOf(metadata)
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({
        quality: 90,
        // Both keep the whole picture in memory, three bytes and more for each pixel.
        progressive: !isLarge(metadata),
        optimiseCoding: !isLarge(metadata),
        chromaSubsampling: metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      })
    case 'image/png':
      return image.png(metadata.isPalette ? { palette: true, quality: 100, dither: 0 } : {})
    case 'image/webp':
      return image.webp({ ...times, quality: 90, lossless: bytes.toString('latin1', 12, 16) === 'VP8L' })
    case 'image/avif':
      // Effort 4, the default, takes a minute for 50 megapixels.
      return image.avif({ quality: 65, effort: 2, ...(isLarge(metadata) && { chromaSubsampling: '4:2:0' }) })
    case 'image/gif':
      return image.gif(times)
  }
}

async function encodeVariants(
  bytes: Buffer,
  original: EncodedFile,
  animated: boolean,
  { metadata, ...as }: EncodeAs & { metadata: Metadata },
): Promise<EncodedFile[]> {
  const { sizes = [], focalPoint = null } = as
  const wanted = (['1920', '1280', '640'] as const).filter(
    (name) => (!animated && WIDTHS[name] < original.width) || sizes.includes(name),
  )
  // Decoded once, at the largest size needed; the smaller ones are made from that.
  const forSquare = Math.ceil(SQUARE_SIDE * Math.max(1, original.width / original.height))
  const largest = Math.max(THUMB_SIDE, forSquare, ...wanted.map((name) => WIDTHS[name]))
  const still = await openAs(bytes, false, as, metadata)
  const { data, info } = await still
    .resize({ width: largest, height: WEBP_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: ENCODE_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const variant = (name: Variant, width: number, height: number) =>
    finish(
      sharp(data, { raw }).resize({ width, height, fit: 'inside', withoutEnlargement: true }).webp({ quality: 80 }),
      name,
      'image/webp',
    )
  const files = [
    await variant('thumb', THUMB_SIDE, THUMB_SIDE),
    await finish(squareOf(sharp(data, { raw }), raw, focalPoint), 'square', 'image/webp'),
  ]
  for (const name of wanted.toReversed()) files.push(await variant(name, WIDTHS[name], WEBP_MAX_SIDE))
  return files
}

async function finish(image: Sharp, name: Variant, type: string): Promise<EncodedFile> {
  const { data, info } = await image.timeout({ seconds: ENCODE_SECONDS }).toBuffer({ resolveWithObject: true })
  return { name, type, bytes: data, width: info.width, height: info.pageHeight ?? info.height }
}
