import type { Cell, Embed, Picture, TextStyle } from './document.ts'

/** What became of a block, a row or a column. `changed`: it is in both versions, with differences inside. */
export type Change = 'same' | 'removed' | 'added' | 'changed'

/** A stretch of text. `was`: the formatting of before, `pictureWas`: the picture of before, where only those changed. */
export type Segment = {
  change: 'same' | 'removed' | 'added'
  text: string
  marks: readonly string[]
  was?: readonly string[]
  picture?: Picture
  pictureWas?: Picture
  /** Of a footnote. */
  number?: number
}

/** `moved`: the same block is at another place, too; removed there and added here. */
type Compared = { change: Change; moved?: boolean }
export type ComparedText = Compared & {
  type: 'text'
  before: TextStyle | null
  after: TextStyle | null
  segments: readonly Segment[]
  number?: number
  /** Too long to be compared by word. */
  isCoarse: boolean
}
export type ComparedPicture = Compared & {
  type: 'picture'
  before: Picture | null
  after: Picture | null
  /** Another file; otherwise the same with other texts, size or place. */
  isReplaced: boolean
  alt: readonly Segment[]
  caption: readonly Segment[]
  inside: readonly string[]
}
export type ComparedEmbed = Compared & {
  type: 'embed'
  before: Embed | null
  after: Embed | null
  caption: readonly Segment[]
}
export type ComparedAlbum = Compared & { type: 'album'; before: string | null; after: string | null }
export type ComparedMissing = Compared & { type: 'missing'; name: string }
export type ComparedRule = Compared & { type: 'rule' }
export type ComparedCell = {
  change: Change
  before: Omit<Cell, 'runs'> | null
  after: Omit<Cell, 'runs'> | null
  segments: readonly Segment[]
}
export type ComparedRow = { change: Change; cells: readonly ComparedCell[] }
export type ComparedTable = Compared & {
  type: 'table'
  columns: readonly Change[]
  rows: readonly ComparedRow[]
  caption: readonly Segment[]
}
export type ComparedBlock =
  | ComparedText
  | ComparedPicture
  | ComparedEmbed
  | ComparedAlbum
  | ComparedMissing
  | ComparedRule
  | ComparedTable

export type Comparison = {
  blocks: readonly ComparedBlock[]
  /** Some blocks were too many or too long to be compared by word. */
  isCoarse: boolean
  /** Both versions read the same, and yet their HTML differs. */
  onlyMarkup: boolean
}

export type Version = 'before' | 'after'

/** Whether a part is in that version. */
export const isIn = (version: Version, change: Change): boolean =>
  change !== (version === 'before' ? 'added' : 'removed')

export const segmentsText = (segments: readonly Segment[], version: Version): string =>
  segments
    .filter(({ change }) => isIn(version, change))
    .map(({ text }) => text)
    .join('')

/** Whether text or formatting of these differ between the versions. */
export const hasChange = (segments: readonly Segment[]): boolean =>
  segments.some(({ change, was, pictureWas }) => change !== 'same' || was !== undefined || pictureWas !== undefined)

/** The text of one version, read from the comparison; equal to `documentText` of that version. */
export const textOfVersion = ({ blocks }: Comparison, version: Version): string =>
  blocks
    .filter(({ change }) => isIn(version, change))
    .map((block) => textOfBlock(block, version))
    .join('\n')

function textOfBlock(block: ComparedBlock, version: Version): string {
  if (block.type === 'text') return segmentsText(block.segments, version)
  if (block.type === 'picture' || block.type === 'embed') return segmentsText(block.caption, version)
  if (block.type !== 'table') return ''
  const rows = block.rows.filter(({ change }) => isIn(version, change))
  const cells = ({ cells }: ComparedRow) =>
    cells
      .filter((_, column) => isIn(version, block.columns[column]!))
      .map(({ segments }) => segmentsText(segments, version))
  return [segmentsText(block.caption, version), ...rows.map((row) => cells(row).join('\t'))].join('\n')
}
