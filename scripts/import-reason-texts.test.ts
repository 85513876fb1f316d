import { expect, it } from 'vitest'
import { importReasonValues, type ImportReason, type ImportReasonCode, sayReason } from '#contract/import-reasons.ts'
import { reasonTexts } from './import-reason-texts.ts'

it.each(Object.entries(importReasonValues))(
  '%s is said in words, with all its values',
  (code, names: readonly string[]) => {
    const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
    const said = sayReason(reasonTexts, { code: code as ImportReasonCode, values })
    expect(said).toMatch(/^\S.*\S$/)
    for (const value of Object.values(values)) expect(said).toContain(value)
  },
)

it('a report with a value too few is still said', () => {
  const reason: ImportReason = { code: 'no_category', values: {} }
  expect(sayReason(reasonTexts, reason)).toBe('it had no category: put into ')
})
