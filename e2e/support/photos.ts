import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Album, AlbumPhoto } from '#contract/albums.ts'
import type { Media } from '#contract/media.ts'
import { createDatabase } from '../../server/db/database.ts'
import type { Desk } from './desk.ts'
import type { RunningServer } from './running-server.ts'

const sizes = [
  [1500, 1000],
  [1000, 1500],
  [1200, 1200],
  [1600, 900],
  [900, 1600],
  [1400, 1050],
  [2400, 800],
  [1050, 1400],
  [1000, 1250],
] as const

/**
 * A drawing of hills under a sun, as JPEG; another number is another picture in another shape.
 * @param taken what the camera wrote, as `2026:05:01 12:30:00`
 */
export async function landscape(n: number, taken?: string): Promise<Buffer> {
  const [w, h] = sizes[n % sizes.length]!
  const hue = (n * 47) % 360
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <defs><linearGradient id="sky" x2="${n % 2}" y2="1"><stop stop-color="hsl(${hue} 55% ${62 - (n % 4) * 8}%)"/>
    <stop offset="1" stop-color="hsl(${hue + 60} 45% 28%)"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${w * (0.2 + (n % 5) * 0.15)}" cy="${h * 0.35}" r="${Math.min(w, h) * (0.08 + (n % 3) * 0.06)}" fill="hsl(${hue + 180} 70% 75%)"/>
    <path d="M0 ${h * 0.75}Q${w * 0.3} ${h * 0.5} ${w * 0.55} ${h * 0.72}T${w} ${h * 0.6}V${h}H0Z" fill="hsl(${hue + 60} 35% 18%)"/>
    <path d="M0 ${h * 0.88}Q${w * 0.4} ${h * 0.7} ${w} ${h * 0.85}V${h}H0Z" fill="hsl(${hue} 35% 12%)"/></svg>`
  const picture = sharp(Buffer.from(drawing)).jpeg({ quality: 82 })
  return (taken ? picture.withExif({ IFD2: { DateTimeOriginal: taken } }) : picture).toBuffer()
}

/** Uploads pictures to the library, as the administrator unless a token is given. */
export async function uploadLandscapes(
  server: RunningServer,
  token: string,
  count: number,
  first = 0,
  takenAt: (n: number) => string | undefined = () => undefined,
) {
  const media: Media[] = []
  for (let n = first; n < first + count; n++) {
    const form = new FormData()
    if (n % 3 !== 0) form.append('alt', `Hills under a sun, number ${n + 1}`)
    form.append(
      'file',
      new Blob([new Uint8Array(await landscape(n, takenAt(n)))], { type: 'image/jpeg' }),
      `DSC_${1000 + n}.jpg`,
    )
    const response = await fetch(`${server.url}/api/media`, {
      method: 'POST',
      headers: { authorization: `bearer ${token}` },
      body: form,
    })
    if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
    media.push((await response.json()) as Media)
  }
  return media
}

/** Thousands of media files that share the bytes of a few: rows only, written past the API. @returns their ids */
export async function manyMedia(
  { databaseUrl }: RunningServer,
  like: readonly Media[],
  count: number,
): Promise<string[]> {
  const { db, close } = createDatabase({ connectionString: databaseUrl })
  try {
    const ids = like.map(({ id }) => id)
    const models = await db.selectFrom('media').selectAll().where('id', 'in', ids).execute()
    const rows = Array.from({ length: count }, (_, n) => {
      const model = models[n % models.length]!
      return {
        ...model,
        variants: JSON.stringify(model.variants),
        id: uuidv7(),
        sha256: randomBytes(32),
        name: `IMG_${String(n + 1).padStart(5, '0')}.jpg`,
      }
    })
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('media')
        .values(rows.slice(at, at + 500) as never)
        .execute()
    return rows.map(({ id }) => id)
  } finally {
    await close()
  }
}

/** An album with these media files, in this order. */
export async function createAlbum(desk: Desk, fields: object, media: readonly string[] = []): Promise<Album> {
  let album = await desk.api<Album>('POST', '/api/albums', fields)
  for (let at = 0; at < media.length; at += 1000)
    album = (
      await desk.api<{ album: Album }>('POST', `/api/albums/${album.id}/photos`, { media: media.slice(at, at + 1000) })
    ).album
  return album
}

/** All photos of an album, in their order. */
export async function photosOf(desk: Desk, album: { id: string }): Promise<AlbumPhoto[]> {
  const all: AlbumPhoto[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: { items: AlbumPhoto[]; next: string | null } = await desk.api(
      'GET',
      `/api/albums/${album.id}/photos${next && `?after=${next}`}`,
    )
    all.push(...page.items)
    next = page.next
  }
  return all
}
