/**
 * `npm run bench:typing -- [--words 100000] [--keys 90] [--slow 1] [--beside DIR]`: how it feels to type in a very long
 * article, in the console as it ships and a real Chromium; `--slow 4` makes its processor four times slower. A short
 * article in the same run is the floor. `--beside` types in another built copy of the sources as well, in turns.
 * Stops by itself after ten minutes.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { startServer, type RunningServer } from '../e2e/support/running-server.ts'
import { launchBrowser } from '../scripts/get-browser.ts'
import { figuresOf } from './measure.ts'
import { readArguments } from '../scripts/read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm run bench:typing -- [options]',
  about: 'How it feels to type in a very long article, in the console as it ships and a real Chromium.',
  options: {
    words: { type: 'string', default: '100000', about: 'words of the article' },
    keys: { type: 'string', default: '90', about: 'keys that are typed' },
    slow: { type: 'string', default: '1', about: 'how many times slower the processor is made' },
    beside: {
      type: 'string',
      value: 'DIR',
      about: 'another copy of the sources, installed and built, to compare with',
    },
  },
})
const [words, keys, slow] = [values.words, values.keys, values.slow].map(Number) as [number, number, number]
const SHORT = 1000
const LONGEST_MS = 10 * 60_000
/** Rounds of typing beside another copy: what else the machine does meanwhile slows both. */
const TURNS = 3
/** What the console does to a long article, undone. */
const LAY_OUT_ALL = '.cde-content > * { content-visibility: visible !important }'
const LOREM = 'the rain came over the hills and the river rose until no one could cross it any more '.trim().split(' ')
const cell = (value: string | number) => String(value).padStart(12)

type Row = { title: string; page: Page }

declare global {
  interface Window {
    typing: { times: number[]; longTasks: number[] }
    benchEditor: {
      getContent: () => string
      getReferenceContent: () => string
      words: () => { words: number; characters: number }
      root: HTMLElement
    }
  }
}

const built = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/build.ts'), '--if-changed'], {
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(1)
const browser = await launchBrowser()
const server = await startServer()
const other = values.beside ? await startServer({}, false, resolve(values.beside)) : undefined
const timer = setTimeout(() => void stop(1, 'This takes too long; stopped.'), LONGEST_MS)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(1))
try {
  await run()
  await stop(0)
} catch (error) {
  await stop(1, error instanceof Error ? (error.stack ?? error.message) : String(error))
}

async function run() {
  const token = await signIn(server)
  const title = `${words.toLocaleString('en')} words`
  const long = await openArticle(server, token, words)
  const rows: Row[] = [
    { title: `${SHORT.toLocaleString('en')} words`, page: await openArticle(server, token, SHORT) },
    { title, page: long },
  ]
  if (other) rows.push({ title: `… ${values.beside}`, page: await openArticle(other, await signIn(other), words) })
  console.log(`${keys} keys in each, a third at the start, in the middle and at the end; key to frame, milliseconds\n`)
  const columns = ['p50', 'p95', 'longest', 'tasks > 50', '> 100', 'ratio p50', 'layout']
  console.log(`${''.padEnd(24)}${columns.map(cell).join('')}`)
  const floor = (await report(rows, other ? TURNS : 1)) ?? 0
  await scrollThrough(long)
  await report([{ title: '… scrolled through', page: long }], 1, floor)
  const everything = await openArticle(server, token, words, LAY_OUT_ALL)
  await report([{ title: '… all of it laid out', page: everything }], 1, floor)
  console.log()
  await compareContent(long)
}

/** Types in all of them, in turns, and prints a line for each. @returns the p50 of the first, the floor unless there is one */
async function report(rows: Row[], turns: number, known?: number): Promise<number | undefined> {
  const typed = rows.map(() => ({ times: [] as number[], longTasks: [] as number[], layout: [] as number[] }))
  for (let turn = 0; turn < turns; turn++)
    for (const [at, { page }] of rows.entries()) {
      const { times, longTasks, layout } = await typeEverywhere(page)
      typed[at]!.times.push(...times)
      typed[at]!.longTasks.push(...longTasks)
      typed[at]!.layout.push(layout)
    }
  let floor = known
  for (const [at, { times, longTasks, layout }] of typed.entries()) {
    const { p50, p95 } = figuresOf(times)
    floor ??= p50
    const over = (limit: number) => longTasks.filter((task) => task > limit).length
    const shown = [
      p50.toFixed(1),
      p95.toFixed(1),
      Math.max(...times).toFixed(0),
      over(50),
      over(100),
      (p50 / floor).toFixed(2),
      figuresOf(layout).p50.toFixed(1),
    ]
    console.log(`${rows[at]!.title.padEnd(24)}${shown.map(cell).join('')}`)
  }
  return floor
}

/** Shows every part of the text once. */
async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    const blocks = window.benchEditor.root.children
    for (let at = 0; at < blocks.length; at += 4) {
      blocks[at]!.scrollIntoView()
      await new Promise(requestAnimationFrame)
    }
  })
}

async function signIn({ url, admin }: RunningServer): Promise<string> {
  const reply = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return ((await reply.json()) as { token: string }).token
}

