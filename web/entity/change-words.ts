/** A field of one side of a change, in words: its label, and its value with a line for each part. */
export type WordedField = { key: string; label: string; words: string }

/** One side of a change; `rest` is what the owner says nothing about. */
export type WordedSide = { fields: readonly WordedField[]; rest: unknown }

/**
 * How the feature that owns an item says what an event of the audit log recorded of it. A hook.
 * @param nameOf the name of what an id refers to
 * @returns words for what is recorded of before or of after, in any shape that was ever recorded
 */
export type UseChangeWords = (nameOf: (id: string) => string) => (side: unknown) => WordedSide
