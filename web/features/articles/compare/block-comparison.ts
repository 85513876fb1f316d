import { type ComparedBlock, hasChange, type Segment } from './comparison.ts'
import type { Block, PictureBlock, Run, TextBlock } from './document.ts'
import { compareTables, wholeTable } from './table-comparison.ts'
import { compareRuns, compareStrings, keptShare, segmentsOf } from './text-comparison.ts'

/** A pair of texts that keeps less than this is shown as one removed and one added. */
const LEAST_KEPT = 0.25

/** A block that is in one version only, or the same in both. */
export function wholeBlock(block: Block, change: 'same' | 'removed' | 'added'): ComparedBlock {
  const [isOld, isNew] = [change !== 'added', change !== 'removed']
  const sides = <Part>(part: Part) => ({ before: isOld ? part : null, after: isNew ? part : null })
  switch (block.type) {
    case 'text':
      return {
        type: 'text',
        change,
        ...sides(block.style),
        segments: segmentsOf(block.runs, change),
        isCoarse: false,
        ...numberOf(block),
      }
    case 'picture':
      return {
        type: 'picture',
        change,
        ...sides(block.picture),
        isReplaced: false,
        alt: segmentsOf(asRuns(block.picture.alt), change),
        caption: segmentsOf(block.caption, change),
        inside: block.inside,
      }
    case 'embed':
      return { type: 'embed', change, ...sides(block.embed), caption: segmentsOf(block.caption, change) }
    case 'album':
      return { type: 'album', change, ...sides(block.album) }
    case 'missing':
      return { type: 'missing', change, name: block.name }
    case 'rule':
      return { type: 'rule', change }
    case 'table':
      return wholeTable(block, change)
  }
}

const asRuns = (text: string): Run[] => (text === '' ? [] : [{ text, marks: [] }])

/** What became of a block that corresponds to another; two blocks when they have too little in common after all. */
export function compareBlocks(before: Block, after: Block): ComparedBlock[] {
  const replaced = () => [wholeBlock(before, 'removed'), wholeBlock(after, 'added')]
  if (before.type === 'text' && after.type === 'text') return compareTexts(before, after) ?? replaced()
  if (before.type === 'picture' && after.type === 'picture') return [comparePictures(before, after)]
  if (before.type === 'table' && after.type === 'table') {
    const table = compareTables(before, after)
    return table ? [table] : replaced()
  }
  if (before.type === 'embed' && after.type === 'embed') {
    const caption = captions(before.caption, after.caption)
    return [{ type: 'embed', change: 'changed', before: before.embed, after: after.embed, caption }]
  }
  if (before.type === 'album' && after.type === 'album')
    return [{ type: 'album', change: 'changed', before: before.album, after: after.album }]
  return replaced()
}

const numberOf = ({ number }: TextBlock) => (number === undefined ? {} : { number })

function compareTexts(before: TextBlock, after: TextBlock): ComparedBlock[] | undefined {
  const segments = compareRuns(before.runs, after.runs)
  if (!segments) {
    const [old, now] = [wholeBlock(before, 'removed'), wholeBlock(after, 'added')]
    return [old, now].map((block) => (block.type === 'text' ? { ...block, isCoarse: true } : block))
  }
  if (keptShare(segments) < LEAST_KEPT) return undefined
  const isSame = !hasChange(segments) && JSON.stringify(before.style) === JSON.stringify(after.style)
  const change = isSame ? 'same' : 'changed'
  return [
    { type: 'text', change, before: before.style, after: after.style, segments, isCoarse: false, ...numberOf(after) },
  ]
}

function comparePictures(before: PictureBlock, after: PictureBlock): ComparedBlock {
  return {
    type: 'picture',
    change: 'changed',
    before: before.picture,
    after: after.picture,
    isReplaced: before.picture.src !== after.picture.src,
    alt: compareStrings(before.picture.alt, after.picture.alt),
    caption: captions(before.caption, after.caption),
    inside: after.inside,
  }
}

const captions = (before: readonly Run[], after: readonly Run[]): Segment[] =>
  compareRuns(before, after) ?? [...segmentsOf(before, 'removed'), ...segmentsOf(after, 'added')]
