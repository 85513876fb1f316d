import type { Album } from '#contract/albums.ts'
import { GAP } from '../../server/features/albums/album-order-rules.ts'
import { makeSlug, numberedSlug } from '../../server/slugs/make-slug.ts'
import { type Chance, chanceFrom, uuidAt, weightedPlaces } from './chance.ts'
import * as chinese from './chinese.ts'
import * as english from './english.ts'
import { begunAt, DAY, type SeedPlan } from './plan.ts'

/** Rows of `album` and `album_photo`; columns by their names in the database. */
export type SeededAlbum = {
  album: { id: string; slug: string; photos: number } & Record<string, unknown>
  photos: Record<string, unknown>[]
}
/** `media` in any order; `users` may write albums. */
export type AlbumIds = { users: string[]; authors: string[]; media: string[] }

const HOUR = 3_600_000
const [PHOTOS_LEAST, PHOTOS_MOST] = [6, 40]
/** Of a hundred albums. What is left is published. */
const SHARES: [Album['status'] | 'trashed', number][] = [
  ['draft', 12],
  ['archived', 8],
  ['trashed', 2],
]
/** The trash is emptied after thirty. */
const TRASH_DAYS = 29

/** Makes album number `n` of the plan. @param taken slugs that are in use; those of the new ones are added */
export function albumMaker(plan: SeedPlan, ids: AlbumIds, taken: Set<string>): (n: number) => SeededAlbum {
  const pickAuthor = weightedPlaces(ids.authors.map((_, place) => 1 / (place + 3)))
  return (n) => {
    const chance = chanceFrom(plan.seed, -2_000_000 - plan.first - n)
    const begun = begunAt({ articles: plan.albums, until: plan.until }, n) - chance.below(DAY)
    const inChinese = chance.oneIn(3)
    const language = inChinese ? chinese : english
    const place = chance.pick(language.places)
    const day = new Date(begun - chance.below(9) * DAY).toISOString().slice(0, 10)
    const title = language.albumTitle(chance, place, day.slice(0, 4))
    const description = [language.sentence(chance), language.sentence(chance)].slice(0, chance.below(3))
    const by = chance.pick(ids.users)
    const id = uuidAt(begun, chance)
    const media = picturesOf(plan, ids.media.length, n).map((place) => ids.media[place]!)
    const cover = chance.share()
    // There is always one to look at.
    const states = statesOf(plan, begun, n === plan.albums - 1 ? 'published' : stateOf(chance), chance)
    const row = {
      id,
      created_at: new Date(begun).toISOString(),
      created_by: by,
      updated_by: by,
      title,
      slug: freeSlug(makeSlug(title, 'album'), taken),
      description: description.join(inChinese ? '' : ' '),
      event_date: chance.oneIn(10) ? null : day,
      place: chance.oneIn(12) ? '' : place,
      photographer: chance.oneIn(8) ? null : (ids.authors[pickAuthor(chance)] ?? null),
      cover: cover < 0.5 ? media[Math.floor(cover * 2 * media.length)]! : null,
      photos: media.length,
      ...states,
    }
    const photos = media.map((media_id, at) => ({
      id: uuidAt(begun + HOUR, chance),
      album_id: id,
      media_id,
      alt: chance.oneIn(12) ? `${title} (${at + 1})` : '',
      caption: chance.oneIn(5) ? language.sentence(chance) : '',
      position: GAP * (at + 1),
      position_version: ADDED,
      text_version: ADDED,
    }))
    return { album: row, photos }
  }
}

/** Which of so many pictures album number `n` shows: each once, in an order of its own. */
export function picturesOf(plan: SeedPlan, pictures: number, n: number): number[] {
  const chance = chanceFrom(plan.seed, -500_000_000 - plan.first - n)
  const count = Math.min(pictures, PHOTOS_LEAST + chance.below(PHOTOS_MOST - PHOTOS_LEAST + 1))
  // Drawn from a stack of all of them, of which only the changed places are written down.
  const moved = new Map<number, number>()
  return Array.from({ length: count }, (_, at) => {
    const from = at + chance.below(pictures - at)
    const picture = moved.get(from) ?? from
    moved.set(from, moved.get(at) ?? at)
    return picture
  })
}

/** The version that an album got with its photos; begun with 1. */
const ADDED = 2

function statesOf({ until }: SeedPlan, begun: number, state: Album['status'] | 'trashed', chance: Chance) {
  const within = (time: number) => new Date(Math.min(time, until - 1)).toISOString()
  const added = begun + HOUR
  const out = added + HOUR + chance.below(48) * HOUR
  const later = out + chance.below(60 * DAY)
  switch (state) {
    case 'draft':
      return { status: state, version: ADDED, updated_at: within(added), published_at: null, deleted_at: null }
    case 'published':
      return { status: state, version: ADDED + 1, updated_at: within(out), published_at: within(out), deleted_at: null }
    case 'archived':
      return {
        status: state,
        version: ADDED + 2,
        updated_at: within(later),
        published_at: within(out),
        deleted_at: null,
      }
    case 'trashed': {
      const deleted = within(Math.max(out, until - chance.below(TRASH_DAYS * DAY)))
      return { status: 'draft', version: ADDED + 1, updated_at: deleted, published_at: null, deleted_at: deleted }
    }
  }
}

function stateOf(chance: Chance): Album['status'] | 'trashed' {
  let left = chance.below(100)
  for (const [state, share] of SHARES) {
    if (left < share) return state
    left -= share
  }
  return 'published'
}

function freeSlug(base: string, taken: Set<string>): string {
  let number = 1
  while (taken.has(numberedSlug(base, number))) number++
  const slug = numberedSlug(base, number)
  taken.add(slug)
  return slug
}
