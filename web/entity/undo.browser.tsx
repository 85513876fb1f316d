import { AxiosError } from 'axios'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UndoProgress } from '#contract/undo.ts'
import { onWrite } from '../api/call.ts'
import { httpClient } from '../api/http-client.ts'
import { forgetToken, storeToken } from '../api/session-token.ts'
import { showScreen } from '../ui/testing/show-screen.tsx'
import { useUndo } from './undo.ts'

const step = { id: '00000000-0000-7000-8000-000000000001', until: '2999-01-01T00:00:00.000Z' }
const none = { restored: 0, skipped: 0, left: [] }
const progress = (fields: Partial<UndoProgress>): UndoProgress => ({
  status: 'running',
  done: 0,
  total: 200,
  report: none,
  code: null,
  reasons: [],
  ...fields,
})
type Refused = { status: number; data: unknown }
const isRefused = (reply: UndoProgress | Refused): reply is Refused => 'data' in reply

/** An undo in the background. @param replies what the server says about it, one after the other; the last one again */
function undo(replies: (UndoProgress | Refused)[], refusal?: string) {
  const asked: (string | undefined)[] = []
  httpClient.defaults.adapter = async (config) => {
    const answer = (data: unknown, status = 200) => ({ data, status, statusText: '', headers: {}, config })
    const data = { code: refusal, title: '', status: 409, requestId: '1' }
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
  return { asked, settled }
}
const button = page.getByRole('button', { name: 'Undo it' })
const messages = page.getByRole('region', { name: 'Messages (F8)' })

beforeEach(() => {
  storeToken('a token')
  onTestFinished(forgetToken)
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
