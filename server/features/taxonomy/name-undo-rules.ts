import { mergedNouns, type MergedNoun } from './merge-rules.ts'

/** `stay`: what went in the same step and does not come back now. */
export type NameStep = {
  id: string
  noun: MergedNoun
  target: string | null
  back: readonly string[]
  stay: readonly string[]
}

/** The parts of an article that a step of this noun changes: as its editors see it, and as its readers do. */
export const articleParts = (noun: MergedNoun): [string, string] => {
  const { field } = mergedNouns[noun]
  return [field, `live ${field}`]
}
