import { SNIPPET_NAME_MAX, type ListedSnippet } from '#contract/snippets.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Whether the name or the beginning of a snippet has all words of a search. */
export function hasWords({ name, start }: Pick<ListedSnippet, 'name' | 'start'>, search: string): boolean {
  const text = `${folded(name)}\n${folded(start)}`
  return folded(search)
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/** As the server compares names. */
export const sameName = (one: string, other: string): boolean =>
  one.normalize().trim().toLowerCase() === other.normalize().trim().toLowerCase()

const WORDS = 6

/** A name for a text: its first words, or what a Chinese one begins with. */
export function nameFor(text: string): string {
  const words = text.trim().split(/\s+/u).slice(0, WORDS).join(' ')
  const short = Array.from(words).slice(0, SNIPPET_NAME_MAX / 2)
  return short.join('').trim()
}
