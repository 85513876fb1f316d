import { type MediaTransform, turnedSize, wholeOf } from '#contract/media-transform.ts'
import { NAME_MAX } from './file-name-rules.ts'
import type { FocalPoint } from './media-rules.ts'

type Size = { width: number; height: number }

/** Three digits are finer than anyone can point. */
const rounded = (share: number) => Math.round(share * 1000) / 1000

/** Where the focal point is after a change of the picture; null when it was cut off. @param size before the change */
export function movedFocalPoint(point: FocalPoint, { rotate, flip, crop }: MediaTransform, size: Size): FocalPoint {
  if (!point) return null
  const turned = turnedSize(size, rotate)
  const { x, y } = mirrored(turnedPoint(point, rotate), flip)
  const part = crop ?? wholeOf(turned)
  const moved = { x: (x * turned.width - part.x) / part.width, y: (y * turned.height - part.y) / part.height }
  const isInside = [moved.x, moved.y].every((share) => share >= 0 && share <= 1)
  return isInside ? { x: rounded(moved.x), y: rounded(moved.y) } : null
}

type Point = { x: number; y: number }

function turnedPoint({ x, y }: Point, rotate: MediaTransform['rotate']): Point {
  switch (rotate) {
    case 0:
      return { x, y }
    case 90:
      return { x: 1 - y, y: x }
    case 180:
      return { x: 1 - x, y: 1 - y }
    case 270:
      return { x: y, y: 1 - x }
  }
}

const mirrored = ({ x, y }: Point, flip: boolean): Point => ({ x: flip ? 1 - x : x, y })

const SUFFIX = / \(edited(?: \d+)?\)$/

/**
 * The name of a picture that was made of another: “harbour (edited).jpg”, the next “harbour (edited 2).jpg”; the same in every
 * language, as file names are. What would be too long is cut before the suffix.
 * @param number 1 for the first
 */
export function nameOfEdited(name: string, number: number): string {
  const extension = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? ''
  const suffix = ` (edited${number > 1 ? ` ${number}` : ''})${extension}`
  // No half characters: they cannot be stored.
  const base = name
    .slice(0, name.length - extension.length)
    .replace(SUFFIX, '')
    .slice(0, NAME_MAX - suffix.length)
    .replace(/[\ud800-\udbff]$/, '')
  return base.trimEnd() + suffix
}
