import { existsSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Article } from '#contract/articles.ts'
import type { Desk } from './support/desk.ts'
import type { RunningServer } from './support/running-server.ts'
import { goWithin, storeToken } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { openToWrite, pathOf, stored, textOf, tokenOf } from './support/writing.ts'
import { amount } from '../server/testing/amount.ts'

const folder = join(import.meta.dirname, '..', '..', 'shared', 'data', 'wordpress')
const files = ['64-block-test-data.xml', 'themeunittestdata.wordpress.xml']
/** Of so many articles one is opened. */
const OF = amount({ full: 1, short: 3 })
/** How many pages of the browser share the work. */
const AT_ONCE = 3

async function importSite(server: RunningServer, desk: Desk, name: string) {
  const form = new FormData()
  form.append('dryRun', 'false')
  form.append('file', await openAsBlob(join(folder, name), { type: 'text/xml' }), name)
  const answer = await fetch(`${server.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `bearer ${await tokenOf(desk, 'administrator')}` },
    body: form,
  })
  expect(answer.ok, `${name}: ${answer.status}`).toBe(true)
  const { id } = (await answer.json()) as { id: string }
  const status = async () => (await desk.api<{ status: string }>('GET', `/api/imports/${id}`)).status
  await expect.poll(status, { timeout: 90_000 }).toBe('done')
}

async function allArticles(desk: Desk) {
  const found: { id: string }[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await desk.api<{ items: { id: string }[]; total: number }>(
      'GET',
      `/api/articles?page=${page}&pageSize=100`,
    )
    found.push(...items)
    if (found.length >= total) return Promise.all(found.map(({ id }) => stored(desk, id)))
  }
}

/** What must not get lost: the text, and how many there are of everything that is not text. */
const contentOf = (page: Page, html: string) =>
  page.evaluate((given) => {
    const { body } = new DOMParser().parseFromString(given, 'text/html')
    const counted =
      'img iframe video audio table tr td th ul ol li h1 h2 h3 h4 h5 h6 figure figcaption blockquote pre hr details a[href]'
    return {
      text: (body.textContent ?? '').replace(/\s+/g, ''),
      ...Object.fromEntries(counted.split(' ').map((what) => [what, body.querySelectorAll(what).length])),
    }
  }, html)

const warning = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not everything here can be edited as text' })

/** One key, and Ctrl+S unless it was saved by itself before that; waits until the server has answered. */
async function pressAndSave(page: Page, key: string) {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.keyboard.press(key)
  await page.keyboard.press('Control+s')
  expect((await saved).status()).toBe(200)
}

/** From one article to the next as by Back and Forward, without starting the console again each time. */
async function goOnTo(page: Page, article: Article) {
  const shown = await textOf(page).elementHandle()
  await goWithin(page, pathOf(article))
  await shown!.waitForElementState('hidden')
}

/** Types a letter, saves, deletes it, saves: what is stored then is the text as the editor holds it. */
async function openAndSave(page: Page, desk: Desk, before: Article) {
  await goOnTo(page, before)
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await pressAndSave(page, 'x')
  await pressAndSave(page, 'Control+z')
  const after = await stored(desk, before.id)
  expect
    .soft(await contentOf(page, after.body), `${before.title} ${before.id}`)
    .toEqual(await contentOf(page, before.body))
  expect.soft(after.title, before.id).toBe(before.title)
  return warning(page).isVisible()
}

// Several workers share it.
test.describe.configure({ mode: 'parallel' })

for (const name of files)
  test(`articles of ${name} open in the editor, and saving them loses no text, picture, frame, table, list or heading`, async ({
    context,
    desk,
    server,
  }) => {
    test.skip(!existsSync(folder), 'the WordPress test exports are not on this machine (../shared/data/wordpress)')
    test.setTimeout(300_000)
    const own = new Set((await allArticles(desk)).map(({ id }) => id))
    await importSite(server, desk, name)
    const articles = (await allArticles(desk)).filter(({ id }) => !own.has(id))
    const withText = articles.filter(({ body }) => body.trim() !== '')
    expect(withText.length).toBeGreaterThan(40)

    const waiting = withText.filter((_, at) => at % OF === 0)
    const warned: string[] = []
    const work = async () => {
      const page = await context.newPage()
      // Each with a session of its own: one may ask 600 times a minute.
      await storeToken(page, await desk.signIn('administrator'))
      await page.goto('/jCore/article/add')
      await expect(textOf(page)).toBeVisible()
      for (let next = waiting.pop(); next; next = waiting.pop())
        if (await openAndSave(page, desk, next)) warned.push(next.title)

      await page.close()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    test
      .info()
      .annotations.push({ type: 'kept as blocks of HTML', description: `${warned.length}: ${warned.join(', ')}` })
    expect(warned.length, 'only few need the warning').toBeLessThan(15)
  })

test('what the editor cannot show as text is said before anything is saved, and is saved to the letter', async ({
  page,
  desk,
}) => {
  const odd =
    '<picture><source srcset="/bridge.webp" type="image/webp"><img src="/bridge.jpg" alt="A bridge"></picture>'
  const article = await desk.createArticle({ body: `<p>Look:</p>${odd}<p>Seen?</p>` })
  const before = (await stored(desk, article.id)).body
  await openToWrite(page, desk, pathOf(article))
  await expect(warning(page)).toContainText('Kept as blocks of HTML, which stay as they are: <picture>.')
  expect((await stored(desk, article.id)).version).toBe(article.version)
  await textOf(page).getByText('Seen?').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Yes.')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await stored(desk, article.id)).body).toBe(before.replace('Seen?', 'Seen? Yes.'))
})
