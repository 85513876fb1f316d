import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { createDatabase } from '../server/db/database.ts'
import { chooseFile } from './support/files.ts'
import { screenIsThere, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ serverNamed: 'import' })

const file = join(import.meta.dirname, '..', '..', 'shared', 'data', 'wordpress', '64-block-test-data.xml')

/** The numbers of the report's table, by kind: in the file, created, merged, unchanged, skipped. */
async function sums(page: Page): Promise<Record<string, number[]>> {
  const table = page.getByRole('region', { name: /(Expected results|Results) by item/ }).getByRole('row')
  await expect(table.first()).toBeVisible()
  const rows = await table.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
  )
  const number = (text: string) => (text === '–' ? 0 : Number(text.replaceAll(',', '')))
  return Object.fromEntries(rows.slice(1).map(([kind = '', ...cells]) => [kind, cells.map(number)]))
}

async function chooseAndStart(page: Page, { really }: { really: boolean }) {
  await page.goto('/jCore/import')
  await screenIsThere(page, 'Import')
  await chooseFile(page, 'Choose a file', file)
  await expect(page.getByText('64-block-test-data.xml').first()).toBeVisible()
  if (really) await page.getByRole('checkbox', { name: 'Try it first, change nothing' }).uncheck()
  await page.getByRole('button', { name: really ? 'Import' : 'Try the import', exact: true }).click()
  await expect(page).toHaveURL(/\/jCore\/import\?run=/)
}

async function readReport(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: '64-block-test-data.xml' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Item by item' })).toBeVisible({ timeout: 30_000 })
  const report = await sums(page)
  for (const [kind, [inFile, ...outcomes]] of Object.entries(report))
    expect(
      outcomes.reduce((sum, outcome) => sum + outcome, 0),
      kind,
    ).toBe(inFile)
  const { Together: together, ...kinds } = report
  expect(together![0]).toBe(Object.values(kinds).reduce((sum, [inFile = 0]) => sum + inFile, 0))
  return report
}

const importFile = async (page: Page, how: { really: boolean }) => {
  await chooseAndStart(page, how)
  return readReport(page)
}

test('a WordPress site is tried, then imported for real without choosing the file again, and a second time brings nothing new', async ({
  page,
  desk,
}) => {
  test.skip(!existsSync(file), 'the WordPress test export is not on this machine (../shared/data/wordpress)')
  const total = async () => (await desk.api<{ total: number }>('GET', '/api/articles')).total
  await signIn(page, desk)
  const before = await total()
  const tried = await importFile(page, { really: false })
  expect(tried['Together']![1]).toBeGreaterThan(50)
  expect(await total(), 'a trial changes nothing').toBe(before)

  const trial = page.url()
  await expect(page.getByText('The server keeps the uploaded file until')).toBeVisible()
  await page.getByRole('button', { name: 'Import for real' }).click()
  await expect(page).not.toHaveURL(trial)
  await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 60_000 })
  const imported = await readReport(page)
  expect(imported).toEqual(tried)
  const after = await total()
  expect(after).toBeGreaterThan(before + 50)
  await page.getByRole('link', { name: 'Articles', exact: true }).click()
  await screenIsThere(page, 'Articles')
  await expect(page.getByText(String(after), { exact: true }).first()).toBeVisible()

  await page.goto(trial)
  await expect(page.getByRole('button', { name: 'Import for real' }), 'once is enough').toHaveCount(0)
  await page.getByRole('link', { name: 'Open its report' }).click()
  await expect(page).not.toHaveURL(trial)

  const again = await importFile(page, { really: true })
  expect(again['Together']![1], 'created by the second run').toBe(0)
  expect(again['Together']![0]).toBe(imported['Together']![0])
  expect(await total()).toBe(after)
})

