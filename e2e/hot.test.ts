import { expectNoAxeFindings } from './support/accessibility.ts'
import { countReaders } from './support/count-readers.ts'
import { openSite, READER } from './support/outside-site.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'hot' })

test('readers of another site are counted by the script, and an editor sees why, pins and unpins', async ({
  page,
  browser,
  desk,
  server,
}) => {
  const story = await desk.createArticle({ status: 'published', title: 'The bridge is closed' })
  const site = await openSite(
    () => `<!doctype html><title>Site</title><p>${story.title}</p>
      <script defer src="${server.url}/content/v1/beacon.js" data-article="${story.id}"></script>`,
  )
  await signIn(page, desk, 'editor')
  await page.goto('/jCore/hot')
  await screenIsThere(page, 'Hot')
  await expect(page.getByText('No readers counted yet')).toBeVisible()
  await expectNoAxeFindings(page, 'hot, empty')

  const read = async (agent: string, dnt = false) => {
    const context = await browser.newContext({ userAgent: agent, extraHTTPHeaders: dnt ? { DNT: '1' } : {} })
    if (dnt) await context.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }))
    const reader = await context.newPage()
    const sent: number[] = []
    const refused: string[] = []
    reader.on('requestfailed', (request) => refused.push(request.url()))
    reader.on('response', (reply) => {
      if (reply.url().endsWith('/content/v1/events') && reply.request().method() === 'POST') sent.push(reply.status())
    })
    await reader.goto(site.url)
    return { reader, context, sent, refused }
  }
  // Its origin is not known yet: the browser does not even send it.
  const early = await read(READER)
  await expect
    .poll(() => early.reader.evaluate(() => performance.getEntriesByType('resource').length))
    .toBeGreaterThan(0)
  await early.context.close()

  await desk.api('PATCH', '/api/settings', { site: { articleUrl: `${site.url}/{slug}` } })
  // Known to every process within two seconds.
  await expect(async () => {
    const ask = await fetch(`${server.url}/content/v1/hot`, { headers: { origin: site.url } })
    expect(ask.headers.get('access-control-allow-origin')).toBe(site.url)
  }).toPass()

  for (const version of [1, 2, 3]) {
    const { context, sent } = await read(`${READER} Reader/${version}`)
    await expect.poll(() => sent).toEqual([202])
    await context.close()
  }
  const silent = await read(`${READER} Reader/4`, true)
  expect(await silent.reader.evaluate(() => 'copydesk' in window)).toBe(true)
  await silent.context.close()

  const row = page.getByRole('row').filter({ hasText: 'The bridge is closed' })
  await countReaders(server)
  // The screen notices by itself, at the latest a minute later: the readers so far, where they were counted in between, and then all.
  await expect(row.getByRole('cell').nth(3)).toHaveText('3', { timeout: 120_000 })
  await expectNoAxeFindings(page, 'hot, filled')
  await row.getByRole('button', { name: /why “The bridge is closed” is here/ }).click()
  await expect(page.getByRole('dialog')).toContainText('no earlier week to compare with')
  await expectNoAxeFindings(page, 'hot, why')
  await page.keyboard.press('Escape')

  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Pin…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(row.getByLabel('Pinned')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByLabel('Pinned')).toHaveCount(0)
  const hot = await (await fetch(`${server.url}/content/v1/hot`)).json()
  expect((hot as { items: { title: string }[] }).items.map(({ title }) => title)).toEqual(['The bridge is closed'])
  site.server.close()
})
