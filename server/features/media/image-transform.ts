import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MediaTransform, Rectangle } from '#contract/media-transform.ts'

/** What is seen of an upright picture after a transform. Nothing is decoded yet. */
export function transformed(image: Sharp, { rotate, flip, crop }: MediaTransform, { width }: { width: number }): Sharp {
  // sharp mirrors before it turns, whatever the order of the calls: what is turned, then mirrored, is mirrored, then turned the
  // other way. It cuts after it has turned, but before it mirrors a picture that is not turned.
  if (flip) image.flop()
  if (rotate !== 0) image.rotate(flip ? 360 - rotate : rotate)
  if (!crop) return image
  return image.extract(sideOf(flip && rotate === 0 ? { ...crop, x: width - crop.x - crop.width } : crop))
}

const sideOf = ({ x, y, width, height }: Rectangle) => ({ left: x, top: y, width, height })

/**
 * The same for all frames of an animation that is turned, which sharp does not do: it takes their pixels, several times over, into
 * memory. Their times are lost; see `timesOf`.
 * @param image all frames below each other
 */
export async function transformedFrames(image: Sharp, transform: MediaTransform): Promise<Sharp> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const { width, channels, pages = 1 } = info
  const height = info.pageHeight ?? info.height
  const frame = width * height * channels
  const frames: Buffer[] = []
  let size = { width, height }
  for (let at = 0; at < pages; at++) {
    const one = sharp(data.subarray(at * frame, (at + 1) * frame), { raw: { width, height, channels } })
    const turned = await transformed(one, transform, { width }).raw().toBuffer({ resolveWithObject: true })
    frames.push(turned.data)
    size = turned.info
  }
  const raw = { width: size.width, height: size.height * pages, channels, pageHeight: size.height }
  return sharp(Buffer.concat(frames), { raw })
}

/** How long each frame of an animation is shown, and how often all are. */
export const timesOf = ({ delay, loop }: Metadata) => ({
  ...(delay !== undefined && { delay }),
  ...(loop !== undefined && { loop }),
})
