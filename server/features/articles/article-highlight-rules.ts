import { fold, runsIn } from './article-search-rules.ts'

/** A part of a text, in UTF-16 units. */
export type Span = { from: number; to: number }

/** Where a text has a word that is sought; neighbours are one span. @param isSought asked with the word as texts are compared */
export function spansOf(text: string, isSought: (word: string) => boolean): Span[] {
  const spans: Span[] = []
  const add = (from: number, to: number) => {
    const last = spans.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else spans.push({ from, to })
  }
  for (const { run, at, isDense } of runsIn(text)) {
    if (!isDense) {
      if (isSought(fold(run))) add(at, at + run.length)
      continue
    }
    const characters = Array.from(run)
    let place = at
    characters.forEach((character, index) => {
      const next = characters[index + 1]
      if (next !== undefined && isSought(fold(character + next))) add(place, place + character.length + next.length)
      else if (isSought(fold(character))) add(place, place + character.length)
      place += character.length
    })
  }
  return spans
}

export const isLowSurrogate = (text: string, at: number) => /[\udc00-\udfff]/.test(text[at] ?? '')
