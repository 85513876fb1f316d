import { expect, test } from 'vitest'
import { themeStyles } from './theme-plugin.ts'

test('the style sheet has the variables of both themes and the classes of widths', () => {
  const css = themeStyles()
  expect(css).toContain('--surface-hover: #f4f3f0')
  expect(css).toMatch(/:root\[data-mantine-color-scheme="dark"\][^{]*\{[^}]*--surface-hover: #272622/)
  expect(css).toContain('.mantine-visible-from-sm')
  // Written for HTML, it would not be CSS.
  expect(css).not.toContain('&quot;')
})
