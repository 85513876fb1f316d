import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BulkReview } from '#contract/article-bulk.ts'
import { httpClient } from '../../api/http-client.ts'
import { plannedWords } from '../../ui/relative-time.tsx'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import type { BulkTarget } from './article-bulk-run.ts'
import { ArticleReviewDialog } from './article-review-dialog.tsx'
import { isReviewed, type Review } from './article-reviewed.ts'

const id = '0198c0de-0000-7000-8000-000000000001'

type Item = BulkReview['items'][number]

/** The dialog over one article, or several. @returns what is run when it is confirmed */
function openDialog(review: Review, given: Partial<Item> | readonly Partial<Item>[], all?: BulkReview['all']) {
  const ran: [string, BulkTarget][] = []
  httpClient.defaults.adapter = async (config) => {
    const shown = {
      id,
      version: 3,
      title: 'Harbour',
      slug: 'harbour',
      liveSlug: null,
      missing: [],
      ok: true,
      code: null,
    }
    const items = [given].flat().map((item) => ({ ...shown, state: 'draft', ...item }))
    const data = config.url?.endsWith('/review') ? { items, all } : {}
    return { data, status: 200, statusText: '', headers: {}, config }
  }
  showScreen(
    <QueryClientProvider client={new QueryClient()}>
      <ArticleReviewDialog
        {...review}
        run={async (action, target) => Boolean(ran.push([action, target]))}
        onClose={() => {}}
      />
    </QueryClientProvider>,
  )
  return ran
}

test('changing the time of a scheduled article begins with the time it has', async () => {
  const publishAt = '2031-05-06T07:08:00.000Z'
  openDialog({ action: 'schedule', target: { rows: [{ id, status: 'scheduled', publishAt }] } }, { state: 'scheduled' })
  await expect.element(page.getByText(/May 6, 2031/).first()).toBeVisible()
})

test('moving what readers see to the trash says that they will miss it, and what restoring makes of it', async () => {
  const ran = openDialog(
    { action: 'trash', target: { rows: [{ id, status: 'published' }] } },
    { state: 'published', liveSlug: 'harbour' },
  )
  const dialog = page.getByRole('dialog', { name: 'Move “Harbour” to the trash?' })
  await expect.element(dialog.getByText(/readers will no longer find what they find now/)).toBeVisible()
  await expect.element(dialog.getByText(/restored for 30 days: as draft, not public/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect.poll(() => ran).toMatchObject([['trash', { reviewed: [{ id, version: 3 }] }]])
})

test('two long lists leave the buttons in sight', async () => {
  await page.viewport(1280, 800)
  const seen = Array.from({ length: 40 }, (_, n) => ({ id: `${id.slice(0, -2)}${n + 10}`, liveSlug: `harbour-${n}` }))
  const unseen = Array.from({ length: 40 }, (_, n) => ({ id: `${id.slice(0, -2)}${n + 50}` }))
  const ready = [...seen, ...unseen].map((one) => ({ id: one.id, version: 3 }))
  openDialog({ action: 'trash', target: { filter: {}, count: 80 } }, [...seen, ...unseen], {
    ready,
    public: 40,
    refused: [],
  })
  const lists = page.getByRole('dialog').getByRole('list')
  await expect.poll(() => lists.elements().length).toBe(2)
  await expect.element(page.getByRole('button', { name: 'Move 80 articles to the trash' })).toBeInViewport({ ratio: 1 })
})

test('of thousands the first are listed, the others counted, and all that are possible are done as they were seen', async () => {
  const ready = Array.from({ length: 5990 }, (_, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    version: 3,
  }))
  const refused = [{ code: 'illegal_transition' as const, articles: 10 }]
  const all = { ready, public: 4200, refused }
  const ran = openDialog(
    { action: 'archive', target: { filter: {}, count: 6000 } },
    { state: 'published', liveSlug: 'harbour' },
    all,
  )
  const dialog = page.getByRole('dialog', { name: 'Archive 5,990 articles?' })
  await expect.element(dialog.getByText('Readers find 4,200 of them now. The first one is listed.')).toBeVisible()
  const left = dialog.getByRole('list', { name: '10 articles stay as they are' })
  await expect.element(left.getByText(/^This is not possible in the current state/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Archive 5,990 articles' }).click()
  await expect.poll(() => ran).toEqual([['archive', { reviewed: ready }]])
})

const list = (status: 'scheduled' | 'published') => ({ rows: [{ id, status }] })

test('a scheduled article that readers never saw goes back to draft with what is true of it', async () => {
  openDialog({ action: 'unpublish', target: list('scheduled') }, { state: 'scheduled' })
  await expect.element(page.getByText('Becomes a draft; it will not be published at the planned time')).toBeVisible()
  await expect.element(page.getByText(/readers will no longer find/)).not.toBeInTheDocument()
})

test('a published one goes back to draft with the warning that readers will miss it', async () => {
  openDialog({ action: 'unpublish', target: list('published') }, { state: 'published', liveSlug: 'harbour' })
  await expect.element(page.getByText(/readers will no longer find what they find now/)).toBeVisible()
})

test('drafts go to the trash without a question', () => {
  const rows = (...statuses: ('draft' | 'published')[]) => ({ rows: statuses.map((status) => ({ id, status })) })
  expect(isReviewed('trash', rows('draft'))).toBe(false)
  expect(isReviewed('trash', rows('draft', 'published'))).toBe(true)
  expect(isReviewed('trash', { filter: { status: 'draft' }, count: 9 })).toBe(false)
  expect(isReviewed('trash', { filter: {}, count: 9 })).toBe(true)
  expect(isReviewed('publish', rows('draft'))).toBe(true)
})

test('a planned time in another year is told to the minute', () => {
  const words = plannedWords(new Date('2027-01-02T09:15:00Z'), new Date('2026-11-22T10:00:00Z'), 'en', 'UTC')
  expect(words).toBe('Jan 2, 2027 9:15 AM')
})
