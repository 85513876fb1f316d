import { type Chance, chanceFrom, uuidAt } from './chance.ts'
import { begunAt, DAY, type SeedPlan } from './plan.ts'
import { textsOf } from './picture.ts'
import { lights, scenes } from './scene.ts'

/** A picture with its files, as its row describes it; its perceptual hash is stored already. */
export type StoredPicture = {
  columns: {
    type: string
    bytes: number
    width: number
    height: number
    variants: string
    perceptual_hash_id: string | null
  }
  files: { name: string; bytes: Buffer }[]
}

/** How many of the newest get the files of one that was drawn. */
export const WITH_FILES = 300
const TRASH_DAYS = 29
/** Of a hundred. What is left are JPEG files. */
const TYPES: [string, number][] = [
  ['image/png', 12],
  ['image/webp', 8],
  ['image/avif', 2],
  ['image/gif', 1],
]
const SIZES = [
  [6000, 4000],
  [4032, 3024],
  [3024, 4032],
  [1920, 1080],
  [1080, 1080],
] as const

export type PictureRow = {
  media: { id: string; storage_key: string; perceptual_hash_id: string | null; deleted_at: string | null } & Record<
    string,
    unknown
  >
  /** A hash that no picture before it has. */
  hash?: Record<string, unknown> & { pictures: number }
  files?: StoredPicture['files']
}

/** Whether picture `n` lies in the trash; what is in use never does. */
export const isTrashed = (n: number): boolean => n % 100 === 37

/**
 * Makes rows of pictures that were not drawn: their sizes, digests and hashes are made up, and their files are missing. Only
 * the newest have files, each those of a picture that was drawn. To be asked in order: one in fifteen is similar to the
 * one before.
 * @param uses of each picture, by its place
 */
export function pictureRowMaker(plan: SeedPlan, users: readonly string[], stored: readonly StoredPicture[]) {
  let before: PictureRow['hash']
  return (n: number, id: string, uses: number): PictureRow => {
    const chance = chanceFrom(plan.seed, -1_000_000_000 - plan.first - n)
    const uploaded = uploadedAt(plan, n)
    const taken = new Date(uploaded - DAY - chance.below(20 * DAY)).toISOString()
    const copied = n >= plan.pictures - WITH_FILES && stored.length ? chance.pick(stored) : undefined
    const deleted = isTrashed(n) ? plan.until - 1 - chance.below(TRASH_DAYS * DAY) : null
    const time = new Date(uploaded).toISOString()
    const by = chance.pick(users)
    const media = {
      id,
      created_at: time,
      created_by: by,
      updated_at: deleted === null ? time : new Date(deleted).toISOString(),
      updated_by: by,
      deleted_at: deleted === null ? null : new Date(deleted).toISOString(),
      sha256: `\\x${digestOf(chance)}`,
      ...textsOf(n, chance.pick(scenes), chance.pick(lights), taken, chance),
      storage_key: `${id.slice(-2)}/${id}`,
      captured_at: chance.oneIn(9) ? null : taken.slice(0, 19),
      uses,
      complete: true,
    }
    if (copied) return { media: { ...media, ...copied.columns }, files: copied.files }
    const shape = shapeOf(chance)
    if (before && chance.oneIn(15)) {
      if (deleted === null) before.pictures++
      return { media: { ...media, ...shape, perceptual_hash_id: String(before['id']) } }
    }
    before = hashOf(chance, uploaded, shape, deleted === null ? 1 : 0)
    return { media: { ...media, ...shape, perceptual_hash_id: String(before['id']) }, hash: before }
  }
}

const uploadedAt = (plan: SeedPlan, n: number) => begunAt({ articles: plan.pictures, until: plan.until }, n)

/** The id of picture `n`. */
export const pictureId = (plan: SeedPlan, n: number): string =>
  uuidAt(uploadedAt(plan, n), chanceFrom(plan.seed, -1_500_000_000 - plan.first - n))

function shapeOf(chance: Chance) {
  const [width, height] = chance.pick(SIZES)
  let left = chance.below(100)
  const type = TYPES.find(([, share]) => (left -= share) < 0)?.[0] ?? 'image/jpeg'
  const variants = ['thumb', 'square', '640', '1280'].map((name) => {
    const wide = name === '1280' ? 1280 : name === '640' ? 640 : 320
    const high = name === 'square' ? wide : Math.round((wide * height) / width)
    return { name, type: 'image/webp', width: wide, height: high, bytes: Math.round(wide * high * 0.1) }
  })
  const bytes = Math.floor(width * height * (0.05 + chance.share() * 0.3))
  return { type, bytes, width, height, variants: JSON.stringify(variants) }
}

function hashOf(chance: Chance, time: number, { width, height }: { width: number; height: number }, pictures: number) {
  const quarters = Array.from({ length: 4 }, () => chance.below(65_536))
  return {
    id: uuidAt(time, chance),
    hash: quarters.map((quarter) => quarter.toString(2).padStart(16, '0')).join(''),
    bands: quarters.map((quarter, band) => String(band * 65_536 + quarter)),
    ratio: width / height,
    red: chance.below(256),
    green: chance.below(256),
    blue: chance.below(256),
    pictures,
  }
}

const digestOf = (chance: Chance) =>
  Array.from({ length: 16 }, () => chance.below(65_536).toString(16).padStart(4, '0')).join('')
