import sharp, { type Metadata, type Sharp } from 'sharp'
import { MEDIA_MAX_PIXELS } from '#contract/media.ts'
import { ProblemError } from '../../http/problem-error.ts'
import { sniffImageType } from './image-sniff-rules.ts'
import type { ImageType, Variant } from './media-rules.ts'

/** All frames of an animation together: what decoding it costs. */
const ANIMATION_MAX_PIXELS = 2 * MEDIA_MAX_PIXELS
const ANIMATION_MAX_FRAMES = 2000
const ENCODE_SECONDS = 60
const THUMB_SIDE = 320
/** WebP can hold no longer side. */
const WEBP_MAX_SIDE = 16_383
const WIDTHS = { '1920': 1920, '1280': 1280, '640': 640 } as const

// Whatever libvips can read beside our five types is attack surface only.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((loader) => `VipsForeignLoad${loader}Buffer`),
})
sharp.cache(false)
sharp.concurrency(2)

export type EncodedFile = { name: Variant; type: string; bytes: Buffer; width: number; height: number }
export type EncodedImage = { type: ImageType; original: EncodedFile; variants: EncodedFile[] }

const refused = (code: string, message: string) =>
  new ProblemError('unreadable_file', { detail: message, fields: [{ path: 'file', code, message }] })

/**
 * The type of an upload, judged by its first bytes and its header; nothing is decoded yet.
 * @throws ProblemError unsupported_media_type or unreadable_file, naming the field `file`
 */
export async function inspectImage(bytes: Buffer): Promise<{ type: ImageType; metadata: Metadata }> {
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
  const pixels = metadata.width * metadata.height
  const frames = metadata.pages ?? 1
  if (pixels > MEDIA_MAX_PIXELS) throw refused('too_many_pixels', 'The picture has more than 50 megapixels')
  if (frames > 1 && (frames > ANIMATION_MAX_FRAMES || pixels * frames > ANIMATION_MAX_PIXELS))
    throw refused('too_many_pixels', 'The animation has too many frames for its size')
  return { type, metadata }
}

/**
 * Makes every public file of a picture from its uploaded bytes: upright, sRGB, without metadata, never upscaled.
 * An animation keeps moving in its original and has a still thumb only.
 * @throws ProblemError as inspectImage, and for a picture whose pixels cannot be read
 */
export async function encodeImage(bytes: Buffer): Promise<EncodedImage> {
  const { type, metadata } = await inspectImage(bytes)
  const animated = (metadata.pages ?? 1) > 1
  try {
    const original = await finish(
      reencode(open(bytes, animated).toColourspace('srgb'), type, metadata, bytes),
      'original',
      type,
    )
    return { type, original, variants: await encodeVariants(bytes, original, animated) }
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw refused('damaged', 'The picture is damaged')
  }
}

const open = (bytes: Buffer, animated: boolean): Sharp =>
  sharp(bytes, { animated, failOn: 'error', limitInputPixels: ANIMATION_MAX_PIXELS }).autoOrient()

function reencode(image: Sharp, type: ImageType, metadata: Metadata, bytes: Buffer): Sharp {
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({
        quality: 90,
        progressive: true,
        chromaSubsampling: metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      })
    case 'image/png':
      return image.png(metadata.isPalette ? { palette: true, quality: 100, dither: 0 } : {})
    case 'image/webp':
      return image.webp({ quality: 90, lossless: bytes.toString('latin1', 12, 16) === 'VP8L' })
    case 'image/avif':
      // Effort 4, the default, takes a minute for 50 megapixels.
      return image.avif({ quality: 65, effort: 2 })
    case 'image/gif':
      return image.gif()
  }
}

async function encodeVariants(bytes: Buffer, original: EncodedFile, animated: boolean): Promise<EncodedFile[]> {
  const wanted = animated ? [] : (['1920', '1280', '640'] as const).filter((name) => WIDTHS[name] < original.width)
  // Decoded once, at the largest size needed; the smaller ones are made from that.
  const largest = Math.max(THUMB_SIDE, ...wanted.map((name) => WIDTHS[name]))
  const { data, info } = await open(bytes, false)
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
  const files = [await variant('thumb', THUMB_SIDE, THUMB_SIDE)]
  for (const name of wanted.toReversed()) files.push(await variant(name, WIDTHS[name], WEBP_MAX_SIDE))
  return files
}

async function finish(image: Sharp, name: Variant, type: string): Promise<EncodedFile> {
  const { data, info } = await image.timeout({ seconds: ENCODE_SECONDS }).toBuffer({ resolveWithObject: true })
  return { name, type, bytes: data, width: info.width, height: info.pageHeight ?? info.height }
}
