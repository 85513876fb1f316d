/** A place in a list of results, and how that list was made: later pages are made the same way, whatever is published meanwhile. */
export type SearchCursor = {
  /** Hours since 1970, by which freshness is told. */
  hour: number
  /** The newest row that was looked at. */
  top: number
  /** How far back words of the title, and all words, were looked for. */
  headLevel: number
  textLevel: number
  forgiving: boolean
  /** How many pinned ones came before this place. */
  pins: number
  /** The last result before this place. */
  score: number
  doc: number
}

export const writeSearchCursor = ({
  hour,
  top,
  headLevel,
  textLevel,
  forgiving,
  pins,
  score,
  doc,
}: SearchCursor): string =>
  Buffer.from([hour, top, headLevel, textLevel, Number(forgiving), pins, score, doc].join(' ')).toString('base64url')

export const LEVEL_ALL = 4

/** Undefined for anything that writeSearchCursor did not make. */
export function readSearchCursor(text: string): SearchCursor | undefined {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  if (!/^\d{1,9} \d{1,15} [0-4] [0-4] [01] \d{1,2} \d{1,9} \d{1,15}$/.test(plain)) return undefined
  const [hour = 0, top = 0, headLevel = 0, textLevel = 0, forgiving = 0, pins = 0, score = 0, doc = 0] = plain
    .split(' ')
    .map(Number)
  return { hour, top, headLevel, textLevel, forgiving: forgiving === 1, pins, score, doc }
}
