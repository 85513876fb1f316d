import { backWordsOf, withNotesAtEnd, withNotesInline } from '#contract/footnotes.ts'
import { commonPairs, gapsBetween } from '../../ui/sequence-diff.ts'
import type { MergeBase } from '../../entity/drafts/draft-merge.ts'
import { blocksOf, differsOutsideRows, openedBlock, type PartsBy, sameShape } from './article-body-blocks.ts'
import { isWellFormed } from './article-html-tags.ts'

type Sides = { mine: string; theirs: string }
/** `base`: what both began with, with what only they changed. */
type Merged = Sides & { base: MergeBase<string> }
type Parts = { base: MergeBase<readonly string[]>; mine: readonly string[]; theirs: readonly string[]; by: PartsBy }

/**
 * Two texts that began as the same one, merged block by block (paragraph, item of a list, cell of a table …), and sentence by
 * sentence within a paragraph; a footnote is part of the sentence that it belongs to. Where both changed the same, `mine` has my version of it and `theirs` the other; all else is the
 * same in both. `base` has what both began with where they collide, and where only I changed something.
 * @returns undefined when the blocks of the two forms of the base do not correspond
 */
export function mergeBodies({ sent, stored }: MergeBase<string>, mine: string, theirs: string): Merged | undefined {
  const blocks = (html: string) => blocksOf(withNotesInline(html))
  const merged = mergeParts({
    base: { sent: blocks(sent), stored: blocks(stored) },
    mine: blocks(mine),
    theirs: blocks(theirs),
    by: 'sequence',
  })
  const whole = (html: string) => withNotesAtEnd(html, backWordsOf(mine, theirs))
  return (
    merged && {
      mine: whole(merged.mine),
      theirs: whole(merged.theirs),
      base: { sent: whole(merged.base.sent), stored: whole(merged.base.stored) },
    }
  )
}

function mergeParts(parts: Parts): Merged | undefined {
  if (parts.base.sent.length !== parts.base.stored.length) return undefined
  return parts.by === 'position' ? mergePositions(parts) : mergeSequences(parts)
}

/** Parts of the base, from one to before another, that a person replaced; none: inserted there. */
type Edit = { side: keyof Sides; from: number; to: number; parts: readonly string[] }

function editsOf(side: Edit['side'], before: readonly string[], after: readonly string[], by: PartsBy): Edit[] {
  return gapsBetween(commonPairs(before, after), before.length, after.length).flatMap(
    ({ before: [i, endI], after: [j, endJ] }) => {
      if (i === endI && j === endJ) return []
      // Sentences side by side were changed as one thought.
      if (endI - i !== endJ - j || by === 'sentence') return [{ side, from: i, to: endI, parts: after.slice(j, endJ) }]
      // A block that took the place of one other is an edit of its own, so that its neighbours may be changed by someone else.
      return after.slice(j, endJ).map((part, at) => ({ side, from: i + at, to: i + at + 1, parts: [part] }))
    },
  )
}

/** What a stretch of the base becomes by these edits. */
function applied(base: readonly string[], from: number, to: number, edits: readonly Edit[]): string[] {
  let at = from
  const parts = edits.flatMap((edit) => {
    const kept = base.slice(at, edit.from)
    at = edit.to
    return [...kept, ...edit.parts]
  })
  return [...parts, ...base.slice(at, to)]
}

function mergeSequences({ base: { sent: base, stored }, mine, theirs, by }: Parts): Merged | undefined {
  const edits = [
    // At one place, what they inserted comes first: it was saved before.
    ...editsOf('theirs', stored, theirs, by),
    ...editsOf('mine', base, mine, by),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to)
  const merged = { mine: [] as string[], theirs: [] as string[], sent: [] as string[], stored: [] as string[] }
  let at = 0
  for (const { from, to, edits: together } of colliding(edits, by)) {
    const sides = new Set(together.map(({ side }) => side))
    const inside = mergeInside({ sent: base.slice(from, to), stored: stored.slice(from, to) }, together)
    for (const side of ['mine', 'theirs'] as const) {
      const whose = sides.has(side) ? side : [...sides][0]!
      const own = together.filter((edit) => edit.side === whose)
      merged[side].push(...base.slice(at, from), ...(inside ? [inside[side]] : applied(base, from, to, own)))
    }
    const others = sides.has('mine') ? [] : together
    for (const [form, began] of [
      ['sent', base],
      ['stored', stored],
    ] as const)
      merged[form].push(...began.slice(at, from), ...(inside ? [inside.base[form]] : applied(began, from, to, others)))
    at = to
  }
  for (const side of ['mine', 'theirs', 'sent'] as const) merged[side].push(...base.slice(at))
  merged.stored.push(...stored.slice(at))
  const [sent, kept] = [merged.sent.join(''), merged.stored.join('')]
  const whole = { mine: merged.mine.join(''), theirs: merged.theirs.join(''), base: { sent, stored: kept } }
  return by !== 'sentence' || (isWellFormed(whole.mine) && isWellFormed(whole.theirs)) ? whole : undefined
}

