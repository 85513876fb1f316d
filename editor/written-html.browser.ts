import { expect, test } from 'vitest'
import { roundTrip } from './testing/open-editor.ts'
import { writtenHtml } from './testing/written-html.ts'

test.each(writtenHtml)('%s: this is how the editor writes it', (_, html) => {
  expect(roundTrip(html)).toBe(html)
})
