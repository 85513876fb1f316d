import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyArticleFields } from '#contract/article-fields.ts'
import type { Article } from '#contract/articles.ts'
import { queryClient } from '../../api/query-client.ts'
import { TimeZoneContext } from '../../ui/time-zone.ts'
import { showScreen } from '../../ui/testing/show-screen.tsx'
import { ArticleFormContext } from './article-form-context.ts'
import { ScheduleDialog } from './article-schedule-dialog.tsx'
import { formWithoutServer } from './testing/article-form.ts'

function openDialog(fields: Partial<Article>, jumpTo = (_id: string) => {}) {
  const sent: object[] = []
  const article = { ...emptyArticleFields, id: '0198c0de-0000-7000-8000-000000000001', title: 'Bridge', ...fields }
  showScreen(
    <QueryClientProvider client={queryClient}>
      <TimeZoneContext value="UTC">
        <ArticleFormContext value={formWithoutServer(article as Article)}>
          <ScheduleDialog
            run={async (_action, body) => (sent.push(body as object), true)}
            jumpTo={jumpTo}
            onClose={() => undefined}
          />
        </ArticleFormContext>
      </TimeZoneContext>
    </QueryClientProvider>,
  )
  return sent
}

test('the dialog of a scheduled article names the time it has now', async () => {
  openDialog({ status: 'scheduled', publishAt: '2099-07-01T08:30:00.000Z' })
  await expect.element(page.getByRole('dialog', { name: 'Change the time of “Bridge”' })).toBeVisible()
  await expect.element(page.getByText(/It is scheduled for .*2099.*8:30 AM/)).toBeVisible()
})

test('tomorrow morning is one click, on the clocks of the person', async () => {
  const sent = openDialog({ status: 'draft' })
  const morning = new Date(Date.now() + 24 * 3_600_000)
  morning.setUTCHours(9, 0, 0, 0)
  await page.getByRole('button', { name: 'Tomorrow 9:00 AM' }).click()
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect.poll(() => sent).toEqual([{ publishAt: morning.toISOString() }])
})

test('what is worth checking before it goes out is said here too, and leads there', async () => {
  const jumps: string[] = []
  const body = '<p>Look:</p><figure><img src="/media/boat.jpg" alt=""><figcaption>Boat</figcaption></figure>'
  openDialog({ status: 'draft', body }, (id) => jumps.push(id))
  await expect.element(page.getByText('Worth checking: 1')).toBeVisible()
  await page.getByRole('button', { name: /Boat/ }).click()
  await expect.poll(() => jumps).toHaveLength(1)
})
