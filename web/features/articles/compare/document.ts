/** An article body as the comparison sees it: a flat list of blocks, without markup. */

export type Picture = {
  src: string
  alt: string
  title: string
  /** As written: "640", "50%"; empty: its own size. */
  width: string
  align: string
  link: string
}

/**
 * A stretch of text with the same formatting. A picture within a line is a run of `PICTURE_CHARACTER`, the number of a footnote one of
 * `FOOTNOTE_CHARACTER`: it follows from the footnotes before, so another number is no change.
 */
export type Run = { text: string; marks: readonly string[]; picture?: Picture; number?: number }
export const PICTURE_CHARACTER = '\uFFFC'
export const FOOTNOTE_CHARACTER = '\uE0F1'

/** What formatting is written as: a name, or a name, a colon and its value ("link:https://example.com"). */
export const markName = (mark: string): string => mark.split(':', 1)[0]!
export const markValue = (mark: string): string => mark.slice(markName(mark).length + 1)

export type TextKind = 'paragraph' | 'heading' | 'code' | 'item' | 'caption' | 'summary' | 'term' | 'description'
export type ListKind = 'bulleted' | 'numbered' | 'tasks'

export type TextStyle = {
  kind: TextKind
  /** 1 to 6 of a heading; depth of lists otherwise, 0 outside of them. */
  level: number
  list: ListKind | ''
  checked: boolean | null
  /** What it is in, from outside to inside: 'quote', 'callout:warning', 'details', 'gallery'. */
  inside: readonly string[]
  align: string
  /** Of program code. */
  language: string
  /** Attributes that the comparison names only, such as `lang`. */
  attributes: Readonly<Record<string, string>>
}

export type Cell = { runs: readonly Run[]; isHeader: boolean; columns: number; rows: number; align: string }
/** `'covered'`: a merged cell above or before reaches here. */
export type GridCell = Cell | 'covered'

/** `number`: of an item of a numbered list. It follows from the items before, so another number is no change. */
export type TextBlock = { type: 'text'; style: TextStyle; runs: readonly Run[]; number?: number }
export type PictureBlock = { type: 'picture'; picture: Picture; caption: readonly Run[]; inside: readonly string[] }
export type EmbedBlock = { type: 'embed'; embed: Embed; caption: readonly Run[] }
export type AlbumBlock = { type: 'album'; album: string }
/** The place of a pasted picture that is missing. */
export type MissingBlock = { type: 'missing'; name: string }
export type RuleBlock = { type: 'rule' }
export type TableBlock = { type: 'table'; rows: readonly (readonly GridCell[])[]; caption: readonly Run[] }
export type Block = TextBlock | PictureBlock | EmbedBlock | AlbumBlock | MissingBlock | RuleBlock | TableBlock

export type Embed = { tag: 'video' | 'audio' | 'iframe'; src: string; poster: string; width: string; title: string }

export const textOfRuns = (runs: readonly { text: string }[]): string => runs.map(({ text }) => text).join('')

/** The text of a document: a line per block, cells with tabs between them. */
export const documentText = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n')

export function blockText(block: Block): string {
  if (block.type === 'text') return textOfRuns(block.runs)
  if (block.type === 'picture' || block.type === 'embed') return textOfRuns(block.caption)
  if (block.type === 'table')
    return [textOfRuns(block.caption), ...block.rows.map((row) => row.map(cellText).join('\t'))].join('\n')
  return ''
}

export const cellText = (cell: GridCell): string => (cell === 'covered' ? '' : textOfRuns(cell.runs))

/** What makes a block or a part of it the same as another. */
export const identityOf = (part: object): string =>
  JSON.stringify(part, (key, value: unknown) => (key === 'number' ? undefined : value))
