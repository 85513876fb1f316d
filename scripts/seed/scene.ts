import sharp from 'sharp'
import type { Chance } from './chance.ts'

type Colour = readonly [red: number, green: number, blue: number]
/** The colour at a point; both from 0 to 1, from the left and from the top. */
type Paint = (x: number, y: number) => Colour

export type Light = { en: string; zh: string; top: Colour; low: Colour; land: Colour; glow: Colour }
export type Scene = {
  en: string
  zh: string
  /** `wide`: width by height, so that what is round stays round. */
  paint: (chance: Chance, light: Light, wide: number) => Paint
}

export const lights: readonly Light[] = [
  { en: 'at dawn', zh: '清晨', top: [96, 128, 176], low: [250, 206, 178], land: [74, 86, 104], glow: [255, 236, 200] },
  { en: 'at noon', zh: '正午', top: [58, 124, 196], low: [196, 224, 240], land: [70, 118, 66], glow: [255, 255, 236] },
  {
    en: 'in the evening',
    zh: '傍晚',
    top: [58, 56, 104],
    low: [238, 140, 82],
    land: [48, 40, 58],
    glow: [255, 214, 130],
  },
  { en: 'at night', zh: '夜晚', top: [10, 16, 38], low: [42, 58, 98], land: [14, 18, 26], glow: [226, 232, 246] },
  {
    en: 'in the snow',
    zh: '雪中',
    top: [150, 166, 184],
    low: [226, 232, 238],
    land: [116, 130, 146],
    glow: [250, 250, 246],
  },
  {
    en: 'in the rain',
    zh: '雨中',
    top: [84, 98, 108],
    low: [150, 160, 162],
    land: [56, 72, 70],
    glow: [188, 194, 190],
  },
]

const mix = (from: Colour, to: Colour, share: number): Colour => {
  const part = Math.min(1, Math.max(0, share))
  return [0, 1, 2].map((at) => from[at]! + (to[at]! - from[at]!) * part) as unknown as Colour
}

/** A sky that is brighter around its sun or moon, wherever that is. */
function sky(chance: Chance, { top, low, glow }: Light, wide: number): Paint {
  const [sunX, sunY, size] = [0.1 + 0.8 * chance.share(), 0.1 + 0.3 * chance.share(), 0.03 + 0.05 * chance.share()]
  return (x, y) => {
    const away = Math.hypot((x - sunX) * wide, y - sunY)
    if (away < size) return glow
    return mix(mix(top, low, y * 1.4), glow, 0.6 * Math.exp(-away * 4))
  }
}

/** A line from left to right out of a few waves. */
function ridge(chance: Chance, height: number, rough: number): (x: number) => number {
  const waves = [2, 5, 11, 23].map(
    (often) => [often * (0.6 + chance.share()), chance.share() * 7, rough / often] as const,
  )
  return (x) => waves.reduce((sum, [often, shift, size]) => sum + Math.sin(x * often + shift) * size, height)
}

export const scenes: readonly Scene[] = [
  {
    en: 'A row of hills',
    zh: '的山丘',
    paint: (chance, light, wide) => {
      const above = sky(chance, light, wide)
      const rows = [0.45, 0.6, 0.78].map((height) => ridge(chance, height, 0.22))
      return (x, y) => {
        const row = rows.findLastIndex((line) => y > line(x))
        return row < 0 ? above(x, y) : mix(mix(light.low, light.land, 0.45 + row * 0.3), [0, 0, 0], (y - 0.5) * 0.3)
      }
    },
  },
  {
    en: 'The roofs of the town',
    zh: '的城市屋顶',
    paint: (chance, light, wide) => {
      const above = sky(chance, light, wide)
      const houses = Array.from({ length: 9 + chance.below(8) }, () => 0.3 + 0.45 * chance.share())
      const wall = mix(light.land, [112, 98, 92], 0.5)
      const lit = Array.from({ length: 997 }, () => chance.oneIn(3))
      return (x, y) => {
        const house = Math.min(houses.length - 1, Math.floor(x * houses.length))
        if (y < houses[house]!) return above(x, y)
        const [column, row] = [Math.floor(x * houses.length * 6), Math.floor(y * 40)]
        const window = column % 2 === 1 && row % 2 === 1 && lit[(column * 31 + row * 17) % lit.length]
        return window ? mix(wall, light.glow, 0.8) : mix(wall, light.low, (house % 3) * 0.14)
      }
    },
  },
  {
    en: 'A boat on the water',
    zh: '水面上的小船',
    paint: (chance, light, wide) => {
      const above = sky(chance, light, wide)
      const [horizon, boat] = [0.42 + 0.16 * chance.share(), 0.15 + 0.7 * chance.share()]
      const shore = ridge(chance, horizon - 0.05, 0.12)
      return (x, y) => {
        const [aside, down] = [(x - boat) * wide, y - horizon - 0.12]
        if (down > -0.05 && down < 0.03 && Math.abs(aside) < 0.12 - down) return [120, 44, 36]
        if (down < -0.05 && down > -0.34 && aside > 0 && aside < (down + 0.34) * 0.4) return [240, 236, 224]
        if (y < horizon) return y > shore(x) ? light.land : above(x, y)
        const shine = Math.sin(y * 190 + Math.sin(x * 23) * 2) * 0.12
        return mix(mix(above(x, 2 * horizon - y), light.land, 0.35 + (y - horizon)), light.glow, shine)
      }
    },
  },
  {
    en: 'Trees along the path',
    zh: '小路旁的树',
    paint: (chance, light, wide) => {
      const above = sky(chance, light, wide)
      const ground = ridge(chance, 0.76, 0.08)
      const trees = Array.from({ length: 5 + chance.below(6) }, () => {
        const size = 0.1 + 0.1 * chance.share()
        return { at: chance.share(), size, top: 0.2 + 0.35 * chance.share() }
      })
      return (x, y) => {
        for (const [place, { at, size, top }] of trees.entries()) {
          if (Math.hypot((x - at) * wide, y - top - size) < size)
            return mix(light.land, [40, 110, 50], 0.2 + place * 0.06)
          if (y > top + size && y < 0.82 && Math.abs(x - at) < 0.008) return mix(light.land, [60, 40, 24], 0.6)
        }
        return y > ground(x) ? mix(light.land, light.low, Math.abs(x - 0.5) < (y - 0.7) / 2 ? 0.5 : 0.1) : above(x, y)
      }
    },
  },
]

/** Pixels that are painted one by one cost time; half of each side is enough for such soft pictures. */
const COARSE = 2

/** Draws a scene as a JPEG file, taken at that time by the camera's own clock (`2026:05:01 12:30:00`). */
export function drawn(paint: Paint, width: number, height: number, taken: string): Promise<Buffer> {
  const [columns, rows] = [width / COARSE, height / COARSE]
  const pixels = new Uint8ClampedArray(columns * rows * 3)
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, at += 3) pixels.set(paint(x / columns, y / rows), at)
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .withExif({ IFD2: { DateTimeOriginal: taken } })
    .jpeg({ quality: 82 })
    .toBuffer()
}
