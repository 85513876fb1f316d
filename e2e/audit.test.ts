import { readFile } from 'node:fs/promises'
import { expectNoAxeFindings, expectNoSidewaysScroll } from './support/accessibility.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'audit' })

test('an administrator looks up who changed what, checks the log and saves it', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.goto('/jCore/tag/add')
  await page.getByRole('textbox', { name: 'Name' }).fill('Rivers')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/jCore\/tag\/[\da-f-]{36}/)

  await page.goto('/jCore/audit')
  await screenIsThere(page, 'Audit')
  const event = page.getByRole('link', { name: 'Created tag “Rivers”' })
  await expect(event).toBeVisible()
  await expect(page.getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
  await expectNoAxeFindings(page, 'audit')

  await event.click()
  const panel = page.getByRole('dialog', { name: 'Created tag “Rivers”' })
  await expect(panel.getByRole('link', { name: 'Rivers' })).toBeVisible()
  await expectNoAxeFindings(page, 'audit, an event')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Checked: the log is intact')).toBeVisible()
  await expect(page.getByText(/^Intact, checked/)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search items and people' }).fill('river')
  await expect(page.getByRole('link', { name: 'Signed in' })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file).toContain('create,tag,Rivers')

  await page.getByRole('searchbox', { name: 'Search items and people' }).fill('')
  await page.getByRole('link', { name: 'Sign-ins' }).click()
  await expect(page.getByRole('link', { name: 'Signed in' }).first()).toBeVisible()
  await expect(event).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'audit')
})

test('a change of an ad and a decision about a search term are told in their own words', async ({ page, desk }) => {
  const ad = await desk.api<{ id: string; version: number }>('POST', '/api/ads', { name: 'Winter fair' })
  const creatives = [{ kind: 'text', title: 'Open until eight', text: '' }]
  await desk.api('PATCH', `/api/ads/${ad.id}`, { version: ad.version, creatives })
  await desk.api('POST', '/api/search-rank/synonyms', { term: 'ferry', synonym: 'boat' })
  await signIn(page, desk)
  await page.goto('/jCore/audit')
  await page.getByRole('link', { name: 'Saved ad “Winter fair”' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('group', { name: 'Creatives' })).toContainText('Text: Open until eight')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Added a synonym to search term “ferry”' }).click()
  await expect(panel.getByRole('group', { name: 'Synonyms' })).toContainText('ferry, boat')
})

test('who changed a headline leads to what it was before, which is in the history of the article', async ({
  page,
  desk,
}) => {
  const article = await desk.createArticle({ title: 'Bridge opens' })
  const { id, version } = article
  await desk.api('PATCH', `/api/articles/${id}`, { version, title: 'Bridge stays closed' })
  await signIn(page, desk)
  await page.goto('/jCore/audit?q=bridge+stays')
  await page.getByRole('link', { name: /^Saved article “Bridge stays closed”/ }).click()
  const panel = page.getByRole('dialog', { name: /^Saved article/ })
  await expect(panel.getByRole('heading', { level: 2, name: 'Changed fields' })).toBeVisible()
  await expectNoAxeFindings(page, 'audit, a saved article')
  await panel.getByRole('link', { name: 'the history of the article' }).click()
  const history = page.getByRole('button', { name: 'History' })
  await expect(history).toBeFocused()
  await expect(history).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('current version')).toBeVisible()
})
