import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { useActionText } from './audit-texts.ts'

type Details = Parameters<ReturnType<typeof useActionText>>[0]['details']

function Sentence({ details }: { details: Details }) {
  const actionText = useActionText()
  return <p>{actionText({ action: 'pin', type: 'searchTerm', title: 'harbour', details })}</p>
}

function ReturnSentence({ stateBefore }: { stateBefore: string }) {
  const actionText = useActionText()
  return <p>{actionText({ action: 'return', type: 'article', title: 'Bridges', details: { stateBefore } })}</p>
}

test.each<[string, Details]>([
  ['Pinned to search term “harbour”: article “Piers”', { pinned: 'Piers', pinnedCount: 1, unpinnedCount: 0 }],
  [
    'Pinned to search term “harbour”: article “Piers” and 2 more',
    { pinned: 'Piers', pinnedCount: 3, unpinnedCount: 0 },
  ],
  ['Unpinned from search term “harbour”: 2 articles', { pinnedCount: 0, unpinnedCount: 2 }],
  [
    'Pinned to search term “harbour”: article “Piers”; unpinned: article “Quays”',
    { pinned: 'Piers', pinnedCount: 1, unpinned: 'Quays', unpinnedCount: 1 },
  ],
  ['Reordered the articles pinned to search term “harbour”', { pinnedCount: 0, unpinnedCount: 0 }],
])('%s', async (sentence, details) => {
  showScreen(<Sentence details={details} />)
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
})

test('who takes a scheduled article back to draft cancelled its schedule, and returned nothing', async () => {
  showScreen(
    <>
      <ReturnSentence stateBefore="scheduled" />
      <ReturnSentence stateBefore="in_review" />
    </>,
  )
  await expect.element(page.getByText('Cancelled the schedule of article “Bridges”', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Returned article “Bridges”', { exact: true })).toBeVisible()
})
