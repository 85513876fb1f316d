import { CROP_LEAST, type QuarterTurn, type Rectangle, turnedSize, wholeOf } from '#contract/media-transform.ts'

type Size = { width: number; height: number }

export const ratios = ['free', 'picture', '1:1', '4:3', '3:2', '16:9'] as const
export type Ratio = (typeof ratios)[number]

/** What is to be done to a picture, as far as it was chosen. */
export type Crop = {
  /** Of the picture as it is stored. */
  size: Size
  rotate: QuarterTurn
  flip: boolean
  /** In pixels of the picture as it is seen, and as fine as a mouse points: see `rectangleOf`. */
  area: Rectangle
  ratio: Ratio
  /** The ratio is meant upright: 3:4 instead of 4:3. */
  upright: boolean
}

export const beginCrop = (size: Size): Crop => ({
  size,
  rotate: 0,
  flip: false,
  area: wholeOf(size),
  ratio: 'free',
  upright: false,
})

/** The size of the picture as it is seen. */
export const seenSize = ({ size, rotate }: Pick<Crop, 'size' | 'rotate'>): Size => turnedSize(size, rotate)

/** Width by height; undefined where any is possible. */
export function ratioOf({ ratio, upright, ...crop }: Crop): number | undefined {
  if (ratio === 'free') return undefined
  const seen = seenSize(crop)
  if (ratio === 'picture') return seen.width / seen.height
  const [long = 1, short = 1] = ratio.split(':').map(Number)
  return upright ? short / long : long / short
}

/** Whether the ratio has an upright form of its own. */
export const canBeUpright = (ratio: Ratio): boolean => !['free', 'picture', '1:1'].includes(ratio)

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** The shortest and the longest that a side can be in the ratio that is chosen. */
export function limitsOf(crop: Crop): Record<'width' | 'height', { least: number; most: number }> {
  const seen = seenSize(crop)
  const ratio = ratioOf(crop)
  const least = { width: Math.min(CROP_LEAST, seen.width), height: Math.min(CROP_LEAST, seen.height) }
  if (ratio === undefined)
    return {
      width: { least: least.width, most: seen.width },
      height: { least: least.height, most: seen.height },
    }
  const most = Math.min(seen.width, seen.height * ratio)
  const shortest = Math.min(most, Math.max(least.width, least.height * ratio))
  return {
    width: { least: Math.ceil(shortest), most: Math.floor(most) },
    height: { least: Math.ceil(shortest / ratio), most: Math.floor(most / ratio) },
  }
}

/** The chosen part in whole pixels. */
export function rectangleOf(crop: Crop): Rectangle {
  const seen = seenSize(crop)
  const ratio = ratioOf(crop)
  const limits = limitsOf(crop)
  const width = within(Math.round(crop.area.width), limits.width.least, limits.width.most)
  const height = within(
    Math.round(ratio === undefined ? crop.area.height : isTypedHeight(crop, ratio) ? crop.area.height : width / ratio),
    limits.height.least,
    limits.height.most,
  )
  return {
    x: within(Math.round(crop.area.x), 0, seen.width - width),
    y: within(Math.round(crop.area.y), 0, seen.height - height),
    width,
    height,
  }
}

/** A whole height that the width belongs to as well as any other stays as it is. */
const isTypedHeight = ({ area }: Crop, ratio: number) =>
  Number.isInteger(area.height) && Math.round(area.height * ratio) === Math.round(area.width)

/** With another part chosen, as by a mouse. */
export const withArea = (crop: Crop, area: Rectangle): Crop => ({ ...crop, area })

export function withSide(crop: Crop, side: 'width' | 'height', typed: number): Crop {
  const limit = limitsOf(crop)[side]
  const length = within(Math.round(typed), limit.least, limit.most)
  const ratio = ratioOf(crop)
  // A height follows its width by itself.
  const other = ratio !== undefined && side === 'height' && { width: Math.round(length * ratio) }
  const area = { ...rectangleOf(crop), ...other, [side]: length }
  return withArea(crop, rectangleOf(withArea(crop, area)))
}

export function withStart(crop: Crop, from: 'x' | 'y', typed: number): Crop {
  return withArea(crop, rectangleOf(withArea(crop, { ...rectangleOf(crop), [from]: typed })))
}

/** In another ratio: all that fits if the part reaches from edge to edge, else about as many pixels around the same middle. */
export function withRatio(crop: Crop, ratio: Ratio, upright: boolean): Crop {
  const next = { ...crop, ratio, upright: upright && canBeUpright(ratio) }
  const shape = ratioOf(next)
  const now = rectangleOf(crop)
  if (shape === undefined) return withArea(next, now)
  const seen = seenSize(crop)
  const reaches = now.width === seen.width || now.height === seen.height
  const wanted = reaches ? Infinity : Math.sqrt(now.width * now.height * shape)
  const width = Math.min(wanted, seen.width, seen.height * shape)
  const height = width / shape
  const [x, y] = [now.x + (now.width - width) / 2, now.y + (now.height - height) / 2]
  return withArea(next, rectangleOf(withArea(next, { x: Math.floor(x), y: Math.floor(y), width, height })))
}

/** Turned by a quarter, as it is seen: 90 is to the right. */
export function turned(crop: Crop, by: 90 | -90): Crop {
  const { width, height } = seenSize(crop)
  const { x, y, ...part } = crop.area
  // What is mirrored afterwards turns the other way.
  const rotate = ((crop.rotate + (crop.flip ? -by : by) + 360) % 360) as QuarterTurn
  const area = {
    x: by === 90 ? height - y - part.height : y,
    y: by === 90 ? x : width - x - part.width,
    width: part.height,
    height: part.width,
  }
  return { ...crop, rotate, area, upright: canBeUpright(crop.ratio) && !crop.upright }
}

/** Mirrored left to right, as it is seen. */
export function mirrored(crop: Crop): Crop {
  const { width } = seenSize(crop)
  return { ...crop, flip: !crop.flip, area: { ...crop.area, x: width - crop.area.x - crop.area.width } }
}
