import sharp from 'sharp'

type Look = { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' }

/** A small random generator, so that a seed always draws the same picture. */
function randomOf(seed: string): () => number {
  let state = Array.from(seed).reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  )
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A landscape that looks like a photo from afar: sky, sun, hills. Another seed is another picture. */
export async function landscape(seed: string, { width = 1200, height = 800, format = 'jpeg' }: Look = {}) {
  const random = randomOf(seed)
  const hue = Math.floor(random() * 360)
  const sun = { x: random() * width, y: (0.15 + random() * 0.35) * height, r: (0.05 + random() * 0.1) * height }
  const hill = (at: number) => {
    const base = height * (0.45 + at * 0.16)
    const points = Array.from(
      { length: 7 },
      (_, step) => `${(step / 6) * width},${base + (random() - 0.5) * height * 0.22}`,
    )
    return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="hsl(${(hue + 150 + at * 20) % 360} ${40 - at * 6}% ${46 - at * 12}%)"/>`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 70% 62%)"/><stop offset="1" stop-color="hsl(${(hue + 40) % 360} 80% 86%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#s)"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="hsl(${(hue + 50) % 360} 95% 92%)"/>
    ${[0, 1, 2].map(hill).join('')}
  </svg>`
  return sharp(Buffer.from(svg)).toFormat(format).toBuffer()
}

const types = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif', avif: 'image/avif' }

/** The same as a file to be chosen. */
export async function landscapeFile(name: string, look: Look = {}) {
  const format = look.format ?? 'jpeg'
  return { name, mimeType: types[format], buffer: await landscape(name, { ...look, format }) }
}

/** Noise cannot be packed: the file is about three bytes a pixel, and needs several pieces to be sent. */
export async function heavyFile(name: string, side = 1100) {
  const random = randomOf(name)
  const bytes = Buffer.alloc(side * side * 3)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256)
  const buffer = await sharp(bytes, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
