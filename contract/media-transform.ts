import { z } from 'zod'

/** The shortest side that a crop may leave, in pixels; where the picture itself is shorter, its whole side. */
export const CROP_LEAST = 16

export const quarterTurns = [0, 90, 180, 270] as const
export type QuarterTurn = (typeof quarterTurns)[number]

type Size = { width: number; height: number }
/** Whole pixels from the left and from the top. */
export type Rectangle = Size & { x: number; y: number }

const pixels = z.int().min(0)

/** What is done to a picture, in this order: it is turned clockwise, then mirrored left to right, then cut to a part of what is seen then. */
export const MediaTransform = z.strictObject({
  rotate: z.literal(quarterTurns).default(0),
  flip: z.boolean().default(false),
  crop: z.strictObject({ x: pixels, y: pixels, width: pixels, height: pixels }).nullable().default(null),
})
export type MediaTransform = z.output<typeof MediaTransform>

/** The size of a picture when it is turned. */
export const turnedSize = ({ width, height }: Size, rotate: QuarterTurn): Size =>
  rotate % 180 === 0 ? { width, height } : { width: height, height: width }

export const wholeOf = ({ width, height }: Size): Rectangle => ({ x: 0, y: 0, width, height })

export const sameRectangle = (a: Rectangle, b: Rectangle): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

export type TransformFault = {
  path: 'crop' | `crop.${keyof Rectangle}`
  code: 'crop_outside' | 'crop_too_small' | 'changes_nothing'
  limit?: number
}

/** Why this cannot be done to a picture of this size; undefined: it can. */
export function transformFault({ rotate, flip, crop }: MediaTransform, size: Size): TransformFault | undefined {
  const turned = turnedSize(size, rotate)
  const { x, y, width, height } = crop ?? wholeOf(turned)
  const sides = [
    { from: 'x', side: 'width', start: x, length: width, whole: turned.width },
    { from: 'y', side: 'height', start: y, length: height, whole: turned.height },
  ] as const
  for (const { from, side, start, length, whole } of sides) {
    const least = Math.min(CROP_LEAST, whole)
    if (length < least) return { path: `crop.${side}`, code: 'crop_too_small', limit: least }
    if (length > whole) return { path: `crop.${side}`, code: 'crop_outside', limit: whole }
    if (start + length > whole) return { path: `crop.${from}`, code: 'crop_outside', limit: whole - length }
  }
  const isWhole = width === turned.width && height === turned.height
  return rotate === 0 && !flip && isWhole ? { path: 'crop', code: 'changes_nothing' } : undefined
}
