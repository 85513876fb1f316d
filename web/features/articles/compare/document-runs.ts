import type { Run } from './document.ts'

/** Where `<br>` was, while spaces and line ends of the source are collapsed. */
const LINE_BREAK = /\u2028/g

const sameMarks = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((mark, index) => mark === other[index])

const isPlain = ({ picture, number }: Run) => !picture && number === undefined

export const isTextRun = ({ text, picture }: Run): boolean => !picture && text.trim() !== ''

/** Collapses spaces as browsers do, except in preformatted text, and joins what has the same format. */
export function tidyRuns(runs: readonly Run[], isPre: boolean): Run[] {
  const tidy: Run[] = []
  let atSpace = true
  for (const run of runs) {
    const text: string = isPre ? run.text : collapsed(run.text, atSpace)
    if (text === '') continue
    atSpace = !run.picture && /[ \u2028]$/.test(text)
    const last = tidy.at(-1)
    if (last && isPlain(last) && isPlain(run) && sameMarks(last.marks, run.marks)) last.text += text
    else tidy.push({ ...run, text })
  }
  if (isPre) return trimmed(tidy, /^\n/, /\n+$/)
  for (const run of tidy) run.text = run.text.replace(LINE_BREAK, '\n')
  return trimmed(tidy, /^[ \n]+/, /[ \n]+$/)
}

function collapsed(text: string, afterSpace: boolean): string {
  const joined = text.replace(/[ \t\r\n\f]+/g, ' ').replace(/ ?\u2028 ?/g, '\u2028')
  return afterSpace ? joined.replace(/^ +/, '') : joined
}

function trimmed(runs: Run[], start: RegExp, end: RegExp): Run[] {
  while (runs.length > 0 && !runs[0]!.picture) {
    runs[0]!.text = runs[0]!.text.replace(start, '')
    if (runs[0]!.text !== '') break
    runs.shift()
  }
  while (runs.length > 0 && !runs.at(-1)!.picture) {
    runs.at(-1)!.text = runs.at(-1)!.text.replace(end, '')
    if (runs.at(-1)!.text !== '') break
    runs.pop()
  }
  return runs
}
