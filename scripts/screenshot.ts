/**
 * `npm run screenshot` makes the pictures in docs/images again: a throwaway server, a small paper written through its
 * API, and the console as a person with a 1440 px screen sees it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { startServer, type RunningServer } from '../e2e/support/running-server.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbeddedPostgres } from '../server/db/embedded/start-embedded-postgres.ts'
import { launchBrowser } from './get-browser.ts'
import { readArguments } from './read-arguments.mjs'
import { bodyOf, categories, coverDrawing, opened, people, samples, type Sample } from './screenshot-content.ts'
import { album, pictureOf, PICTURES } from './screenshot-pictures.ts'

const root = join(import.meta.dirname, '..')
const images = join(root, 'docs', 'images')
const MOST_BYTES = 300_000
const HOUR = 3_600_000
const password = 'a passphrase for the pictures'

type Answer = { id: string; url: string; version: number; token: string; items: Answer[]; email: string; user: Answer }
type Written = { id: string; version: number; sample: Sample }

readArguments({
  usage: 'npm run screenshot',
  about: 'Makes the pictures in docs/images again, with a server and a small paper of its own.',
  options: {},
})
const built = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-changed'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(1)
const browser = await launchBrowser()
const server = await startServer()
try {
  const tokens = await gatherPeople(server)
  const written = await writeArticles(tokens)
  const article = await finishOpened(tokens[0]!, written)
  const albumId = await fillAlbum(tokens[0]!)
  await spreadOverTime(server, written)
  await takePictures(browser, server, tokens[0]!, article, albumId)
} finally {
  await server.stop()
}

async function call(method: string, path: string, token?: string, body?: object): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token && { authorization: `bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Answer
}

/** Everyone registers, the first approves the others. @returns a token for each, in the order of `people` */
async function gatherPeople({ admin }: RunningServer): Promise<string[]> {
  const [first, ...others] = people
  const { token, user } = await call('POST', '/api/session', undefined, admin)
  await call('PATCH', '/api/profile', token, { version: user.version, name: first.name })
  for (const { name, email } of others) await call('POST', '/api/registrations', undefined, { name, email, password })
  const { items } = await call('GET', '/api/users', token)
  const tokens = [token]
  for (const { email, role } of others) {
    const account = items.find((item) => item.email === email)!
    await call('PATCH', `/api/users/${account.id}`, token, { version: account.version, role, status: 'active' })
    tokens.push((await call('POST', '/api/session', undefined, { email, password })).token)
  }
  return tokens
}

async function writeArticles(tokens: string[]): Promise<Written[]> {
  const admin = tokens[0]!
  const made = async (path: string, body: object) => (await call('POST', path, admin, body)).id
  const bylines = await Promise.all(people.map(({ name }) => made('/api/authors', { displayName: name })))
  const sections = new Map<string, string>()
  for (const name of categories) sections.set(name, await made('/api/categories', { name }))
  const written: Written[] = []
  for (const sample of samples.toReversed()) {
    const { title, by, words, category, featured = false } = sample
    const writer = tokens[by]!
    let article = await call('POST', '/api/articles', writer, {
      title,
      featured,
      body: bodyOf(words),
      authors: [bylines[by]],
      primaryCategory: sections.get(category),
      ...(sample.status === 'published' && { publishAt: new Date(Date.now() - (sample.hours + 1) * HOUR) }),
    })
    const act = async (name: string, more: object = {}) => {
      const who = name === 'submit' ? writer : (tokens[by === 3 ? 1 : by] ?? admin)
      article = await call('POST', `/api/articles/${article.id}/${name}`, who, { version: article.version, ...more })
    }
    if (sample.status === 'in_review') await act('submit')
    if (sample.status === 'scheduled')
      await act('schedule', { publishAt: new Date(Date.now() + (sample.hours * 3 + 0.5) * HOUR) })
    if (sample.status === 'published' || sample.status === 'archived') await act('publish')
    if (sample.status === 'archived') await act('archive')
    if (sample.changed) {
      const fields = { version: article.version, body: bodyOf(words + 30) }
      article = await call('PATCH', `/api/articles/${article.id}`, writer, fields)
    }
    written.push({ ...article, sample })
  }
  return written
}

