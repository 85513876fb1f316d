import { AxiosError } from 'axios'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UndoProgress } from '#contract/undo.ts'
import { onWrite } from '../api/call.ts'
import { httpClient } from '../api/http-client.ts'
import { meQuery } from '../api/me.ts'
import { queryClient } from '../api/query-client.ts'
import { forgetToken, storeToken } from '../api/session-token.ts'
import { showScreen } from '../ui/testing/show-screen.tsx'
import { pollSooner } from './testing/poll-sooner.ts'
import { keptUndos, useUndo, useUndoUnderWay } from './undo.ts'

const step = { id: '00000000-0000-7000-8000-000000000001', until: '2999-01-01T00:00:00.000Z' }
const none = { restored: 0, skipped: 0, left: [] }
const progress = (fields: Partial<UndoProgress>): UndoProgress => ({
  status: 'running',
  done: 0,
  total: 200,
  report: none,
  code: null,
  reasons: [],
  can: { stop: false },
  ...fields,
})
type Refused = { status: number; data: unknown }
const isRefused = (reply: UndoProgress | Refused): reply is Refused => 'data' in reply

/** An undo in the background. @param replies what the server says about it, one after the other; the last one again */
function undo(replies: (UndoProgress | Refused)[], refusal?: string) {
  const asked: (string | undefined)[] = []
  const posted: string[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const data = { code: refusal, title: '', status: 409, requestId: '1' }
    if (config.method === 'post') posted.push(String(config.url).split('?')[0] ?? '')
    if (config.url?.endsWith('/stop')) return answer(replies[0])
    if (config.method === 'post' && refusal)
      throw new AxiosError('refused', undefined, config, null, answer(data, data.status))
    if (config.method === 'post') return answer({ ...none, inBackground: true })
    asked.push(String(config.headers.get('Authorization')))
    const reply = replies.length > 1 ? replies.shift()! : replies[0]!
    if (!isRefused(reply)) return answer(reply)
    throw new AxiosError('refused', undefined, config, null, answer(reply.data, reply.status))
  }
  const settled = { times: 0 }
  const onSettled = () => void settled.times++
  function Screen() {
    const run = useUndo(onSettled)
    return (
      <button type="button" onClick={() => void run([step])}>
        Undo it
      </button>
    )
  }
  showScreen(<Screen />)
  return { asked, posted, settled }
}
const button = page.getByRole('button', { name: 'Undo it' })
const messages = page.getByRole('region', { name: 'Messages (F8)' })

beforeEach(() => {
  storeToken('a token')
  onTestFinished(forgetToken)
  pollSooner()
})

test('who signs out while an undo goes on in the background hears no more of it', async () => {
  const { asked } = undo([progress({ done: 20 })])
  await button.click()
  await expect.element(messages.getByText('Undoing… 20 of 200')).toBeVisible()
  forgetToken()
  await expect.element(messages.getByText(/Undoing/)).not.toBeInTheDocument()
  expect(messages.getByText(/./).elements()).toEqual([])
  expect(asked).not.toContain('bearer null')
})

test('it is waited for while only a proxy answers, or the server has too much to do', async () => {
  const limited = { code: 'too_many_requests', title: '', status: 429, requestId: '1' }
  undo([
    { status: 502, data: '<html>Bad Gateway</html>' },
    { status: 429, data: limited },
    progress({ status: 'done', done: 200, report: { ...none, restored: 200 } }),
  ])
  await button.click()
  await expect.element(messages.getByText('Undone', { exact: true }), { timeout: 10_000 }).toBeVisible()
})

test('what stopped in the middle says how many came back, and why it stopped', async () => {
  const { settled } = undo([
    progress({ status: 'failed', done: 130, report: { ...none, restored: 120, skipped: 10 }, code: 'forbidden' }),
  ])
  await button.click()
  await expect
    .element(messages.getByText(/^The undo stopped after 120 of 200\. Your role does not allow/))
    .toBeVisible()
  expect(settled.times).toBe(2)
})

test('the end is told as a change, so that offers which are no longer possible go, in other tabs too', async () => {
  const replies = [progress({ done: 20 })]
  undo(replies)
  let writes = 0
  onTestFinished(onWrite(() => writes++))
  await button.click()
  await expect.element(messages.getByText('Undoing… 20 of 200')).toBeVisible()
  expect(writes).toBe(1)
  replies.push(progress({ status: 'done', done: 200, report: { ...none, restored: 200 } }))
  await expect.element(messages.getByText('Undone', { exact: true })).toBeVisible()
  expect(writes).toBe(2)
})

test('one that is under way already, begun in another browser, is followed instead of refused', async () => {
  undo(
    [progress({ done: 20 }), progress({ status: 'done', done: 200, report: { ...none, restored: 200 } })],
    'in_progress',
  )
  await button.click()
  await expect.element(messages.getByText('Undone', { exact: true }), { timeout: 5000 }).toBeVisible()
})

const stopButton = messages.getByRole('button', { name: 'Stop' })

test('one that is undone in parts can be stopped: it says how many are back, and goes on when asked', async () => {
  const replies = [progress({ done: 50, can: { stop: true } })]
  const { posted } = undo(replies)
  await button.click()
  await expect.element(messages.getByText('Undoing… 50 of 200')).toBeVisible()
  await stopButton.click()
  await expect.poll(() => posted.at(-1)).toBe(`/api/undo/${step.id}/stop`)
  const report = { ...none, restored: 100 }
  replies[0] = progress({ status: 'failed', code: 'stopped', done: 100, report })
  const end = messages.getByText('Stopped. Undone: 100 of 200. The others can still be undone.')
  await expect.element(end, { timeout: 5000 }).toBeVisible()
  await expect.element(messages.getByText(/The undo stopped/)).not.toBeInTheDocument()
  await expect.element(stopButton).not.toBeInTheDocument()
  replies[0] = progress({ status: 'done', done: 100, total: 100, report })
  await messages.getByRole('button', { name: 'Go on' }).click()
  expect(posted.at(-1)).toBe(`/api/undo/${step.id}`)
  await expect.element(messages.getByText('Undone', { exact: true }), { timeout: 5000 }).toBeVisible()
})

