import type { WordedField } from '../../entity/change-words.ts'
import { listed } from '../../ui/listed.ts'

/** One field that an event tells of; `undefined`: nothing is said about it. */
export type FieldDifference = { path: readonly string[]; before: string | undefined; after: string | undefined }

const DEPTH_MOST = 4

/** Words for the value of a field; undefined: it is shown as it is. */
type ValueWords = (path: readonly string[], value: unknown) => string | undefined

/** What differs, field by field. Any shape can be shown: what is no object is one field without a name. */
export function fieldDifferences(
  before: unknown,
  after: unknown,
  valueWords: ValueWords = () => undefined,
): FieldDifference[] {
  const [old, now] = [flatten(before, valueWords), flatten(after, valueWords)]
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  return keys
    .map((key) => ({ path: JSON.parse(key) as string[], before: old.get(key), after: now.get(key) }))
    .filter(({ before: was, after: is }) => was !== is)
}

/** What differs between two sides that are in words already. */
export function wordedDifferences(before: readonly WordedField[], after: readonly WordedField[]) {
  const all = new Map([...before, ...after].map(({ key, label }) => [key, label]))
  const wordsIn = (side: readonly WordedField[], key: string) => side.find((field) => field.key === key)?.words
  return [...all]
    .map(([key, label]) => ({ key, label, before: wordsIn(before, key), after: wordsIn(after, key) }))
    .filter(({ before: was, after: is }) => was !== is)
}

function flatten(value: unknown, valueWords: ValueWords): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (part: unknown, path: readonly string[]) => {
    if (part === undefined || (part === null && path.length === 0)) return
    if (typeof part === 'object' && part !== null && !Array.isArray(part) && path.length < DEPTH_MOST)
      for (const [key, inner] of Object.entries(part)) visit(inner, [...path, key])
    else found.set(JSON.stringify(path), valueWords(path, part) ?? wordsOf(part))
  }
  visit(value, [])
  return found
}

function wordsOf(value: unknown): string {
  if (value === undefined) return '–'
  if (value === null) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : listed(value.map(wordsOf))
  if (typeof value === 'object') return listed(Object.entries(value).map(([key, inner]) => `${key}: ${wordsOf(inner)}`))
  return typeof value === 'string' ? value : JSON.stringify(value)
}