/** The article of the second picture gets all that an article can show. */
async function finishOpened(token: string, written: Written[]): Promise<Written> {
  const drawing = await sharp(Buffer.from(coverDrawing)).jpeg({ quality: 90 }).toBuffer()
  const media = await upload(token, { name: 'evening at the quay.jpg', alt: opened.alt, file: drawing })
  const tags: string[] = []
  for (const name of opened.tags) tags.push((await call('POST', '/api/tags', token, { name })).id)
  const article = written.find(({ sample }) => sample.title === opened.title)!
  const { subtitle, excerpt, alt } = opened
  await call('PATCH', `/api/articles/${article.id}`, token, {
    version: article.version,
    subtitle,
    excerpt,
    tags,
    body: opened.body(media.url),
    cover: { media: media.id, alt, credit: 'Copydesk' },
  })
  return article
}

async function upload(token: string, { name, alt, file }: Awaited<ReturnType<typeof pictureOf>>): Promise<Answer> {
  const form = new FormData()
  form.append('alt', alt)
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), name)
  const headers = { authorization: `bearer ${token}` }
  const answer = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Answer
}

/** @returns the id of an album with all pictures of the paper */
async function fillAlbum(token: string): Promise<string> {
  const media: string[] = []
  for (let n = 0; n < PICTURES; n++) media.push((await upload(token, await pictureOf(n))).id)
  const { id } = await call('POST', '/api/albums', token, album)
  await call('POST', `/api/albums/${id}/photos`, token, { media })
  return id
}

/** The API stamps everything with now; a paper is not written in a second. */
async function spreadOverTime({ dataDir }: RunningServer, written: Written[]) {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const { db, close } = createDatabase(connection)
  for (const { id, sample } of written)
    await db
      .updateTable('article')
      .set({ updatedAt: new Date(Date.now() - sample.hours * HOUR).toISOString() })
      .where('id', '=', id)
      .execute()
  await close()
  await stop()
}

async function takePictures(
  browser: Browser,
  { url }: RunningServer,
  token: string,
  article: Written,
  albumId: string,
) {
  mkdirSync(images, { recursive: true })
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      baseURL: url,
    })
    await page.addInitScript((value) => sessionStorage.setItem('token', value), token)
    await page.goto('/jCore/article')
    await page.getByRole('table').getByText(article.sample.title).waitFor()
    await keep(page, 'article-list')
    await page.getByRole('link', { name: article.sample.title }).click()
    await page.getByRole('heading', { name: 'A ship without a timetable' }).waitFor()
    await page.waitForLoadState('load')
    await keep(page, 'article-editor')
    await page.goto('/jCore/calendar')
    await page.getByRole('gridcell').getByRole('link', { name: 'Published' }).first().waitFor()
    await keep(page, 'calendar')
    await page.goto('/jCore/media')
    await page.getByRole('link', { name: 'DSC_2041.jpg' }).waitFor()
    await picturesAreThere(page)
    await keepPhotos(page, 'media')
    await page.goto(`/jCore/album/${albumId}`)
    await page.getByRole('option').nth(5).waitFor()
    await page.getByRole('option').nth(1).click()
    await page
      .getByRole('option')
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await picturesAreThere(page)
    await keepPhotos(page, 'album')
  } finally {
    await browser.close()
  }
}

/** Waits until every picture in sight has arrived. */
async function picturesAreThere(page: Page) {
  for (const image of await page.getByRole('main').locator('img').all())
    if (await image.isVisible()) await image.evaluate((one: { decode: () => Promise<void> }) => one.decode())
}

/** As few bytes as a palette of 256 colours allows; the repository keeps every version of a picture for ever. */
async function keep(page: Page, name: string) {
  const png = await sharp(await shotOf(page))
    .png({ palette: true, quality: 95, effort: 10, dither: 0.3 })
    .toBuffer()
  store(`${name}.png`, png)
}

/** Where photos are shown a palette is not enough. */
async function keepPhotos(page: Page, name: string) {
  store(
    `${name}.webp`,
    await sharp(await shotOf(page))
      .webp({ quality: 82, effort: 6 })
      .toBuffer(),
  )
}

async function shotOf(page: Page) {
  await page.mouse.move(0, 0)
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

function store(name: string, bytes: Buffer) {
  writeFileSync(join(images, name), bytes)
  console.log(`docs/images/${name}, ${Math.round(bytes.length / 1000)} KB`)
  if (bytes.length > MOST_BYTES) throw new Error(`${name} is too large for the repository`)
}