async function openArticle({ url }: RunningServer, token: string, size: number, css?: string): Promise<Page> {
  const reply = await fetch(`${url}/api/articles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `bearer ${token}` },
    body: JSON.stringify({ title: `${size} words`, body: bodyOf(size) }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  const { id } = (await reply.json()) as { id: string }
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watch, token)
  await page.goto(`${url}/jCore/article/${id}`)
  await page.waitForFunction(() => (window.benchEditor?.root.textContent.length ?? 0) > 0, undefined, {
    timeout: 90_000,
  })
  if (css) await page.addStyleTag({ content: css })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow })
  return page
}

/** Headings, paragraphs and lists, as in a book. */
function bodyOf(size: number): string {
  let html = ''
  for (let written = 0, block = 0; written < size; block++) {
    const text = (count: number) =>
      Array.from({ length: count }, (_, at) => LOREM[(at + block * 7) % LOREM.length]).join(' ')
    if (block % 12 === 0) html += `<h2>${text(5)}</h2>`
    else if (block % 12 === 6) html += `<ul><li>${text(15)}</li><li>${text(15)}</li><li>${text(15)}</li></ul>`
    else html += `<p>${text(30)} <strong>${text(3)}</strong> ${text(32)}</p>`
    written += block % 12 === 0 ? 5 : block % 12 === 6 ? 45 : 65
  }
  return html
}

/** Runs in the page, before anything else: times from each key to the frame that shows it, and gets hold of the editor. */
function watch(token: string) {
  sessionStorage.setItem('token', token)
  window.typing = { times: [], longTasks: [] }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.typing.longTasks.push(duration)
  }).observe({ type: 'longtask' as never })
  window.addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => window.typing.times.push(performance.now() - timeStamp), { once: true })
        port1.start()
        port2.postMessage(null)
      }),
    true,
  )
  let engine: { getEditor: (...args: unknown[]) => Window['benchEditor'] } | undefined
  Object.defineProperty(window, 'CopydeskEditor', {
    configurable: true,
    get: () => engine,
    set: (given: NonNullable<typeof engine>) => {
      engine = { ...given, getEditor: (...args) => (window.benchEditor = given.getEditor(...args)) }
    },
  })
}

/** @returns what the page has measured, and milliseconds of layout a key */
async function typeEverywhere(page: Page): Promise<Window['typing'] & { layout: number }> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const layoutMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutDuration')!.value * 1000
  }
  let before = 0
  const count = () => page.evaluate(() => window.benchEditor.words())
  const { words: known, characters } = await count()
  let typed = 0
  for (const share of [0, 0.5, 1]) {
    await page.evaluate((part) => {
      const blocks = window.benchEditor.root.querySelectorAll(':scope > p')
      const block = blocks[Math.floor((blocks.length - 1) * part)]!
      block.scrollIntoView({ block: 'center' })
      window.benchEditor.root.focus()
      getSelection()!.collapse(block.lastChild, block.lastChild!.textContent!.length)
    }, share)
    // The first keys after a jump pay for the jump.
    await type(page, 5)
    if (share === 0) {
      await page.evaluate(() => {
        window.typing.times = []
        window.typing.longTasks = []
      })
      before = await layoutMs()
    }
    await type(page, Math.round(keys / 3))
    typed += 5 + Math.round(keys / 3)
  }
  const typing = await page.evaluate(() => window.typing)
  const layout = ((await layoutMs()) - before) / typing.times.length
  const grown = (await count()).characters - characters
  if (grown < typed * 0.8) throw new Error(`${typed} keys left ${grown} characters in ${known} words`)
  return { ...typing, layout }
}

/** A fast typist: about eleven keys a second, each held for 80 ms and seen before the next. */
async function type(page: Page, count: number) {
  for (let key = 0; key < count; key++) {
    const before = await page.evaluate(() => window.typing.times.length)
    await page.keyboard.press('abcdefg '[key % 8]!, { delay: 80 })
    await page.waitForFunction((known) => window.typing.times.length > known, before, { timeout: 10_000 })
  }
}

async function compareContent(page: Page) {
  const cost = { cached: [] as number[], uncached: [] as number[] }
  for (let round = 0; round < 9; round++) {
    await page.keyboard.press('x')
    const { cached, uncached, same } = await page.evaluate(() => {
      const time = (write: () => string) => {
        const began = performance.now()
        const html = write()
        return { took: performance.now() - began, html }
      }
      const [one, other] = [time(window.benchEditor.getContent), time(window.benchEditor.getReferenceContent)]
      return { cached: one.took, uncached: other.took, same: one.html === other.html }
    })
    if (!same) throw new Error('the cached HTML differs from the one written again')
    cost.cached.push(cached)
    cost.uncached.push(uncached)
  }
  const [cached, uncached] = [figuresOf(cost.cached).p50, figuresOf(cost.uncached).p50]
  console.log(
    `getContent after one key: ${cached.toFixed(1)} ms, all written again: ${uncached.toFixed(0)} ms, ratio ${(uncached / Math.max(cached, 0.1)).toFixed(0)}`,
  )
}

async function stop(code: number, sentence?: string) {
  clearTimeout(timer)
  if (sentence) console.error(sentence)
  await browser.close().catch(() => undefined)
  await Promise.all([server.stop(), other?.stop()])
  process.exit(code)
}
