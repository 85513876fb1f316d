import { MEDIA_TEXT_MOST } from '#contract/media.ts'
import { exifTags, readExif } from './image-exif-rules.ts'
import { readIptc } from './image-iptc-rules.ts'
import { readXmp } from './image-xmp-rules.ts'

export type ImageTexts = { alt: string; caption: string; credit: string }
type Blocks = { exif?: Buffer; iptc?: Buffer; xmp?: Buffer }

/**
 * The texts that a photographer or an agency wrote into a picture, ready for the fields of the library; empty where the
 * file says nothing. XMP counts before IPTC before EXIF, as newer programs write it.
 * - alt: XMP alt text (accessibility).
 * - caption: description; without one the headline, then the title.
 * - credit: `creators / credit line · copyright notice`, each once; a part that the others say already is left out.
 */
export function textsOf({ exif, iptc, xmp }: Blocks): ImageTexts {
  const [inXmp, inIptc, { first: inExif }] = [readXmp(xmp), readIptc(iptc), readExif(exif)]
  const fromXmp = (name: keyof typeof inXmp) => [inXmp[name]?.[0] ?? '']
  const fromIptc = (name: keyof typeof inIptc) => (inIptc[name] ?? []).map(decoded)
  const fromExif = (tag: number) => decoded(inExif.text(tag) ?? Buffer.alloc(0)).split('\0')
  const join = (texts: string[], by: string) => [...new Set(texts.map(cleaned).filter(isMeant))].join(by)
  const firstOf = (...sources: string[][]) => sources.map((texts) => join(texts, ', ')).find((text) => text) ?? ''

  const caption = firstOf(
    fromXmp('description'),
    fromIptc('caption'),
    fromExif(exifTags.description),
    fromXmp('headline'),
    fromIptc('headline'),
    fromXmp('title'),
    fromIptc('title'),
  )
  const creators = firstOf(
    inXmp.creator ?? [],
    fromIptc('byline'),
    fromExif(exifTags.artist).flatMap((one) => one.split(';')),
  )
  const creditLine = firstOf(fromXmp('credit'), fromIptc('credit'))
  const copyright = firstOf(fromXmp('rights'), fromIptc('copyright'), fromExif(exifTags.copyright))
  return {
    alt: shortened(firstOf(fromXmp('alt')), MEDIA_TEXT_MOST.alt),
    caption: shortened(caption, MEDIA_TEXT_MOST.caption),
    credit: creditOf(creators, creditLine, copyright),
  }
}

/** `Jane Doe / Reuters · © 2024 Reuters`; a notice that does not fit is left out rather than cut. */
function creditOf(creators: string, creditLine: string, copyright: string): string {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const names = same(creators, creditLine) ? [creators] : [creators, creditLine]
  const who = names.filter((name) => name).join(' / ')
  if (!who) return shortened(copyright, MEDIA_TEXT_MOST.credit)
  const holder = copyright.replace(/^(?:copyright|\(c\)|©|\s)+/i, '')
  const whole = [...names, who, ''].some((name) => same(name, holder)) ? who : `${who} · ${copyright}`
  return whole.length <= MEDIA_TEXT_MOST.credit ? whole : shortened(who, MEDIA_TEXT_MOST.credit)
}

/** UTF-8, whether or not the file says so; what is not UTF-8 is Windows Latin-1, which old programs write. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** One line without control characters, marks that turn the direction of writing, and half characters. */
const cleaned = (text: string): string =>
  text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff\ufffd]|\p{Surrogate}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .normalize()

/** What cameras and programs write when no one wrote anything. */
const placeholders = new RegExp(
  `^(?:${[
    '(?:olympus|minolta|konica minolta|samsung|kodak|casio|ricoh|sony|nikon|vivitar|general)?\\W*(?:digital )?(?:still )?camera(?: pictures)?',
    'kodak digital still camera',
    'sony dsc',
    'dsc|dcim|dcf [\\d.]+',
    '<?digimax .*',
    'samsung(?: techwin)?',
    'exif[_ ]jpeg(?:[_ ]picture)?',
    'created with .*|lead technologies.*|processed (?:with|by) .*|picasa.*|screenshot',
    // What telephones note about how they took the photo.
    '_?cuva|cof|dav|edf|fbt|hdr|hdrpl|jpeg|mde|nor|oznor|ozedf|ptr|qrf|rbt|rhdr|rptnr|sdr|tsk|vtr|btf|bty|burst|mtr',
    'untitled|default|unknown|anonymous|none|n\\/?a|photographer|your name|copyright|artist|author|[-_.?*\\s]+',
    // A file name.
    '[\\w-]+\\.(?:jpe?g|png|webp|avif|gif|tiff?|heic|raw|cr2|nef|arw|dng)',
    '(?:img|dsc|dscn|dscf|dscn|pict|p|mvc|_mg|_dsc)[-_]?\\d[\\d_-]*',
  ].join('|')})$`,
  'i',
)
const isMeant = (text: string): boolean => text !== '' && !placeholders.test(text)

/** Cut behind a word where there is one near the end, never within a character. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  const word = text[most - 1] === ' ' ? cut.length : cut.lastIndexOf(' ')
  return `${(word > most * 0.8 ? cut.slice(0, word) : cut).trimEnd()}…`
}
