export type Point = { x: number; y: number }
type Size = { width: number; height: number }

export const CENTRE: Point = { x: 0.5, y: 0.5 }

const within = (value: number) => Math.min(1, Math.max(0, value))
/** Three digits are finer than anyone can point. */
const rounded = (value: number) => Math.round(within(value) * 1000) / 1000

export const pointAt = (x: number, y: number): Point => ({ x: rounded(x), y: rounded(y) })
export const moved = ({ x, y }: Point, by: Point): Point => pointAt(x + by.x, y + by.y)

/**
 * The part of a picture that a frame of this shape shows when the point is as near to its middle as the edges allow,
 * in fractions of the picture.
 */
export function cropAround({ x, y }: Point, { width, height }: Size, shape: number) {
  const wide = width / height > shape
  const part = { width: wide ? (height * shape) / width : 1, height: wide ? 1 : width / shape / height }
  const start = (at: number, size: number) => Math.min(1 - size, Math.max(0, at - size / 2))
  return { left: start(x, part.width), top: start(y, part.height), ...part }
}

/** The same as CSS wants it, for `object-fit: cover`. */
export function objectPosition(point: Point, size: Size, shape: number): string {
  const { left, top, width, height } = cropAround(point, size, shape)
  const share = (start: number, part: number) => (part >= 1 ? 50 : (start / (1 - part)) * 100)
  return `${share(left, width)}% ${share(top, height)}%`
}
