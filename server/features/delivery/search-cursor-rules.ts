/** How far back was looked for the words in the text, and in title, subtitle and names: the levels in their order. */
export type SearchPath = { text: readonly number[]; head: readonly number[] }

/** A place in a list of results, and how that list was made: later pages are made the same way, whatever is published meanwhile. */
export type SearchCursor = {
  /** Hours since 1970, by which freshness is told. */
  hour: number
  /** The newest row that was looked at. */
  top: number
  path: SearchPath
  forgiving: boolean
  /** How many pinned ones came before this place. */
  pins: number
  /** The last result before this place. */
  score: number
  doc: number
}

/** The level of the whole table. */
export const LEVEL_ALL = 15

const hexOf = (levels: readonly number[]) => levels.map((level) => level.toString(16)).join('')

const SHAPE = /^\d{1,9} \d{1,15} t[0-9a-f]{1,16} h[0-9a-f]{0,16} [01] \d{1,2} \d{1,9} \d{1,15}$/

export const writeSearchCursor = ({ hour, top, path, forgiving, pins, score, doc }: SearchCursor): string =>
  Buffer.from(
    [hour, top, `t${hexOf(path.text)}`, `h${hexOf(path.head)}`, Number(forgiving), pins, score, doc].join(' '),
  ).toString('base64url')

const levelsOf = (part: string) => Array.from(part.slice(1), (digit) => Number.parseInt(digit, 16))
/** A search probes no level twice; a made-up cursor must not make it do so, either. */
const isIncreasing = (levels: readonly number[]) => levels.every((level, n) => n === 0 || level > levels[n - 1]!)

/** Undefined for anything that writeSearchCursor did not make. */
export function readSearchCursor(text: string): SearchCursor | undefined {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  if (!SHAPE.test(plain)) return undefined
  const [hour = '', top, inText = '', inHead = '', forgiving, pins, score, doc] = plain.split(' ')
  const path = { text: levelsOf(inText), head: levelsOf(inHead) }
  if (!isIncreasing(path.text) || !isIncreasing(path.head)) return undefined
  return {
    hour: Number(hour),
    top: Number(top),
    path,
    forgiving: forgiving === '1',
    pins: Number(pins),
    score: Number(score),
    doc: Number(doc),
  }
}
