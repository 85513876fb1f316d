import { commonPairs, gapsBetween } from '../../ui/sequence-diff.ts'
import type { MergeBase } from '../../entity/drafts/draft-merge.ts'

/** Elements without an end tag. */
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'])
const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi

/** Not tables: rows that two people changed may no longer have the same number of cells. */
const CONTAINER = /^\s*<(ul|ol|li|blockquote)(?:"[^"]*"|'[^']*'|[^'">])*>/i
const BEGINS_WITH_BLOCK = /^\s*<(?:ul|ol|li|blockquote|p|h[1-6]|figure|pre)\b/i

/** The outermost elements of well-formed HTML and what is between them; joined, they are the HTML again. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: tag, 1: slash, 2: name, index } of html.matchAll(TAG)) {
    if (!name) continue
    if (slash) depth--
    else if (!VOID.has(name.toLowerCase())) depth++
    if (depth > 0) continue
    depth = 0
    blocks.push(html.slice(start, index + tag.length))
    start = index + tag.length
  }
  return start < html.length ? [...blocks, html.slice(start)] : blocks
}

/** Blocks of the base, from one to before another, that a person replaced; none: inserted there. */
type Edit = { side: 'mine' | 'theirs'; from: number; to: number; blocks: string[] }

/** A block that took the place of one other is an edit of its own, so that its neighbours may be changed by someone else. */
function editsOf(side: Edit['side'], before: readonly string[], after: readonly string[]): Edit[] {
  return gapsBetween(commonPairs(before, after), before.length, after.length).flatMap(
    ({ before: [i, endI], after: [j, endJ] }) => {
      if (endI - i !== endJ - j) return [{ side, from: i, to: endI, blocks: after.slice(j, endJ) }]
      return after.slice(j, endJ).map((block, at) => ({ side, from: i + at, to: i + at + 1, blocks: [block] }))
    },
  )
}

/** What a stretch of the base becomes by these edits. */
function applied(base: readonly string[], from: number, to: number, edits: readonly Edit[]): string[] {
  let at = from
  const parts = edits.flatMap((edit) => {
    const kept = base.slice(at, edit.from)
    at = edit.to
    return [...kept, ...edit.blocks]
  })
  return [...parts, ...base.slice(at, to)]
}

/**
 * Two texts that began as the same one, merged block by block (paragraph, heading, item of a list, table …). Where both changed
 * the same block, `mine` has my version of it and `theirs` the other; all else is the same in both.
 * @returns undefined when the blocks of the two forms of the base do not correspond
 */
export function mergeBodies(
  { sent, stored }: MergeBase<string>,
  mine: string,
  theirs: string,
): { mine: string; theirs: string } | undefined {
  const [base, storedBase] = [blocksOf(sent), blocksOf(stored)]
  if (base.length !== storedBase.length) return undefined
  const edits = [
    // At one place, what they inserted comes first: it was saved before.
    ...editsOf('theirs', storedBase, blocksOf(theirs)),
    ...editsOf('mine', base, blocksOf(mine)),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to)
  const merged = { mine: [] as string[], theirs: [] as string[] }
  let at = 0
  for (const { from, to, edits: together } of overlapping(edits)) {
    const sides = new Set(together.map(({ side }) => side))
    const inside = mergeInside({ sent: base.slice(from, to), stored: storedBase.slice(from, to) }, together)
    for (const side of ['mine', 'theirs'] as const) {
      const whose = sides.has(side) ? side : [...sides][0]!
      const own = together.filter((edit) => edit.side === whose)
      merged[side].push(...base.slice(at, from), ...(inside ? [inside[side]] : applied(base, from, to, own)))
    }
    at = to
  }
  for (const side of ['mine', 'theirs'] as const) merged[side].push(...base.slice(at))
  return { mine: merged.mine.join(''), theirs: merged.theirs.join('') }
}

/** A list, an item of one or a quotation: what opens it, the blocks in it, and what closes it. */
function containerOf(block: string): { start: string; inner: string; end: string } | undefined {
  const [start, name] = CONTAINER.exec(block) ?? []
  const end = `</${name}>`
  if (!start || !block.endsWith(end)) return undefined
  const inner = block.slice(start.length, -end.length)
  return BEGINS_WITH_BLOCK.test(inner) ? { start, inner, end } : undefined
}

/** Both changed one list: its items are merged as the blocks of a text are. @returns undefined: it is not that */
function mergeInside(base: MergeBase<string[]>, edits: readonly Edit[]): { mine: string; theirs: string } | undefined {
  const [mine, theirs] = ['mine', 'theirs'].map((side) => edits.filter((edit) => edit.side === side))
  const changed = [base.sent, base.stored, ...[mine, theirs].map((own) => (own?.length === 1 ? own[0]!.blocks : []))]
  if (changed.some((blocks) => blocks.length !== 1)) return undefined
  const [sent, stored, ours, others] = changed.map(([block]) => containerOf(block!))
  if (!sent || !stored || !ours || !others || ours.start !== sent.start || others.start !== stored.start)
    return undefined
  const inner = mergeBodies({ sent: sent.inner, stored: stored.inner }, ours.inner, others.inner)
  return inner && { mine: wrapped(sent, inner.mine), theirs: wrapped(sent, inner.theirs) }
}

const wrapped = ({ start, end }: { start: string; end: string }, inner: string) => start + inner + end

/** What both texts have; where they differ, first mine and then theirs. */
export function bothBodies(mine: string, theirs: string): string {
  const [own, other] = [blocksOf(mine), blocksOf(theirs)]
  const pairs = commonPairs(own, other)
  return gapsBetween(pairs, own.length, other.length)
    .flatMap(({ before: [i, endI], after: [j, endJ] }) => [
      ...bothInside(own.slice(i, endI), other.slice(j, endJ)),
      ...own.slice(endI, endI + 1),
    ])
    .join('')
}

function bothInside(own: string[], other: string[]): string[] {
  const [mine, theirs] = [own, other].map((blocks) => (blocks.length === 1 ? containerOf(blocks[0]!) : undefined))
  // Two versions of one item are two items.
  if (!mine || !theirs || mine.start !== theirs.start || /^\s*<li/i.test(mine.start)) return [...own, ...other]
  return [wrapped(mine, bothBodies(mine.inner, theirs.inner))]
}

/** Edits, sorted by their place, in groups that have no block in common. */
function overlapping(edits: readonly Edit[]): { from: number; to: number; edits: Edit[] }[] {
  const groups: { from: number; to: number; edits: Edit[] }[] = []
  for (const edit of edits) {
    const last = groups.at(-1)
    if (last && edit.from < last.to) {
      last.edits.push(edit)
      last.to = Math.max(last.to, edit.to)
    } else groups.push({ from: edit.from, to: edit.to, edits: [edit] })
  }
  return groups
}
