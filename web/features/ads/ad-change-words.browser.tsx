import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { AuditChanges } from '../audit/audit-changes.tsx'
import { useAdChangeWords } from './ad-change-words.ts'

const [stall, tree, markets, gone] = ['a', 'b', 'c', 'd'].map((one) => `00000000-0000-7000-8000-00000000000${one}`)
const names = { [stall!]: 'stall.jpg', [tree!]: 'tree.jpg', [markets!]: 'Markets' }
const show = (before: unknown, after: unknown) =>
  showScreen(<AuditChanges before={before} after={after} names={names} useWords={useAdChangeWords} />)
const field = (name: string) => page.getByRole('group', { name, exact: true })
/** The lines of a field, with what became of each. */
const linesOf = (name: string) =>
  [...field(name).element().querySelectorAll('p')].map((line) => line.textContent?.replace(/^(Before|After):/, '$1: '))

test('the audit log shows which creatives of an ad changed, with their pictures by name and no id', async () => {
  const text = { kind: 'text', title: 'Winter fair', text: 'Open until six' }
  show(
    { creatives: [{ kind: 'image', media: stall, alt: 'A stall' }, text] },
    {
      creatives: [
        { kind: 'image', media: tree, alt: '' },
        text,
        { kind: 'html', html: `<b>Fair</b>${'x'.repeat(500)}end`, width: 300, height: 250 },
      ],
    },
  )
  await expect.element(field('Creatives')).toBeVisible()
  expect(linesOf('Creatives')).toEqual([
    'Before: Picture: stall.jpg “A stall”',
    'After: Picture: tree.jpg',
    'Text: Winter fair – Open until six',
    'After: HTML, 300 × 250 pixels:',
    `After: <b>Fair</b>${'x'.repeat(500)}end`,
  ])
})

test('goal, caps, times and the audience are said as in the form, and what is deleted as such', async () => {
  const noOne = { categories: [], tags: [], devices: [], hours: [] }
  show(
    { goal: { kind: 'none', amount: null }, frequencyCap: null, endsAt: null, targeting: noOne, pacing: 'even' },
    {
      goal: { kind: 'clicks', amount: 12_000 },
      frequencyCap: { count: 3, per: 'day' },
      endsAt: '2026-12-20T18:00',
      targeting: { ...noOne, tags: [markets, gone], hours: [8, 9] },
      pacing: 'asap',
      // Of a version that stored something else here, and what no form has.
      weight: 'heavy',
      state: 'paused',
    },
  )
  await expect.element(field('Goal')).toMatchTextContent(/None.*Clicks: 12,000/)
  await expect.element(field('Frequency cap')).toMatchTextContent(/None.*3 per day/)
  await expect.element(field('End')).toMatchTextContent(/No end.*Dec 20, 2026.*6:00/)
  await expect.element(field('Pacing')).toMatchTextContent(/Even.*As fast as possible/)
  expect(linesOf('Targeting')).toEqual([
    'Categories: –',
    'Before: Tags: –',
    'After: Tags: Markets, (deleted)',
    'Devices: –',
    'Before: Hours: –',
    'After: Hours: 08:00–10:00',
  ])
  await expect.element(field('Weight')).toMatchTextContent(/heavy/)
  await expect.element(field('Status')).toMatchTextContent(/Paused/)
})
