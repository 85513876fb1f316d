/** The first save of a new item, of which no answer came: it is sent again as it was, so that there is one item. */
export type FirstSave<Fields> = { key: string; fields: Partial<Fields> }

/** A draft as this browser keeps it. */
export type StoredDraft<Fields> = {
  /** What was typed and has not reached the server. */
  fields: Partial<Fields>
  /** What the server said about these fields when they were typed. Older copies of articles have only `version`. */
  base?: Partial<Fields>
  /** Version of the item when the text was typed. */
  version?: number
  /** Texts of an even earlier visit for fields that were typed again since; the person has not chosen yet. */
  aside?: Partial<Fields>
  /** Of a new item. */
  first?: FirstSave<Fields>
  /** When it was typed, ISO 8601. */
  at: string
}

/**
 * What several tabs kept of one item, newest first, as one draft: of a field that two of them have differently, the older text
 * is set aside, to be asked about.
 * @returns `left`: those with a third text of a field, which wait for the next time
 */
export function combineDrafts<Fields>([newest, ...older]: readonly [StoredDraft<Fields>, ...StoredDraft<Fields>[]]) {
  const fields: Partial<Fields> = { ...newest.fields }
  const base: Partial<Fields> = { ...newest.base }
  let { first } = newest
  const aside: Partial<Fields> = { ...newest.aside }
  const left: StoredDraft<Fields>[] = []
  for (const copy of older) {
    const texts = { ...copy.aside, ...copy.fields } as Partial<Fields>
    const names = Object.keys(texts) as (keyof Fields)[]
    const isNews = (name: keyof Fields) => name in fields && !sameValue(fields[name], texts[name])
    const isSetAside = (name: keyof Fields) =>
      copy.aside !== undefined && name in copy.aside && !sameValue(copy.aside[name], texts[name])
    const isThird = (name: keyof Fields) =>
      isSetAside(name) || (isNews(name) && name in aside && !sameValue(aside[name], texts[name]))
    if (names.some(isThird)) {
      left.push(copy)
      continue
    }
    first ??= copy.first
    for (const name of names) {
      if (isNews(name)) aside[name] = texts[name]!
      if (name in fields) continue
      fields[name] = texts[name]!
      if (copy.base && name in copy.base) base[name] = copy.base[name]!
    }
  }
  const draft: StoredDraft<Fields> = {
    ...newest,
    fields,
    ...(newest.base && { base }),
    ...(first && { first }),
    ...(Object.keys(aside).length > 0 && { aside }),
  }
  return { draft, left }
}

/** The state both people started from: `sent` as this screen shows it, `stored` as the server keeps it (trimmed, sanitised). */
export type MergeBase<Fields> = { sent: Fields; stored: Fields }

/** Equal as JSON values; the order of an object's keys does not matter. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a) as (keyof typeof a)[]
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && sameValue(a[key], b[key]))
}

export const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]

/** The names of the fields that both have and in which they differ. */
export const differing = <Fields extends object>(one: Partial<Fields>, other: Partial<Fields>): (keyof Fields)[] =>
  (namesOf(one) as (keyof Fields)[]).filter((name) => name in other && !sameValue(one[name], other[name]))

/** Only the named fields. */
export const pick = <Fields extends object>(
  fields: Partial<Fields>,
  names: readonly (keyof Fields)[],
): Partial<Fields> =>
  Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name]]] : []))) as Partial<Fields>

/**
 * Merges a field that both changed: both sides with all that does not collide; equal when nothing does. `base` is what they
 * began with and what only the other one changed since: from it, both sides can be merged once more. Undefined: the field can
 * only be chosen as a whole.
 */
export type FieldMerger<Value> = (
  base: MergeBase<Value>,
  mine: Value,
  theirs: Value,
) => { mine: Value; theirs: Value; base: MergeBase<Value> } | undefined
export type FieldMergers<Fields> = { [Name in keyof Fields]?: FieldMerger<Fields[Name]> }

/**
 * What to do when someone else saved in between. `mine` is on this screen, `theirs` is on the server now. Fields that
 * only they changed are taken over; fields that both changed differently are merged where there is a merger, else left to the
 * person, with `offered` as the other side and `question` as the base of each. With the new base, only my own changes count as
 * unsaved.
 */
export function mergeFields<Fields extends object>(
  base: MergeBase<Fields>,
  mine: Fields,
  theirs: Fields,
  mergers: FieldMergers<Fields> = {},
) {
  const merged = { ...mine }
  const offered = { ...theirs }
  const sent = { ...base.sent }
  const takenOver: (keyof Fields)[] = []
  const conflicts: (keyof Fields)[] = []
  const question: MergeBase<Partial<Fields>> = { sent: {}, stored: {} }
  for (const name of differing<Fields>(theirs, base.stored)) {
    sent[name] = theirs[name]
    if (sameValue(mine[name], theirs[name])) continue
    if (sameValue(base.sent[name], mine[name])) {
      merged[name] = theirs[name]
      takenOver.push(name)
      continue
    }
    const began = { sent: base.sent[name], stored: base.stored[name] }
    const sides = mergers[name]?.(began, mine[name], theirs[name])
    if (sides) [merged[name], offered[name]] = [sides.mine, sides.theirs]
    if (sides && sameValue(sides.mine, sides.theirs)) takenOver.push(name)
    else {
      conflicts.push(name)
      const { sent: asTyped, stored } = sides?.base ?? began
      question.sent[name] = asTyped
      question.stored[name] = stored
    }
  }
  return { merged, base: { sent, stored: theirs }, takenOver, conflicts, offered, question }
}

type Now<Fields> = {
  /** As the server has it. */
  stored: Fields
  /** As this screen shows it. */
  fields: Fields
  /** Undefined for a new item. */
  version: number | undefined
}

/**
 * What a kept draft means now. `fields`: what goes back onto the screen. `conflicts`: those of them that someone else
 * changed since; `offered`: the other side of those that were merged; `question`: the base of each, as far as it is known. `typed`: kept texts of fields in which something else was typed before the draft was read.
 */
export function restoreFields<Fields extends object>(
  draft: StoredDraft<Fields>,
  now: Now<Fields>,
  mergers: FieldMergers<Fields> = {},
) {
  const fields: Partial<Fields> = {}
  const conflicts: (keyof Fields)[] = []
  const offered: Partial<Fields> = {}
  const question: MergeBase<Partial<Fields>> = { sent: {}, stored: {} }
  const typed: Partial<Fields> = pick(draft.aside ?? {}, differing<Fields>(draft.aside ?? {}, now.fields))
  const sameVersion = draft.version === now.version
  for (const name of differing<Fields>(draft.fields, now.fields)) {
    if (!sameValue(now.fields[name], now.stored[name])) {
      typed[name] = draft.fields[name]!
      continue
    }
    fields[name] = draft.fields[name]!
    const base = draft.base && name in draft.base ? draft.base[name]! : undefined
    if (base === undefined ? sameVersion : sameValue(base, now.stored[name])) continue
    const sides =
      base === undefined
        ? undefined
        : mergers[name]?.({ sent: base, stored: base }, draft.fields[name]!, now.stored[name])
    if (sides) [fields[name], offered[name]] = [sides.mine, sides.theirs]
    if (sides && sameValue(sides.mine, sides.theirs)) continue
    conflicts.push(name)
    if (base === undefined) continue
    const began = sides?.base ?? { sent: base, stored: base }
    question.sent[name] = began.sent
    question.stored[name] = began.stored
  }
  return { fields, conflicts, offered, question, typed }
}
