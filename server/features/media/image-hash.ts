import sharp from 'sharp'

/** A perceptual hash: 64 characters 0 and 1, with the mean colour (0–255 each) and width divided by height. */
export type PictureHash = { hash: string; ratio: number; red: number; green: number; blue: number }

/** Fewer shades than this: the hash would compare noise. */
const FLAT = 8

/**
 * The perceptual hash of a picture (dHash: whether each of 9×8 grey pixels is darker than its neighbour).
 * @returns null for a picture of one shade: all of those have the same hash
 */
export async function hashOf(image: Buffer): Promise<PictureHash | null> {
  const { width, height } = await sharp(image).metadata()
  const still = sharp(image).flatten({ background: '#fff' }).toColourspace('srgb')
  const grey = await still.clone().greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  if (Math.max(...grey) - Math.min(...grey) < FLAT) return null
  let hash = ''
  for (let row = 0; row < 8; row++)
    for (let at = row * 9; at < row * 9 + 8; at++) hash += (grey[at] ?? 0) < (grey[at + 1] ?? 0) ? '1' : '0'
  const [red = 0, green = 0, blue = 0] = await still.removeAlpha().resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return { hash, ratio: width / height, red, green, blue }
}
