import { i18n } from '@lingui/core'
import { listFormat } from './formats.ts'

/** Names in a row as the language writes them: “a, b”, “甲、乙”. */
export const listed = (names: readonly string[], locale: string = i18n.locale || 'en'): string =>
  listFormat(locale, { style: 'narrow' }).format(names)