test('when the day of the file has passed, the screen says so and leads to choosing it', async ({
  page,
  desk,
  server,
}) => {
  const post =
    '<item><title>Later</title><wp:post_id>900</wp:post_id><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item>'
  const small = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>${post}</channel></rss>`
  await signIn(page, desk)
  await page.goto('/jCore/import')
  await chooseFile(page, 'Choose a file', { name: 'small.xml', mimeType: 'text/xml', buffer: Buffer.from(small) })
  await page.getByRole('button', { name: 'Try the import' }).click()
  await expect(page.getByRole('button', { name: 'Import for real' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Would be created').last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Later' }), 'nothing was created that could be opened').toHaveCount(0)
  const run = new URL(page.url()).searchParams.get('run')
  const { db, close } = createDatabase({ connectionString: server.databaseUrl })
  await sql`update import_run set file_until = file_until - interval '1 day' where id = ${run}`.execute(db)
  await close()
  await page.getByRole('button', { name: 'Import for real' }).click()
  await expect(page.getByText('The uploaded file was kept for a day and is gone.')).toBeVisible()
  await page.getByRole('link', { name: 'Choose the file again' }).click()
  await screenIsThere(page, 'Import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('a malformed file is refused with the line named, and nothing of it comes in', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.goto('/jCore/import')
  const broken = '<?xml version="1.0"?>\n<rss version="2.0">\n<channel>\n<title>Cut off'
  await chooseFile(page, 'Choose a file', { name: 'cut.xml', mimeType: 'text/xml', buffer: Buffer.from(broken) })
  await page.getByRole('button', { name: 'Try the import' }).click()
  const said = page.getByRole('alert')
  await expect(said).toContainText('The import stopped, and nothing was changed')
  await expect(said).toContainText(/line \d+/i)
})

test('a Ghost site is tried and imported: its address is asked for, articles and report say what became of it', async ({
  page,
  desk,
}) => {
  const post = (id: string, title: string, fields: object) => {
    const published = { status: 'published', type: 'post', published_at: '2020-02-03T04:05:06.000Z' }
    return { id, uuid: `u-${id}`, title, slug: id, ...published, ...fields }
  }
  const data = {
    posts: [
      post('p1', 'From Ghost', { html: '<p>Brought along. <a href="__GHOST_URL__/about/">About</a></p>' }),
      post('p2', 'For members', { html: '<p>Not for all.</p>', visibility: 'members' }),
    ],
    users: [{ id: '1', name: 'Ada of Ghost', slug: 'ada-of-ghost', password: '$2a$10$no' }],
    posts_authors: [
      { post_id: 'p1', author_id: '1' },
      { post_id: 'p2', author_id: '1' },
    ],
  }
  const buffer = Buffer.from(JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] }))
  await signIn(page, desk)
  await page.goto('/jCore/import')
  await chooseFile(page, 'Choose a file', { name: 'blog.json', mimeType: 'application/json', buffer })
  const address = page.getByLabel('Address of the old site')
  await address.fill('old.example')
  await expect(page.getByText('Write it as https://blog.example.com')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try the import' })).toBeDisabled()
  await address.fill('https://old.example')
  await page.getByRole('button', { name: 'Try the import' }).click()
  await page.getByRole('button', { name: 'Import for real' }).click({ timeout: 30_000 })
  await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('only some could read it (members): a draft here')).toBeVisible()
  await page.getByRole('link', { name: 'From Ghost' }).click()
  await expect(page.getByRole('link', { name: 'About' })).toHaveAttribute('href', 'https://old.example/about/')
})

test('JSON of something else is refused with where to find the export', async ({ page, desk }) => {
  await signIn(page, desk)
  await page.goto('/jCore/import')
  const buffer = Buffer.from('{"name":"a package"}')
  await chooseFile(page, 'Choose a file', { name: 'package.json', mimeType: 'application/json', buffer })
  await page.getByRole('button', { name: 'Try the import' }).click()
  await expect(page.getByRole('alert')).toContainText('in Ghost, Settings → Import/Export → Export')
})
