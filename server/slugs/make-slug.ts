import slugify from '@sindresorhus/slugify'
import { pinyin } from 'pinyin-pro'
import { SLUG_MAX } from '#contract/text.ts'

/** A slug for a title in any script, Chinese as pinyin; `fallback` where nothing of it can be written in a-z and 0-9. */
export function makeSlug(title: string, fallback: string, max = SLUG_MAX): string {
  return shorten(slugify(spellInLatin(title), { decamelize: false }), max) || fallback
}

/** Chinese as pinyin without tones, all else as it is. */
export const spellInLatin = (text: string): string =>
  pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join(' ')

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
