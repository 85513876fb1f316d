import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const QUARTERS = ['#d02020', '#20a020', '#2040d0', '#e0c020'] as const

/** A picture of four coloured quarters: red, green / blue, yellow. Another `seed`, other bytes. */
export function picture(width = 400, height = 300, seed = 0) {
  const w = Math.floor(width / 2)
  const h = Math.floor(height / 2)
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: { r: seed % 256, g: 0, b: 0 } } }).composite([
    quarter(QUARTERS[0], 0, 0),
    quarter(QUARTERS[1], width - w, 0),
    quarter(QUARTERS[2], 0, height - h),
    quarter(QUARTERS[3], width - w, height - h),
  ])
}

/** The colours of the four corners of a picture: top left, top right, bottom left, bottom right. */
export async function corners(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r > 150 && g > 150) return 'yellow'
    return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
  }
  const [right, bottom] = [info.width - 4, info.height - 4]
  return [colour(3, 3), colour(right, 3), colour(3, bottom), colour(right, bottom)]
}

let seeds = 0
/** A small picture that no other test has uploaded. */
export const freshPicture = async (): Promise<Buffer> => {
  seeds += 1
  const pixel = { r: seeds % 256, g: Math.floor(seeds / 256), b: 7 }
  return sharp({ create: { width: 40, height: 30, channels: 3, background: pixel } })
    .png()
    .toBuffer()
}

/** A picture of one colour whose header and pixels are both real, however large. */
export function giantPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An animation of few bytes, up to 2048 a side: each frame changes one dot of two colours. */
export function giantGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  screen.writeUInt8(0x80, 4)
  const colours = Buffer.from('ff00000000ff', 'hex')
  const frame = Buffer.from('21f904000a0000002c0000000001000100000202440100', 'hex')
  const end = Buffer.from('3b', 'hex')
  return Buffer.concat([Buffer.from('GIF89a'), screen, colours, ...Array.from({ length: frames }, () => frame), end])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A picture of 12×9 shades, as rich as a photo; another `seed`, another picture. */
export function mosaic(seed: number, width = 1200, height = 900) {
  let state = seed * 7919 + 17
  const data = Buffer.alloc(12 * 9 * 3)
  for (let at = 0; at < data.length; at++) {
    state = (state * 48_271) % 2_147_483_647
    data[at] = state % 256
  }
  return sharp(data, { raw: { width: 12, height: 9, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .png()
}
