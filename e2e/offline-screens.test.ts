import { expect, test } from './support/test.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'

// What is fetched only later must not be there yet.
test.use({ keepsCache: false })

test('a screen whose code and a list whose rows failed offline come by themselves when the network is back', async ({
  page,
  context,
  desk,
}) => {
  await signIn(page, desk)
  await desk.createArticle({ title: 'There after all' })
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await context.setOffline(true)
  // Its code was never loaded.
  await page.getByRole('link', { name: 'Tags' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible()
  await context.setOffline(false)
  await screenIsThere(page, 'Tags')
  // Its code is there, its rows are not.
  await page.getByRole('link', { name: 'Articles' }).first().click()
  await context.setOffline(true)
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('after all')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 60_000 })
  await context.setOffline(false)
  await expect(page.getByRole('row', { name: /There after all/ })).toBeVisible()
})

test('a screen that could not be loaded offline looks as it should when the network is back', async ({
  page,
  context,
  desk,
}) => {
  await desk.api('POST', '/api/ads', { name: 'Autumn offer', advertiser: 'Globex' })
  await signIn(page, desk)
  await page.goto('/jCore/article')
  await screenIsThere(page, 'Articles')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Ads' }).click()
  await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible()
  await context.setOffline(false)
  const row = page.getByRole('row', { name: /Autumn offer/ })
  await expect(row).toBeVisible()
  const [name, advertiser] = await Promise.all(
    ['Autumn offer', 'Globex'].map((text) => row.getByText(text, { exact: true }).boundingBox()),
  )
  expect(advertiser?.y, 'the advertiser is below the name').toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1)
})

test('figures stay when the code of their chart cannot be loaded, and are drawn when they are opened again', async ({
  page,
  desk,
}) => {
  const ad = await desk.api('POST', '/api/ads', { name: 'Winter offer' })
  await signIn(page, desk)
  await page.route('**/assets/day-chart-plot-*', (route) => route.abort())
  await page.goto(`/jCore/adManage/${ad.id}`)
  await screenIsThere(page, 'Winter offer')
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await expect(
    page.getByText(
      'This could not be loaded. Check the connection, then try again. If a newer version of Copydesk was installed meanwhile, load the page again.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Figures as a table')).toBeVisible()
  await page.unroute('**/assets/day-chart-plot-*')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await expect(page.locator('figure canvas')).toBeVisible()
})
