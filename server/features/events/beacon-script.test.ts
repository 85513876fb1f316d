import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beaconScript } from './beacon-script.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Call = { batch: string; events: { type: string; term?: string }[] }
type Copydesk = {
  search: (term: unknown, results: number) => void
  searchClick: (term: unknown, article: string, position: number) => void
}

/**
 * A page with the script, whose calls get these answers in turn: a status, or 'lost' for a call without an answer.
 * @param act what the page itself reports
 */
function openPage(answers: (number | 'lost')[], act: (copydesk: Copydesk) => void = () => undefined) {
  const calls: { at: number; body: Call }[] = []
  const fetch = async (_url: string, { body }: { body: string }) => {
    calls.push({ at: Date.now(), body: JSON.parse(body) as Call })
    const status = answers.shift() ?? 202
    if (status === 'lost') throw new TypeError('Failed to fetch')
    return { status, headers: new Headers(status === 503 ? { 'retry-after': '5' } : {}) }
  }
  const page: Record<string, unknown> = {
    document: {
      currentScript: { src: 'https://desk.example.com/content/v1/beacon.js', dataset: { article: 'id' } },
      referrer: '',
    },
    navigator: {},
    addEventListener: () => undefined,
    fetch,
    setTimeout,
    URL,
    Date,
    Math,
    JSON,
    Blob,
    crypto: globalThis.crypto,
  }
  runInContext(beaconScript, createContext({ ...page, window: page }))
  act(page['copydesk'] as Copydesk)
  return calls
}

it('E3 sends the same call again after a 503, as late as the server asks, until it is accepted', async () => {
  const calls = openPage([503, 'lost', 503, 202])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(calls).toHaveLength(4)
  expect(new Set(calls.map(({ body }) => body.batch)).size).toBe(1)
  expect(calls.every(({ body }) => body.events.length === 1 && body.events[0]?.type === 'view')).toBe(true)
  expect(calls[1]!.at - calls[0]!.at).toBeGreaterThanOrEqual(5000)
})

it('does not send a call again that was refused', async () => {
  const calls = openPage([400])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(calls).toHaveLength(1)
})

it('reports no search without a term, which would have the other events of its call refused', async () => {
  const calls = openPage([], ({ search, searchClick }) => {
    search(null, 0)
    search(undefined, 0)
    search('  ', 12)
    searchClick('', 'id', 1)
    search(' harbour ', 3)
  })
  await vi.advanceTimersByTimeAsync(1000)
  const terms = calls.flatMap(({ body }) => body.events).map(({ type, term }) => [type, term])
  expect(terms).toEqual([
    ['view', undefined],
    ['search', 'harbour'],
  ])
})
