import { backWordsOf, withNotesAtEnd, withNotesInline } from '#contract/footnotes.ts'
import { commonPairs, gapsBetween } from '../../ui/sequence-diff.ts'
import {
  blocksOf,
  differsOutsideRows,
  nameOf,
  openedBlock,
  type OpenedBlock,
  sameShape,
  startTagOf,
} from './article-body-blocks.ts'
import { joinedParagraph } from './article-body-joined.ts'

/** A place of a text at which two versions of it differ: a paragraph, an item, a row, a cell … */
export type Place = {
  /** The same for the same two versions of it, so that a choice outlives what is typed elsewhere. */
  id: string
  mine: string
  theirs: string
  /** First mine, then theirs, with what both begin and end with once; equal to one of them where only one has something here. */
  both: string
  /** What is here as a text of its own: an item in its list, a cell in its row. */
  alone: (html: string) => string
}

export type Side = 'mine' | 'theirs' | 'both'
/** One answer for all places, or one for each, by its id. */
export type BodyChoice = Side | ReadonlyMap<string, Side>

/** What both have, and the places in between. */
export type Piece = string | Place

/** Two versions of a text, taken apart, their footnotes in the text; joined with one side of each place they are that version. */
export function piecesOf(mine: string, theirs: string): Piece[] {
  const counts = new Map<string, number>()
  const alone = (html: string) => withNotesAtEnd(html, backWordsOf(mine, theirs))
  return inSequence(blocksOf(withNotesInline(mine)), blocksOf(withNotesInline(theirs)), alone).map((piece) => {
    if (typeof piece === 'string') return piece
    const versions = `${piece.mine}\0${piece.theirs}`
    const count = (counts.get(versions) ?? 0) + 1
    counts.set(versions, count)
    return { ...piece, id: `${versions}\0${count}` }
  })
}

export const isPlace = (piece: Piece): piece is Place => typeof piece !== 'string'

/** The text with the chosen side of each place. @returns undefined while a choice is missing */
export function chosenBody(mine: string, theirs: string, choice: BodyChoice | undefined): string | undefined {
  const parts = piecesOf(mine, theirs).map((piece) => {
    if (!isPlace(piece)) return piece
    const side = typeof choice === 'object' ? choice.get(piece.id) : choice
    return side && piece[side]
  })
  return parts.includes(undefined) ? undefined : withNotesAtEnd(parts.join(''), backWordsOf(mine, theirs))
}

type Alone = Place['alone']

function inSequence(own: readonly string[], other: readonly string[], alone: Alone): Piece[] {
  return gapsBetween(commonPairs(own, other), own.length, other.length).flatMap(
    ({ before: [i, endI], after: [j, endJ] }) => [
      ...inGap(own.slice(i, endI), other.slice(j, endJ), alone),
      ...own.slice(endI, endI + 1),
    ],
  )
}

/** As many blocks of the same kinds on both sides are versions of each other. */
function inGap(own: readonly string[], other: readonly string[], alone: Alone): Piece[] {
  if (own.length === 0 && other.length === 0) return []
  if (String(own.map(nameOf)) !== String(other.map(nameOf))) return [placeOf(own.join(''), other.join(''), alone)]
  return own.flatMap((block, at) => (block === other[at] ? [block] : inBlock(block, other[at]!, alone)))
}

function inBlock(mine: string, theirs: string, alone: Alone): Piece[] {
  const [own, other] = [openedBlock(mine), openedBlock(theirs)]
  if (!own || !other || !isDivided(own, other)) return [placeOf(mine, theirs, alone)]
  const around: Alone = (html) => alone(own.start + html + own.end)
  const inside = own.by === 'position' ? inPositions(own, other, around) : inSequence(own.parts, other.parts, around)
  return [own.start, ...inside, own.end]
}

function inPositions(own: OpenedBlock, { parts: others }: OpenedBlock, alone: Alone): Piece[] {
  return own.parts.flatMap((part, at): Piece[] => {
    if (part === others[at]) return [part]
    // A cell is shown in its row.
    const isCell = own.name === 'tr'
    const inRow: Alone = (html) => alone([...own.parts.slice(0, at), html, ...own.parts.slice(at + 1)].join(''))
    return inBlock(part, others[at]!, isCell ? inRow : alone)
  })
}

function isDivided(own: OpenedBlock, other: OpenedBlock): boolean {
  if (own.by === 'sentence' || own.start !== other.start || !sameShape(own, other)) return false
  if (own.name === 'table') return !differsOutsideRows(own.parts.join(''), other.parts.join(''))
  // Two versions of a simple item are two items.
  return !(own.name === 'li' && [own, other].every(({ parts }) => parts.length === 1 && !isContainer(parts[0]!)))
}

const isContainer = (block: string) => (openedBlock(block)?.by ?? 'sentence') !== 'sentence'

const placeOf = (mine: string, theirs: string, alone: Alone): Place => ({
  id: '',
  mine,
  theirs,
  both: isCell(mine) && isCell(theirs) ? bothInCell(mine, theirs) : (joinedParagraph(mine, theirs) ?? mine + theirs),
  alone,
})

const isCell = (html: string) => /^t[dh]$/.test(nameOf(html))

/** A row must not become longer than the others. */
function bothInCell(mine: string, theirs: string): string {
  const [own, other] = [mine, theirs].map((cell) => {
    const start = startTagOf(cell)
    const end = cell.slice(cell.lastIndexOf('</'))
    const inner = cell.slice(start.length, -end.length)
    return { start, end, inner: nameOf(inner) === 'p' ? inner : `<p>${inner}</p>` }
  })
  const inner = joinedParagraph(own!.inner, other!.inner) ?? own!.inner + other!.inner
  return own!.start + inner + own!.end
}
