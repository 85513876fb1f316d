import { expectNoAxeFindings } from './support/accessibility.ts'
import { countReaders } from './support/count-readers.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'search-rank' })

const READER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Four readers, each with the same events. */
async function readersSend(url: string, events: readonly object[]) {
  for (let reader = 0; reader < 4; reader++) {
    const { status } = await fetch(`${url}/content/v1/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${READER} Reader/${reader}` },
      body: JSON.stringify({ events }),
    })
    expect(status).toBe(202)
  }
}

test('an editor sees a gap, starts a draft from it, groups synonyms, pins, hides and reverts both', async ({
  page,
  desk,
  server,
}) => {
  const story = await desk.createArticle({ status: 'published', title: 'The bridge is closed' })
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/search-rank')
  await screenIsThere(page, 'Search ranking')
  await expect(page.getByText('No readers counted yet')).toBeVisible()
  await expectNoAxeFindings(page, 'search ranking, empty')

  await readersSend(server.url, [
    { type: 'search', term: 'night ferry', results: 0 },
    { type: 'search', term: 'Night-Ferries', results: 0 },
    { type: 'search', term: 'bridge', results: 12 },
    { type: 'searchClick', term: 'bridge', article: story.id, position: 9 },
    { type: 'search', term: 'crossing', results: 12 },
  ])

  await countReaders(server)
  // The screen notices by itself, at the latest a minute later.
  const table = page.getByRole('table', { name: 'Search ranking' })
  const row = (term: string) => table.getByRole('row').filter({ hasText: term })
  await expect(row('night ferry')).toBeVisible({ timeout: 120_000 })
  await expect(row('night ferry').getByRole('cell').nth(0)).toContainText('also')
  await expectNoAxeFindings(page, 'search ranking')

  const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  await view('No results').click()
  await expect(row('night ferry')).toContainText('8 of 8 searches found nothing')
  await view('Low position').click()
  await expect(row('bridge')).toContainText('4 clicks, on average at position 9.0')
  await view('No clicks').click()
  await expect(row('crossing')).toContainText('0 of 4 readers opened a result')

  await row('crossing').getByRole('link').click()
  const panel = page.getByRole('dialog', { name: '“crossing”' })
  await expect(panel.getByText('Searches for “crossing” by day')).toHaveCount(0)
  await panel.getByText('Figures as a table').click()
  await expect(panel.getByRole('rowheader')).toHaveCount(30)
  await expectNoAxeFindings(page, 'search ranking, a term')
  await panel.getByRole('textbox', { name: 'New synonym' }).fill('bridge')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“bridge” is a synonym of “crossing”')).toBeVisible()
  await expect(panel.getByText('Counted together with: bridge')).toBeVisible()
  await expect(panel.getByRole('rowheader', { name: 'The bridge is closed' })).toBeVisible()
  await panel.getByRole('combobox', { name: 'Pinned articles' }).fill('bridge')
  await page.getByRole('option', { name: /The bridge is closed/ }).click()
  await expect(page.getByText('Pinned articles of “crossing” saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // Together they have clicks: the term has left this tab, and both are one row at the top.
  await expect(row('crossing')).toHaveCount(0)
  await view('Top').click()
  await expect(row('crossing')).toContainText('also bridge')
  await row('crossing').hover()
  await row('crossing')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  await expect(row('crossing')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row('crossing')).toBeVisible()

  await view('No results').click()
  const kept = await table.elementHandle()
  await row('night ferry').hover()
  await row('night ferry').getByRole('button', { name: 'Start a draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Night ferry')

  // Kept: the very same table is shown again, in the same view.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Search ranking' }).click()
  await screenIsThere(page, 'Search ranking')
  await expect(page).toHaveURL(/tab=no-results/)
  expect(await kept!.evaluate((element) => element.checkVisibility())).toBe(true)
})

test('the ranking is read on a phone and by keyboard, and a viewer decides nothing', async ({ page, desk }) => {
  await signIn(page, desk, 'viewer')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/jCore/search-rank?term=bridge')
  await expect(page.getByRole('dialog')).toContainText('Only administrators and editors decide about search terms.')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'New synonym' })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await screenIsThere(page, 'Search ranking')
  await expect(page).not.toHaveURL(/term=/)
})

test('the ranking is worked with by keyboard alone, in the dark theme and in Chinese', async ({
  page,
  desk,
  server,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await readersSend(server.url, [
    { type: 'search', term: 'lantern parade', results: 0 },
    { type: 'search', term: '灯会', results: 3 },
  ])
  await countReaders(server)
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/search-rank')
  const row = (term: string) => page.getByRole('table').getByRole('row').filter({ hasText: term })
  await expect(row('lantern parade')).toBeVisible()
  await expect(row('灯会')).toBeVisible()
  await expectNoAxeFindings(page, 'search ranking, dark')

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search these terms' })).toBeFocused()
  await page.keyboard.type('lantern')
  await expect(row('灯会')).toHaveCount(0)
  // The first clears the field, the second leaves it.
  await page.keyboard.press('Escape')
  await expect(row('灯会')).toBeVisible()
  await page.keyboard.press('Escape')
  const isReached = () => row('lantern parade').evaluate((element) => element.contains(document.activeElement))
  for (let steps = 0; steps < 6 && !(await isReached()); steps++) await page.keyboard.press('j')
  await page.keyboard.press('e')
  const panel = page.getByRole('dialog', { name: '“lantern parade”' })
  await expect(panel).toBeVisible()
  await expectNoAxeFindings(page, 'search ranking, a term, dark')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'No results' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=no-results/)
  await expect(row('lantern parade')).toContainText('4 of 4 searches found nothing')

  await page.evaluate(() => localStorage.setItem('copydesk.locale', 'zh-CN'))
  await page.reload()
  await expect(page.getByRole('heading', { name: '搜索排行' })).toBeVisible()
  await expect(row('lantern parade')).toContainText('4 次搜索中有 4 次没有结果')
  await expectNoAxeFindings(page, 'search ranking, Chinese, dark')
})
