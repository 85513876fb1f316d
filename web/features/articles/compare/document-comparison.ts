import { bestPairs, commonPairs, gapsBetween } from '../../../ui/sequence-diff.ts'
import { compareBlocks, wholeBlock } from './block-comparison.ts'
import type { ComparedBlock, Comparison } from './comparison.ts'
import { type Block, blockText, identityOf } from './document.ts'
import { readDocument } from './document-reader.ts'
import { likeness, type WordBag, wordBag } from './words.ts'

/** Where more blocks could correspond, only equal ones are found: each of these is one comparison of all their words. */
const MOST_PAIRS = 1_500_000
/** Blocks with less in common are never the same one. */
const LEAST_LIKENESS = 0.3
/** A block that shares a heading or caption, or only its kind, may be the same one if nothing fits better. */
const SAME_KIND = 0.3
/** Shorter texts occur twice by chance: they are not called moved. */
const LEAST_MOVED = 24

/** What became of an article body. The HTML is only read: nothing of it is shown, loaded or run. */
export function compareBodies(before: string, after: string): Comparison {
  const [old, now] = [readDocument(before), readDocument(after)]
  const { blocks, isCoarse } = compareDocuments(old, now)
  const isSame = blocks.every(({ change }) => change === 'same')
  return { blocks, isCoarse, onlyMarkup: isSame && before !== after }
}

function compareDocuments(old: readonly Block[], now: readonly Block[]): Omit<Comparison, 'onlyMarkup'> {
  const keys = (blocks: readonly Block[]) => blocks.map(identityOf)
  const same = commonPairs(keys(old), keys(now))
  const blocks: ComparedBlock[] = []
  let isCoarse = false
  gapsBetween(same, old.length, now.length).forEach(({ before, after }, index) => {
    const gap = compareGap(old.slice(...before), now.slice(...after))
    for (const block of gap.blocks) blocks.push(block)
    isCoarse ||= gap.isCoarse
    const pair = same[index]
    if (pair) blocks.push(wholeBlock(now[pair[1]]!, 'same'))
  })
  return {
    blocks: withMoves(blocks),
    isCoarse: isCoarse || blocks.some((block) => block.type === 'text' && block.isCoarse),
  }
}

/** Blocks between equal ones: those that are similar correspond. */
function compareGap(old: readonly Block[], now: readonly Block[]): { blocks: ComparedBlock[]; isCoarse: boolean } {
  const isCoarse = old.length * now.length > MOST_PAIRS
  const pairs = isCoarse ? [] : pairsOf(old, now)
  const blocks = gapsBetween(pairs, old.length, now.length).flatMap(({ before, after }, index) => {
    const pair = pairs[index]
    return [
      ...old.slice(...before).map((block) => wholeBlock(block, 'removed')),
      ...now.slice(...after).map((block) => wholeBlock(block, 'added')),
      ...(pair ? compareBlocks(old[pair[0]]!, now[pair[1]]!) : []),
    ]
  })
  return { blocks, isCoarse }
}

function pairsOf(old: readonly Block[], now: readonly Block[]) {
  if (old.length === 0 || now.length === 0) return []
  const described = (blocks: readonly Block[]) =>
    blocks.map((block) => ({ block, bag: wordBag(wordsToCompare(block)) }))
  const [oldOnes, nowOnes] = [described(old), described(now)]
  return bestPairs(old.length, now.length, (i, j) => scoreOf(oldOnes[i]!, nowOnes[j]!))
}

const wordsToCompare = (block: Block): string =>
  block.type === 'picture' ? `${block.picture.alt} ${blockText(block)}` : blockText(block)

type Described = { block: Block; bag: WordBag }

/** How likely two blocks are the same one: 0, or more the more they have in common. */
function scoreOf(one: Described, other: Described): number {
  const [a, b] = [one.block, other.block]
  if (a.type !== b.type) return 0
  const words = likeness(one.bag, other.bag)
  if (a.type === 'picture' && b.type === 'picture') return a.picture.src === b.picture.src ? 1 : SAME_KIND * (1 + words)
  if (a.type === 'embed' && b.type === 'embed')
    return a.embed.src === b.embed.src ? 1 : a.embed.tag === b.embed.tag ? SAME_KIND : 0
  if (a.type === 'album' && b.type === 'album') return a.album === b.album ? 1 : SAME_KIND
  if (a.type === 'missing' && b.type === 'missing') return a.name === b.name ? 1 : 0
  if (a.type !== 'text' || b.type !== 'text') return words >= SAME_KIND ? words : 0
  if (one.bag.weight === 0) return blockText(a) === blockText(b) ? LEAST_LIKENESS : 0
  return words >= LEAST_LIKENESS ? words : 0
}

/** A block that was removed at one place and is the same at another was moved. */
function withMoves(blocks: readonly ComparedBlock[]): ComparedBlock[] {
  const removed = new Map<string, number[]>()
  blocks.forEach((block, index) => {
    const key = block.change === 'removed' ? moveKey(block) : undefined
    if (key) removed.set(key, [...(removed.get(key) ?? []), index])
  })
  const moved = new Set<number>()
  blocks.forEach((block, index) => {
    const from = block.change === 'added' ? removed.get(moveKey(block) ?? '')?.shift() : undefined
    if (from !== undefined) moved.add(from).add(index)
  })
  return blocks.map((block, index) => (moved.has(index) ? { ...block, moved: true } : block))
}

function moveKey(block: ComparedBlock): string | undefined {
  if (block.type === 'rule') return undefined
  if (block.type === 'picture') return `picture ${(block.before ?? block.after)?.src}`
  if (block.type === 'album') return `album ${block.before ?? block.after}`
  if (block.type === 'missing') return `missing ${block.name}`
  if (block.type === 'embed') return `embed ${(block.before ?? block.after)?.src}`
  if (block.type === 'table')
    return `table ${block.rows.map(({ cells }) => cells.map((cell) => cell.segments.map(({ text }) => text).join('')).join('\t')).join('\n')}`
  const text = block.segments.map((segment) => segment.text).join('')
  return wordBag(text).weight >= LEAST_MOVED ? `text ${text}` : undefined
}
