import slugify from '@sindresorhus/slugify'
import { pinyin } from 'pinyin-pro'
import { SLUG_MAX } from '#contract/text.ts'

/** A slug for a title in any script, Chinese as pinyin; `fallback` where nothing of it can be written in a-z and 0-9. */
export const makeSlug = (title: string, fallback: string, max = SLUG_MAX): string =>
  slugOf(spellInLatin(title), max) || fallback

/** `makeSlug` for the name of a person. */
export const makePersonSlug = (name: string, fallback: string): string =>
  slugOf(spellPerson(name), SLUG_MAX) || fallback

const slugOf = (latin: string, max: number) => shorten(slugify(latin, { decamelize: false }), max)

const PLAIN_PINYIN = { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true } as const

/** Chinese as pinyin without tones, full-width forms as half-width ones, all else as it is. */
export const spellInLatin = (text: string): string => pinyin(text.normalize('NFKC'), PLAIN_PINYIN).join(' ')

// Some family names are read in a way of their own: 曾 is zeng, and ceng elsewhere.
const spellPerson = (name: string) => pinyin(name.normalize('NFKC'), { ...PLAIN_PINYIN, surname: 'head' }).join(' ')

/** What the name of a person is sorted by unless someone says it: pinyin where it begins with Chinese, else empty. */
export const personSortName = (name: string, max: number): string =>
  /^\p{Script=Han}/u.test(name) ? spellPerson(name).replace(/ +/g, ' ').toLowerCase().slice(0, max).trimEnd() : ''

/** `name`, `name-2`, `name-3` …, never longer than a slug may be. */
export function numberedSlug(base: string, number: number): string {
  if (number < 2) return base
  const suffix = `-${number}`
  return shorten(base, SLUG_MAX - suffix.length) + suffix
}

/** Cut at the last whole word that fits. */
function shorten(slug: string, max: number): string {
  if (slug.length <= max) return slug
  const cut = slug.slice(0, max + 1)
  const end = cut.lastIndexOf('-')
  return (end > max / 2 ? cut.slice(0, end) : cut.slice(0, max)).replace(/-+$/, '')
}
