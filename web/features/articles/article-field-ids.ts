import { writingLines } from './article-field-labels.ts'
import { fieldNames, type FieldName } from './article-fields.ts'

/** The id of a line's field, to move the focus to it. */
export const lineId = (name: FieldName): string => `article-${name}`

/** What is wrong with the text is said below it. */
export const TEXT_FAULT = 'article-text-fault'

/** The first of these fields, in the order of the form. */
export const firstField = (faults: Partial<Record<FieldName, unknown>>): FieldName | undefined =>
  fieldNames.find((name) => faults[name])

/** Where it is said what is wrong with a field. */
export function faultId(name: FieldName): string {
  if (name === 'body') return TEXT_FAULT
  return writingLines.some((line) => line.name === name) ? lineId(name) : `article-field-${name}`
}
