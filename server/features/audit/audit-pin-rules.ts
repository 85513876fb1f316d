import type { AuditEvent } from '#contract/audit.ts'

/** What was recorded of the decisions about a search term, before and after a change. */
type Told = { before: unknown; after: unknown }

const pinsIn = (rules: unknown): string[] =>
  Array.isArray(rules)
    ? rules.flatMap((rule: { pins?: unknown } | null) => (Array.isArray(rule?.pins) ? rule.pins.map(String) : []))
    : []

/** The articles that a change pinned to a search term, and those that it unpinned, by id. */
export function pinChange({ before, after }: Told): { pinned: string[]; unpinned: string[] } {
  const [had, has] = [pinsIn(before), pinsIn(after)]
  return { pinned: has.filter((id) => !had.includes(id)), unpinned: had.filter((id) => !has.includes(id)) }
}

/** The same for a sentence: how many, and the first of them that is still there, by name. */
export function pinDetails(told: Told, names: Readonly<Record<string, string>>): AuditEvent['details'] {
  const entries = Object.entries(pinChange(told)).flatMap(([what, ids]): [string, string | number][] => {
    const title = ids.map((id) => names[id]).find(Boolean)
    return [[`${what}Count`, ids.length], ...(title ? [[what, title] satisfies [string, string]] : [])]
  })
  return Object.fromEntries(entries)
}
