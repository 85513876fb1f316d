import { expect, test } from 'vitest'
import { unwrappedTexts } from './unwrapped-texts.ts'

const textsIn = (jsx: string) =>
  unwrappedTexts(`import { Trans, useLingui } from '@lingui/react/macro'\nexport const X = () => ${jsx}`, 'x.tsx').map(
    ({ text }) => text,
  )

test.each([
  ['<p>Save</p>', ['Save']],
  ["<p>{'Save'}</p>", ['Save']],
  ['<p>{`Save ${name}`}</p>', ['Save']],
  ['<Button aria-label="Close" />', ['Close']],
  ['<Field searchLabel="Search" label={"Name"} />', ['Search', 'Name']],
])('finds the text that was forgotten in %s', (jsx, texts) => {
  expect(textsIn(jsx)).toEqual(texts)
})

test.each([
  '<Trans>Save <b>all</b></Trans>',
  '<Button aria-label={t`Close`}>{t`Save`}</Button>',
  '<span translate="no">Copydesk</span>',
  '<p>{count} · –</p>',
  '<Button variant="subtle" type="button" />',
])('leaves %s alone', (jsx) => {
  expect(textsIn(jsx)).toEqual([])
})

test('a Trans that is not the macro translates nothing', () => {
  expect(unwrappedTexts('export const X = () => <Trans>Save</Trans>', 'x.tsx')).toHaveLength(1)
})
