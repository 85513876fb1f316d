import { termKey } from '#contract/search-terms.ts'

/** What editors decided about one term. Rows with the same head are one group; pins and hiding hold for all of it. */
export type SearchRule = { key: string; term: string; head: string; pins: string[]; hidden: boolean }

const alone = (term: string): SearchRule => {
  const key = termKey(term)
  return { key, term, head: key, pins: [], hidden: false }
}

/** The group with this term in it. */
const withTerm = (group: readonly SearchRule[], term: string): readonly SearchRule[] =>
  group.some(({ key }) => key === termKey(term)) ? group : [...group, alone(term)]

/** Gives the head of the group these decisions, and the others none of their own. */
const decided = (group: readonly SearchRule[], decision: Partial<Pick<SearchRule, 'pins' | 'hidden'>>) => {
  const nothing = { ...(decision.pins && { pins: [] }), ...(decision.hidden !== undefined && { hidden: false }) }
  return group.map((rule) => ({ ...rule, ...(rule.key === rule.head ? decision : nothing) }))
}

export const pinned = (group: readonly SearchRule[], term: string, pins: string[]): SearchRule[] =>
  decided(withTerm(group, term), { pins })

export const hidden = (group: readonly SearchRule[], term: string, isHidden: boolean): SearchRule[] =>
  decided(withTerm(group, term), { hidden: isHidden })

/** Both groups as one, with the main term of the first. Each row keeps its pins, so that it can leave with them. */
export function joined(
  [group, term]: readonly [readonly SearchRule[], string],
  [others, synonym]: readonly [readonly SearchRule[], string],
): SearchRule[] {
  const all = withTerm(group, term)
  return [...all, ...withTerm(others, synonym).map((rule) => ({ ...rule, head: all[0]!.head }))]
}

/** The term by itself again. A group that loses its main term goes on under the next one. */
export function separated(group: readonly SearchRule[], term: string): SearchRule[] {
  const key = termKey(term)
  const rest = group.filter((rule) => rule.key !== key).toSorted((a, b) => (a.term < b.term ? -1 : 1))
  const head = rest.find((rule) => rule.key === rule.head) ?? rest[0]
  return group.map((rule) => ({ ...rule, head: rule.key === key ? key : head!.key }))
}

/** Rows that say something: others need not be stored. */
export const telling = (rules: readonly SearchRule[]): SearchRule[] =>
  rules.filter(
    ({ key, head, pins, hidden: isHidden }) =>
      isHidden || pins.length > 0 || rules.filter((rule) => rule.head === head).length > 1 || key !== head,
  )
