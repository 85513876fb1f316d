/** A change that a contributor would make by following docs/architecture.md, kept to see what it costs. */
export type TrialChange = {
  /** As in “a text field of an article”. */
  name: string
  /** Hand-written files, its test and its translations included. */
  filesMax: number
  edits: readonly TrialEdit[]
  /** New files by path. `{next}` in a path or a text is the number of the next migration. */
  files: Readonly<Record<string, string>>
  /** Chinese by English, of texts that are new on screens. */
  texts: Readonly<Record<string, string>>
  /** What vitest runs on a real database: its own test, and others that it could break. */
  tests: readonly string[]
}

/** `add` goes to the only place where the pattern matches: in front of the match, behind it, or in its place. */
export type TrialEdit = { file: string; add: string } & (
  | { before: string | RegExp }
  | { after: string | RegExp }
  | { instead: string | RegExp }
)

/** @throws Error where the pattern matches nowhere, or more than once: the change must be written again */
export function applyEdit(text: string, edit: TrialEdit): string {
  const pattern = 'before' in edit ? edit.before : 'after' in edit ? edit.after : edit.instead
  const all =
    typeof pattern === 'string'
      ? RegExp(pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
      : RegExp(pattern.source, 'gm')
  const [match, ...others] = text.matchAll(all)
  if (!match || others.length > 0) {
    const times = match ? `${others.length + 1} times` : 'nowhere'
    throw new Error(`${edit.file} has ${String(pattern)} ${times}; it must be there once`)
  }
  const start = 'after' in edit ? match.index + match[0].length : match.index
  const end = 'before' in edit ? match.index : match.index + match[0].length
  return text.slice(0, start) + edit.add + text.slice(end)
}

/** Fills in the translations of a catalog that have none yet. @returns the catalog, and which texts it has */
export function translate(catalog: string, texts: TrialChange['texts']): { catalog: string; found: string[] } {
  const found = Object.keys(texts).filter((text) => catalog.includes(`msgid ${JSON.stringify(text)}\n`))
  const filled = found.reduce(
    (all, text) =>
      all.replace(
        `msgid ${JSON.stringify(text)}\nmsgstr ""\n`,
        () => `msgid ${JSON.stringify(text)}\nmsgstr ${JSON.stringify(texts[text])}\n`,
      ),
    catalog,
  )
  return { catalog: filled, found }
}