/** Cells and the parts of a table: each is compared with the one at its own place. */
function mergePositions({ base, mine, theirs }: Parts): Merged | undefined {
  if (mine.length !== base.sent.length || theirs.length !== base.sent.length) return undefined
  const merged = base.sent.map((sent, at) =>
    mergeOne({ sent, stored: base.stored[at]! }, { mine: mine[at]!, theirs: theirs[at]! }),
  )
  const joined = (part: (one: Merged) => string) => merged.map(part).join('')
  return {
    mine: joined((one) => one.mine),
    theirs: joined((one) => one.theirs),
    base: { sent: joined((one) => one.base.sent), stored: joined((one) => one.base.stored) },
  }
}

function mergeOne(base: MergeBase<string>, { mine, theirs }: Sides): Merged {
  if (mine === base.sent) return { mine: theirs, theirs, base: { sent: theirs, stored: theirs } }
  if (theirs === base.stored) return { mine, theirs: mine, base }
  return mergeBlock(base, { mine, theirs }) ?? { mine, theirs, base }
}

/** Both changed one block: its parts are merged as the blocks of a text are. @returns undefined: it is only chosen as a whole */
function mergeInside(base: MergeBase<readonly string[]>, edits: readonly Edit[]): Merged | undefined {
  const [mine, theirs] = ['mine', 'theirs'].map((side) => edits.filter((edit) => edit.side === side))
  const changed = [base.sent, base.stored, ...[mine, theirs].map((own) => (own?.length === 1 ? own[0]!.parts : []))]
  if (changed.some((parts) => parts.length !== 1)) return undefined
  const [sent, stored, ours, others] = changed.map(([part]) => part!)
  return mergeBlock({ sent: sent!, stored: stored! }, { mine: ours!, theirs: others! })
}

function mergeBlock(base: MergeBase<string>, sides: Sides): Merged | undefined {
  const [sent, stored, mine, theirs] = [base.sent, base.stored, sides.mine, sides.theirs].map(openedBlock)
  if (!sent || !stored || !mine || !theirs) return undefined
  if (mine.start !== sent.start || theirs.start !== stored.start) return undefined
  if (![stored, mine, theirs].every((version) => sameShape(sent, version))) return undefined
  const inside = mergeParts({
    base: { sent: sent.parts, stored: stored.parts },
    mine: mine.parts,
    theirs: theirs.parts,
    by: sent.by,
  })
  // Widths of columns belong to the table as a whole.
  if (inside && sent.name === 'table' && differsOutsideRows(inside.mine, inside.theirs)) return undefined
  const wrapped = (inner: string, { start, end } = sent) => start + inner + end
  return (
    inside && {
      mine: wrapped(inside.mine),
      theirs: wrapped(inside.theirs),
      base: { sent: wrapped(inside.base.sent), stored: wrapped(inside.base.stored, stored) },
    }
  )
}

/** Edits, sorted by their place, in groups that have nothing to do with each other. */
function colliding(edits: readonly Edit[], by: PartsBy): { from: number; to: number; edits: Edit[] }[] {
  const groups: { from: number; to: number; edits: Edit[] }[] = []
  for (const edit of edits) {
    const last = groups.at(-1)
    const isTouching = by === 'sentence' && last?.to === edit.from && ![...last.edits, edit].every(keepsCount)
    if (last && (edit.from < last.to || isTouching)) {
      last.edits.push(edit)
      last.to = Math.max(last.to, edit.to)
    } else groups.push({ from: edit.from, to: edit.to, edits: [edit] })
  }
  return groups
}

const keepsCount = ({ from, to, parts }: Edit) => parts.length === to - from
