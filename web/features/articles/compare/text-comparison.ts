import { commonPairs, gapsBetween } from '../../../ui/sequence-diff.ts'
import type { Segment } from './comparison.ts'
import { type Picture, PICTURE_CHARACTER, type Run, textOfRuns } from './document.ts'
import { weightOfWord, wordsOf } from './words.ts'

/** Longer blocks are not compared by word; spaces and signs count. An import may hold a book in one paragraph. */
const MOST_WORDS = 300_000
/** In words, spaces and signs. */
const LONGEST_ISLAND = 6

/** What became of a text, word by word; undefined when it is too long for that. */
export function compareRuns(before: readonly Run[], after: readonly Run[]): Segment[] | undefined {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  if (old.length + now.length > MOST_WORDS) return undefined
  const segments = new Segments()
  const [oldText, nowText] = [new Reading(before), new Reading(after)]
  for (const { kept, removed, added } of withoutIslands(hunksOf(old, now), old, now)) {
    segments.add(oldText.take(lengthOf(old, removed)), 'removed')
    segments.add(nowText.take(lengthOf(now, added)), 'added')
    segments.keep(oldText.take(lengthOf(old, kept.before)), nowText.take(lengthOf(now, kept.after)))
  }
  return segments.all
}

export const segmentsOf = (runs: readonly Run[], change: Segment['change']): Segment[] =>
  runs.map((run) => ({ change, ...run }))

/** Of a text without formatting. */
export function compareStrings(before: string, after: string): Segment[] {
  const [old, now] = [asRuns(before), asRuns(after)]
  return compareRuns(old, now) ?? [...segmentsOf(old, 'removed'), ...segmentsOf(now, 'added')]
}
const asRuns = (text: string): Run[] => (text === '' ? [] : [{ text, marks: [] }])

/** How much of the longer version is in both, by the weight of its words: 0 to 1. */
export function keptShare(segments: readonly Segment[]): number {
  const weights = { same: 0, removed: 0, added: 0 }
  for (const { change, text } of segments) for (const word of wordsOf(text)) weights[change] += weightOfWord(word)
  const longer = weights.same + Math.max(weights.removed, weights.added)
  return longer === 0 ? 1 : weights.same / longer
}

/** Words of the whole text, not of single runs: formatting half a word does not change the word. */
function tokensOf(runs: readonly Run[]): string[] {
  const pictures = runs.flatMap(({ picture }) => (picture ? [picture] : []))
  let next = 0
  return wordsOf(textOfRuns(runs)).flatMap((word) =>
    // Pictures are the same when they show the same file.
    word.includes(PICTURE_CHARACTER)
      ? Array.from(word, (character) =>
          character === PICTURE_CHARACTER ? PICTURE_CHARACTER + (pictures[next++]?.src ?? '') : character,
        )
      : [word],
  )
}

type Range = readonly [from: number, to: number]
/** What was removed and added, and what follows it unchanged. Token positions. */
type Hunk = { removed: Range; added: Range; kept: { before: Range; after: Range } }

function hunksOf(old: readonly string[], now: readonly string[]): Hunk[] {
  const pairs = commonPairs(old, now)
  const hunks: Hunk[] = []
  gapsBetween(pairs, old.length, now.length).forEach(({ before: removed, after: added }, index) => {
    const last = hunks.at(-1)
    const [[i, endI], [j, endJ]] = [removed, added]
    const kept = { before: [endI, endI + 1] as const, after: [endJ, endJ + 1] as const }
    const isEnd = index === pairs.length
    if (i === endI && j === endJ && last) {
      if (!isEnd) last.kept = { before: [last.kept.before[0], endI + 1], after: [last.kept.after[0], endJ + 1] }
    } else hunks.push({ removed, added, kept: isEnd ? { before: [endI, endI], after: [endJ, endJ] } : kept })
  })
  return hunks
}

