import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startChangeReports, type ChangeReportOptions } from './change-reports.ts'
import type { EditorEvent, LoadedEditor } from './editor-adapter.ts'

const MODES = ['observer', 'listener'] as const
const OBSERVED: MutationObserverInit = { characterData: true, childList: true, subtree: true }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** An engine that is nothing but an element, on a clock the test turns; writing its HTML takes `cost` milliseconds. */
function start(options: Partial<ChangeReportOptions> = {}) {
  const root = document.body.appendChild(document.createElement('div'))
  const listeners = new Map<EditorEvent, Set<() => void>>()
  const engine = { cost: 0, composing: false, reads: 0 }
  const editor: LoadedEditor = {
    root,
    getContent: () => {
      engine.reads++
      vi.advanceTimersByTime(engine.cost)
      return root.innerHTML
    },
    setContent: (html) => void (root.innerHTML = html),
    on: (event, listener) => void (listeners.get(event) ?? listeners.set(event, new Set()).get(event)!).add(listener),
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    isComposing: () => engine.composing,
    focus: () => {},
    destroy: () => {},
    ready: Promise.resolve(),
  }
  const tell = (event: EditorEvent) => listeners.get(event)?.forEach((listener) => listener())
  const changes: { html: string; at: number }[] = []
  const began = performance.now()
  const reports = startChangeReports(editor, {
    mode: 'observer',
    debounceTime: 50,
    observerOptions: OBSERVED,
    report: (html) => changes.push({ html, at: performance.now() - began }),
    ...options,
  })
  onTestFinished(() => {
    reports.stop()
    root.remove()
  })
  return {
    reports,
    engine,
    changes,
    tell,
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    texts: () => changes.map(({ html }) => html),
    /** Writes, and lets the observer hear of it. */
    type: async (text: string) => {
      root.append(text)
      tell('update')
      await Promise.resolve()
    },
  }
}

function leavePage(event: 'visibilitychange' | 'pagehide') {
  if (event === 'pagehide') return void window.dispatchEvent(new PageTransitionEvent('pagehide'))
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  state.mockRestore()
}

test.each(MODES)('%s: a change is reported after 50 ms of quiet, not before', async (mode) => {
  const { type, changes, texts } = start({ mode })
  await type('a')
  vi.advanceTimersByTime(30)
  await type('b')
  vi.advanceTimersByTime(49)
  expect(changes).toEqual([])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['ab'])
  expect(changes[0]!.at).toBe(80)
})

test.each(MODES)('%s: while typing goes on without a pause, a report comes every second', async (mode) => {
  const { type, changes } = start({ mode })
  for (let key = 0; key < 100; key++) {
    await type('x')
    vi.advanceTimersByTime(40)
  }
  expect(changes.map(({ at }) => at)).toEqual([1000, 2000, 3000, 4000])
})

test.each(MODES)('%s: after HTML that took 60 ms to write, the next report waits for 240 ms of quiet', async (mode) => {
  const { type, changes, texts, engine } = start({ mode })
  engine.cost = 60
  await type('a')
  vi.advanceTimersByTime(50)
  expect(texts()).toEqual(['a'])
  engine.cost = 0
  const typed = performance.now()
  await type('b')
  vi.advanceTimersByTime(239)
  expect(texts()).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['a', 'ab'])
  expect(performance.now() - typed).toBe(240)
  await type('c')
  vi.advanceTimersByTime(50)
  expect(changes).toHaveLength(3)
})

test('HTML that takes 400 ms to write is waited for one second, not longer', async () => {
  const { type, texts, engine } = start()
  engine.cost = 400
  await type('a')
  vi.advanceTimersByTime(50)
  await type('b')
  vi.advanceTimersByTime(999)
  expect(texts()).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['a', 'ab'])
})

test.each(MODES.flatMap((mode) => (['visibilitychange', 'pagehide'] as const).map((event) => ({ mode, event }))))(
  '$mode: what is pending is reported on $event, when the page is hidden or closed',
  async ({ mode, event }) => {
    const { type, texts } = start({ mode })
    await type('a')
    leavePage(event)
    expect(texts()).toEqual(['a'])
    vi.advanceTimersByTime(2000)
    expect(texts()).toEqual(['a'])
  },
)

test('a page that is shown again is no reason for a report', async () => {
  const { type, texts } = start()
  await type('a')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(texts()).toEqual([])
})

test.each(MODES)('%s: leaving the text reports what is pending', async (mode) => {
  const { type, texts, tell } = start({ mode })
  await type('a')
  tell('blur')
  expect(texts()).toEqual(['a'])
})

test.each(MODES)('%s: during a composition nothing is reported, by no way at all', async (mode) => {
  const { type, texts, tell, engine, reports } = start({ mode })
  await type('a')
  engine.composing = true
  tell('compositionstart')
  expect(texts()).toEqual(['a'])
  await type('ni')
  vi.advanceTimersByTime(5000)
  tell('blur')
  reports.flush()
  leavePage('visibilitychange')
  leavePage('pagehide')
  expect(texts()).toEqual(['a'])
  engine.composing = false
  tell('compositionend')
  expect(texts()).toEqual(['a', 'ani'])
})

test.each(MODES)('%s: after the end nothing is reported, read or listened to', async (mode) => {
  const { type, texts, tell, engine, reports, listening } = start({ mode })
  await type('a')
  const disconnect = vi.spyOn(MutationObserver.prototype, 'disconnect')
  onTestFinished(() => disconnect.mockRestore())
  reports.stop()
  expect(disconnect).toHaveBeenCalled()
  const { reads } = engine
  expect(listening()).toBe(0)
  await type('b')
  tell('blur')
  tell('compositionend')
  leavePage('visibilitychange')
  leavePage('pagehide')
  reports.flush()
  vi.advanceTimersByTime(5000)
  expect(texts()).toEqual([])
  expect(engine.reads).toBe(reads)
})

test.each(MODES)(
  '%s: text put in from outside is not reported, and takes the place of what was pending',
  async (mode) => {
    const { type, texts, reports, tell } = start({ mode })
    reports.set('outside')
    tell('update')
    await Promise.resolve()
    vi.advanceTimersByTime(2000)
    expect(texts()).toEqual([])
    await type('x')
    reports.set('outside again')
    vi.advanceTimersByTime(2000)
    expect(texts()).toEqual([])
  },
)

test('MutationObserver gets exactly the options that were given', () => {
  const observe = vi.spyOn(MutationObserver.prototype, 'observe')
  onTestFinished(() => observe.mockRestore())
  const observerOptions = { attributes: true, attributeFilter: ['src'], subtree: true }
  start({ observerOptions })
  expect(observe).toHaveBeenCalledExactlyOnceWith(expect.any(HTMLDivElement), observerOptions)
})

test('in listener mode no element is watched', () => {
  const observe = vi.spyOn(MutationObserver.prototype, 'observe')
  onTestFinished(() => observe.mockRestore())
  start({ mode: 'listener' })
  expect(observe).not.toHaveBeenCalled()
})
