import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AuditChanges } from '../audit/audit-changes.tsx'
import { useSearchTermChangeWords } from './search-term-change-words.ts'

const [ferries, bridges] = ['a', 'b'].map((one) => `00000000-0000-7000-8000-00000000000${one}`) as [string, string]
const rule = (term: string, more: object = {}) => ({ key: term, term, head: term, pins: [], hidden: false, ...more })
const show = (before: unknown, after: unknown) =>
  showScreen(
    <AuditChanges
      before={before}
      after={after}
      names={{ [ferries]: 'The last ferry', [bridges]: 'Bridges' }}
      useWords={useSearchTermChangeWords}
    />,
  )
/** Each field that the log shows, with its lines. */
const fields = () =>
  page
    .getByRole('group')
    .elements()
    .map((group) => [
      group.getAttribute('aria-label'),
      ...[...group.querySelectorAll('p')].map((line) => line.textContent?.replace(/^(Before|After):/, '$1: ')),
    ])

test('the audit log names the articles that were pinned to a term', async () => {
  show([rule('ferry', { pins: [bridges] })], [rule('ferry', { pins: [ferries, bridges] })])
  await expect.poll(fields).toEqual([['Pinned articles', 'After: The last ferry', 'Bridges']])
})

test('a term that had no decision before, and one that is hidden', async () => {
  const { close } = show([], [rule('ferry', { pins: [ferries] })])
  await expect.poll(fields).toEqual([['Pinned articles', 'Before: –', 'After: The last ferry']])
  close()
  show([rule('ferry', { pins: [ferries] })], [rule('ferry', { pins: [ferries], hidden: true })])
  await expect.poll(fields).toEqual([['Hidden', 'Before: No', 'After: Yes']])
})

test('synonyms are shown together, the main term first, and a line of several terms says whose it is', async () => {
  show(
    [rule('ferry', { pins: [ferries] }), rule('ship', { pins: [bridges] })],
    [rule('ferry', { pins: [ferries] }), rule('ship', { head: 'ferry', pins: [bridges] })],
  )
  await expect.poll(fields).toEqual([
    ['Synonyms', 'Before: –', 'After: ferry, ship'],
    ['Pinned articles', 'Before: ferry: The last ferry', 'Before: ship: Bridges', 'After: The last ferry'],
  ])
})