test('one that was stopped says what was left as it is, and where nothing was undone', async () => {
  const left = [{ id: step.id, title: 'Changed since', code: 'stale_version' as const }]
  const replies = [
    progress({ status: 'failed', code: 'stopped', done: 50, report: { restored: 49, skipped: 1, left } }),
  ]
  undo(replies)
  await button.click()
  const end = messages.getByText(
    'Stopped. Undone: 49 of 200. Left as it is, because someone changed it since: “Changed since”.',
  )
  await expect.element(end, { timeout: 5000 }).toBeVisible()
  replies[0] = progress({ status: 'failed', code: 'stopped' })
  await button.click()
  await expect.element(messages.getByText('Stopped. Nothing was undone.'), { timeout: 5000 }).toBeVisible()
})

test('one that is undone as a whole offers no stop', async () => {
  undo([progress({ done: 20 })])
  await button.click()
  await expect.element(messages.getByText('Undoing… 20 of 200')).toBeVisible()
  await expect.element(stopButton).not.toBeInTheDocument()
})

const person = '00000000-0000-7000-8000-00000000aaaa'
const many = [1, 2, 3].map((n) => ({ id: `00000000-0000-7000-8000-00000000000${n}`, until: step.until }))
const kept = keptUndos('copydesk.testUndo')

/** Three changes of 200 items each, undone one after the other, in a page that can be loaded again. */
function undoMany() {
  queryClient.setQueryData(meQuery.queryKey, { id: person } as never)
  onTestFinished(() => (localStorage.clear(), queryClient.clear()))
  const posted: string[] = []
  const state = new Map<string, 'running' | 'done' | 'gone'>()
  const settled = () => undefined
  const counted = (count: number) => `${count} items`
  const wentOn: unknown[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const refuse = (code: string, status: number) => {
      throw new AxiosError(
        'refused',
        undefined,
        config,
        null,
        answer({ code, title: '', status, requestId: '1' }, status),
      )
    }
    const id = /undo\/([^/?]+)/.exec(String(config.url))![1]!
    const now = state.get(id)
    if (config.method === 'post') {
      if (now === 'gone') refuse('undo_expired', 409)
      posted.push(id)
      state.set(id, 'running')
      return answer({ ...none, inBackground: true })
    }
    if (now === undefined) refuse('not_found', 404)
    if (now === 'running') return answer(progress({ done: 50, report: { ...none, restored: 50 } }))
    return answer(progress({ status: 'done', done: 200, report: { ...none, restored: 200 } }))
  }
  function Screen() {
    const run = useUndo(settled, counted, kept)
    useUndoUnderWay(person, kept, settled, counted, (next) => wentOn.push(next))
    return (
      <button type="button" onClick={() => void run(many, { run: () => wentOn.push('at once'), kept: 'later' })}>
        Undo it
      </button>
    )
  }
  let close = () => {}
  const load = () => void ({ close } = showScreen(<Screen />))
  /** What the page was doing ends with it. */
  const leave = async () => {
    forgetToken()
    await expect.element(messages.getByText(/Undoing/)).not.toBeInTheDocument()
    close()
    storeToken('a token')
  }
  return { posted, state, load, leave, wentOn }
}

test('a page that is loaded again in the middle of several changes goes on with all of them, and says how far it is', async () => {
  const { posted, state, load, leave, wentOn } = undoMany()
  const [first, second, third] = many.map(({ id }) => id) as [string, string, string]
  load()
  await button.click()
  await expect.element(messages.getByText('Undoing… Change 1 of 3: 50 of 200')).toBeVisible()
  state.set(third, 'done')
  await expect.element(messages.getByText('Undoing… Change 2 of 3: 50 of 200')).toBeVisible()
  await leave()
  load()
  await expect.element(messages.getByText('Undoing… Change 2 of 3: 50 of 200')).toBeVisible()
  expect(posted).toEqual([third, second])
  state.set(second, 'done')
  await expect.element(messages.getByText('Undoing… Change 3 of 3: 50 of 200')).toBeVisible()
  expect(posted).toEqual([third, second, first])
  state.set(first, 'done')
  await expect.element(messages.getByText('Undone: 600 items', { exact: true })).toBeVisible()
  expect(wentOn).toEqual(['later'])
  // Other files of tests keep their own there.
  await expect.poll(() => JSON.stringify(localStorage)).not.toContain(first)
})

test('what another tab undid meanwhile is no failure', async () => {
  const { posted, state, load, leave } = undoMany()
  const [first, second, third] = many.map(({ id }) => id) as [string, string, string]
  load()
  await button.click()
  await expect.element(messages.getByText('Undoing… Change 1 of 3: 50 of 200')).toBeVisible()
  await leave()
  state.set(third, 'done').set(second, 'gone')
  load()
  await expect.element(messages.getByText('Undoing… Change 3 of 3: 50 of 200')).toBeVisible()
  expect(posted).toEqual([third, first])
  state.set(first, 'done')
  await expect.element(messages.getByText('Undone: 400 items', { exact: true })).toBeVisible()
})