/** A short word that survived between two large changes is noise: it counts as changed with them. */
function withoutIslands(hunks: readonly Hunk[], old: readonly string[], now: readonly string[]): Hunk[] {
  const merged: { hunk: Hunk; weight: number }[] = []
  for (const hunk of hunks) {
    let next = { hunk, weight: Math.max(weightOf(old, hunk.removed), weightOf(now, hunk.added)) }
    for (let last = merged.at(-1); last; last = merged.at(-1)) {
      const island = weightOf(old, last.hunk.kept.before)
      const isSpaceBetween = island === 0 && isBoth(last.hunk) && isBoth(next.hunk)
      const isNoise = island > 0 && island * 2 <= Math.min(last.weight, next.weight)
      if (length(last.hunk.kept.before) > LONGEST_ISLAND || !(isSpaceBetween || isNoise)) break
      merged.pop()
      next = { hunk: joined(last.hunk, next.hunk), weight: last.weight + island + next.weight }
    }
    merged.push(next)
  }
  return merged.map(({ hunk }) => hunk)
}

const joined = (one: Hunk, next: Hunk): Hunk => ({
  removed: [one.removed[0], next.removed[1]],
  added: [one.added[0], next.added[1]],
  kept: next.kept,
})
const length = ([from, to]: Range) => to - from
const isBoth = ({ removed, added }: Hunk) => length(removed) > 0 && length(added) > 0
function weightOf(words: readonly string[], [from, to]: Range): number {
  let weight = 0
  for (let at = from; at < to; at++) weight += weightOfWord(words[at]!)
  return weight
}
function lengthOf(tokens: readonly string[], [from, to]: Range): number {
  let total = 0
  for (let at = from; at < to; at++) total += tokens[at]!.startsWith(PICTURE_CHARACTER) ? 1 : tokens[at]!.length
  return total
}

/** Reads runs piece by piece, from start to end. */
class Reading {
  private run = 0
  private offset = 0
  private readonly runs: readonly Run[]
  constructor(runs: readonly Run[]) {
    this.runs = runs
  }
  take(length: number): Run[] {
    const taken: Run[] = []
    for (let left = length; left > 0 && this.run < this.runs.length;) {
      const run = this.runs[this.run]!
      const text = run.text.slice(this.offset, this.offset + left)
      taken.push({ ...run, text })
      left -= text.length
      this.offset += text.length
      if (this.offset >= run.text.length) {
        this.run++
        this.offset = 0
      }
    }
    return taken
  }
}

const sameMarks = (one: readonly string[] = [], other: readonly string[] = []) => one.join('\n') === other.join('\n')

const samePicture = (one: Picture, other: Picture) => JSON.stringify(one) === JSON.stringify(other)

class Segments {
  all: Segment[] = []
  add(runs: readonly Run[], change: 'removed' | 'added'): void {
    for (const run of runs) this.push({ change, ...run })
  }
  /** The same text on both sides: cut wherever the formatting of one side changes. */
  keep(before: readonly Run[], after: readonly Run[]): void {
    const was = new Reading(before)
    for (const { text, marks, picture, number } of after)
      for (const old of was.take(text.length)) {
        this.push({
          change: 'same',
          text: old.text,
          marks,
          ...(!sameMarks(old.marks, marks) && { was: old.marks }),
          ...(picture && { picture }),
          ...(number !== undefined && { number }),
          ...(picture && old.picture && !samePicture(old.picture, picture) && { pictureWas: old.picture }),
        })
      }
  }
  private push(segment: Segment): void {
    const last = this.all.at(-1)
    const isSame =
      last?.change === segment.change &&
      !last.picture &&
      !segment.picture &&
      last.number === undefined &&
      segment.number === undefined &&
      sameMarks(last.marks, segment.marks) &&
      Boolean(last.was) === Boolean(segment.was) &&
      sameMarks(last.was, segment.was)
    if (isSame) last.text += segment.text
    else this.all.push(segment)
  }
}
