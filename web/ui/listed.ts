import { listFormat } from './formats.ts'

/** Names in a row as the language writes them: “a, b”, “甲、乙”. */
export const listed = (names: readonly string[], locale: string) =>
  listFormat(locale, { style: 'narrow' }).format(names)
