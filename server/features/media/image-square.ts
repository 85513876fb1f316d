import sharp, { type Sharp } from 'sharp'
import type { FocalPoint } from './media-rules.ts'

export const SQUARE_SIDE = 320

/** The largest square of a picture that has its focal point as near to the middle as the edges allow; small, never upscaled. */
export function squareOf(
  image: Sharp,
  { width, height }: { width: number; height: number },
  focalPoint: FocalPoint,
): Sharp {
  const side = Math.min(width, height)
  const { x, y } = focalPoint ?? { x: 0.5, y: 0.5 }
  const from = (length: number, centre: number) =>
    Math.min(Math.max(Math.round(length * centre - side / 2), 0), length - side)
  const small = Math.min(side, SQUARE_SIDE)
  return image
    .extract({ left: from(width, x), top: from(height, y), width: side, height: side })
    .resize({ width: small, height: small })
    .webp({ quality: 80 })
}

/** The same from the bytes of a stored picture, of whose frames the first counts. */
export async function encodeSquare(stored: Buffer, focalPoint: FocalPoint) {
  const { width, height } = await sharp(stored).metadata()
  const { data, info } = await squareOf(sharp(stored), { width, height }, focalPoint).toBuffer({
    resolveWithObject: true,
  })
  return { bytes: data, width: info.width, height: info.height }
}
