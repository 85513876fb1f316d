/**
 * `npm run bench:first-load -- [--rounds 5]`: how long the article list takes in a browser that has nothing of it yet, signed in,
 * on this machine and with a processor made four times slower. A bare page that shows the same rows without any library is
 * the floor in the same run. Then how many calls and milliseconds the return to the kept list takes.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from '../scripts/read-arguments.mjs'
import type { Browser, Page } from '@playwright/test'
import { startServer } from '../e2e/support/running-server.ts'
import { launchBrowser } from '../scripts/get-browser.ts'
import { figuresOf } from './measure.ts'

const { values } = readArguments({
  usage: 'npm run bench:first-load -- [options]',
  about: 'How long the article list takes in a browser that has nothing of it yet, beside a bare page.',
  options: { rounds: { type: 'string', default: '5', about: 'cold loads of each' } },
})
const rounds = Number(values.rounds)
const ARTICLES = 25
const BARE = '/favicon.svg'

const built = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts'), '--if-changed'], {
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)
const browser = await launchBrowser()
const server = await startServer()
try {
  await run(browser)
} finally {
  await browser.close()
  await server.stop()
}

async function run(chrome: Browser) {
  const token = await signIn()
  for (let at = 0; at < ARTICLES; at++) await ask(token, 'POST', '/api/articles', { title: `Article ${at}` })
  console.log(`${rounds} cold loads each, the middle one in milliseconds from the navigation to the rows\n`)
  console.log('processor   bare page   article list   ratio   requests   KB   script ms')
  for (const slow of [1, 4]) {
    const bare: number[] = []
    const list: Load[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await loadBare(chrome, token, slow))
      list.push(await loadList(chrome, token, slow))
    }
    const [floor, rows, script] = [bare, list.map(({ ms }) => ms), list.map((load) => load.script)].map(
      (all) => figuresOf(all).p50,
    ) as [number, number, number]
    const { requests, bytes } = list[0]!
    console.log(
      [
        `${slow} × slower`.padEnd(11),
        floor.toFixed(0).padStart(9),
        rows.toFixed(0).padStart(14),
        (rows / floor).toFixed(1).padStart(7),
        String(requests).padStart(10),
        (bytes / 1024).toFixed(0).padStart(4),
        script.toFixed(0).padStart(11),
      ].join(' '),
    )
  }
  await returnToList(chrome, token)
}

type Load = { ms: number; requests: number; bytes: number; script: number }

/** A page of a fresh browser profile, signed in, on a processor that many times slower. */
async function openPage(chrome: Browser, token: string, slow: number): Promise<Page> {
  const context = await chrome.newContext({ baseURL: server.url })
  const page = await context.newPage()
  // A file without scripts, so that the token is there before the console is.
  await page.goto(BARE)
  await page.evaluate((given) => sessionStorage.setItem('token', given), token)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
  return page
}

/** What any page has to do: ask for the rows and show them. */
async function loadBare(chrome: Browser, token: string, slow: number): Promise<number> {
  const page = await openPage(chrome, token, slow)
  await page.route('**/bare.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><table></table><script src="/bare.js"></script>' }),
  )
  await page.route('**/bare.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${showRows.toString()})()` }),
  )
  await page.goto('/bare.html')
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0)
  const ms = await page.evaluate(() => performance.getEntriesByName('rows')[0]!.startTime)
  await page.context().close()
  return ms
}

function showRows() {
  const headers = { Authorization: `bearer ${sessionStorage.getItem('token')}` }
  void fetch('/api/articles?sort=-updatedAt&page=1&pageSize=25', { headers })
    .then(async (answer) => (await answer.json()) as { items: { title: string }[] })
    .then(({ items }) => {
      for (const { title } of items) document.querySelector('table')!.insertRow().textContent = title
      requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
    })
}

async function loadList(chrome: Browser, token: string, slow: number): Promise<Load> {
  const page = await openPage(chrome, token, slow)
  const session = await page.context().newCDPSession(page)
  const calls = new Map<string, { sentAt: number; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, wallTime }) => {
    calls.set(requestId, { sentAt: wallTime * 1000, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const call = calls.get(requestId)
    if (call) call.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Performance.enable')
  await page.addInitScript(() => {
    const watch = () => {
      if (document.querySelectorAll('tr[data-row-id]').length === 0) requestAnimationFrame(watch)
      else requestAnimationFrame(() => setTimeout(() => performance.mark('rows')))
    }
    requestAnimationFrame(watch)
    // What may be needed next is not part of the load.
    Object.defineProperty(Reflect.get(navigator, 'connection') as object, 'saveData', { value: true })
  })
  await page.goto('/jCore/article')
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0)
  const [ms, shownAt] = await page.evaluate(() => {
    const { startTime } = performance.getEntriesByName('rows')[0]!
    return [startTime, performance.timeOrigin + startTime] as const
  })
  // What the console fetches after its rows is there sooner or later, as the machine has time.
  const first = [...calls.values()].filter(({ sentAt }) => sentAt < shownAt)
  const bytes = first.reduce((sum, call) => sum + call.bytes, 0)
  const { metrics } = await session.send('Performance.getMetrics')
  const script = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
  await page.context().close()
  return { ms, requests: first.length, bytes, script }
}

async function returnToList(chrome: Browser, token: string) {
  const page = await openPage(chrome, token, 1)
  await page.goto('/jCore/article')
  await page.locator('tr[data-row-id]').first().waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor({ state: 'hidden' })
  // What the other screen asks for is not part of the return: its lists of articles are there first.
  await page
    .getByRole('link', { name: /Article \d+/ })
    .first()
    .waitFor()
  let calls = 0
  page.on('request', (request) => (calls += request.url().includes('/api/') ? 1 : 0))
  const frames = await page.evaluate(async () => {
    const rows = () => document.querySelector('tr[data-row-id]')?.checkVisibility() === true
    document.querySelector<HTMLElement>('a[href^="/jCore/article"]')!.click()
    let count = 0
    do {
      await new Promise(requestAnimationFrame)
      count += 1
    } while (!rows())
    return count
  })
  console.log(`\nback to the kept list: ${frames} frames, ${calls} calls`)
  await page.context().close()
}

async function signIn(): Promise<string> {
  const { token } = (await ask('null', 'POST', '/api/session', server.admin)) as { token: string }
  return token
}

async function ask(token: string, method: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
