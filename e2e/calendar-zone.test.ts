import type { Article } from '#contract/articles.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// The time zone of its site is another one than that of the other journeys.
test.use({ serverNamed: 'calendar of another zone' })

test('who lives elsewhere plans in the days and times of the site, also when clocks change at home', async ({
  page,
  desk,
}) => {
  await desk.api('PATCH', '/api/settings', { general: { timeZone: 'Asia/Shanghai' } })
  const token = await signIn(page, desk, 'editor')
  const { user } = await desk.api<{ user: { version: number } }>('GET', '/api/session', undefined, token)
  await desk.api('PATCH', '/api/profile', { version: user.version, timeZone: 'America/New_York' }, token)
  // The 13th in New York, where clocks go forward on the 14th.
  const { id, version } = await desk.createArticle({ title: 'Half past midnight' })
  await desk.api('POST', `/api/articles/${id}/schedule`, { version, publishAt: '2190-03-13T16:30:00Z' })
  const day = (name: string) =>
    page.getByRole('gridcell').filter({ has: page.getByRole('heading', { name: new RegExp(`\\b${name}`) }) })
  const on = (name: string) => day(name).getByRole('link', { name: 'Half past midnight' })

  await page.goto('/jCore/calendar?day=2190-03-01')
  await screenIsThere(page, 'Calendar')
  await expect(
    page.getByText('Times of the site: Asia/Shanghai. Your own time zone is America/New_York.'),
  ).toBeVisible()
  await expect(on('14 March')).toContainText('00:30')
  await on('14 March').dragTo(day('16 March'))
  await expect(on('16 March')).toContainText('00:30')
  const message = page.getByRole('region', { name: /Messages/ })
  await expect(message).toContainText(
    '“Half past midnight” is scheduled: Tue, 16 Mar 2190, 00:30 GMT+8 (Asia/Shanghai)',
  )
  expect((await desk.api<Article>('GET', `/api/articles/${id}`)).publishAt).toBe('2190-03-15T16:30:00.000Z')
  await on('16 March').press('m')
  const dialog = page.getByRole('dialog', { name: /Change the time/ })
  await expect(dialog.getByText('Time zone: Asia/Shanghai')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Publish at' })).toHaveValue(/16 Mar 2190.*00:30/)
  await page.keyboard.press('Escape')
  await page.goto('/jCore/calendar?view=day&day=2190-03-16')
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await screenIsThere(page, 'Articles')
  await expect(page.getByRole('row', { name: /Half past midnight/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^In the calendar/ })).toContainText('16 Mar 2190 (Asia/Shanghai)')
  await page.goto(`/jCore/article/${id}`)
  await page.getByRole('link', { name: 'Show in the calendar' }).click()
  await expect(page).toHaveURL('/jCore/calendar?day=2190-03-16')
})
