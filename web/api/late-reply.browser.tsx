import { AxiosError, type InternalAxiosRequestConfig } from 'axios'
import { expect, test } from 'vitest'
import { tagEndpoints } from '#contract/tags.ts'
import { ApiError, call, onWrite } from './call.ts'
import { httpClient } from './http-client.ts'

const ID = '00000000-0000-7000-8000-000000000001'
const LATE = { status: 202, headers: { location: '/api/late-replies/1', 'preference-applied': 'respond-async' } }
const WORKING = { status: 202 }

type Answer = { status: number; headers?: Record<string, string>; data?: unknown }

/** Answers one call after the other; null: no answer comes. Nobody waits between two. */
function answerWith(...answers: (Answer | null)[]) {
  const asked: string[] = []
  httpClient.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const preferred = config.headers.get('Prefer') as string | null
    asked.push(`${config.method} ${config.url} ${preferred ?? ''}`.trim())
    const answer = answers.shift()
    if (!answer) throw new AxiosError('Network Error', 'ERR_NETWORK', config)
    const headers = { 'retry-after': '0', ...answer.headers }
    const response = { data: '', statusText: '', ...answer, headers, config }
    if (answer.status >= 400) throw new AxiosError('refused', undefined, config, undefined, response)
    return response
  }
  return asked
}

const merge = () => call(tagEndpoints.merge, { params: { id: ID }, body: { from: [ID] } })
const failure = () => merge().catch((error: unknown) => error as ApiError)

test('what takes long is asked for until its answer is there, which is as if it had come at once', async () => {
  const asked = answerWith(LATE, WORKING, WORKING, { status: 200, data: { moved: 7 } })
  const told: number[] = []
  const stop = onWrite(() => told.push(asked.length))
  expect(await merge()).toEqual({ moved: 7 })
  stop()
  expect(asked).toEqual([
    `post /api/tags/${ID}/merge respond-async, wait=20`,
    ...Array.from({ length: 3 }, () => 'get /api/late-replies/1'),
  ])
  // Lists are read again when it is done, not before.
  expect(told).toEqual([4])
})

test('a refusal that comes late is told like any other', async () => {
  answerWith(LATE, WORKING, { status: 404, data: { code: 'not_found', title: 'Not found', status: 404 } })
  expect(await failure()).toMatchObject({ code: 'not_found' })
})

test('a connection that is lost meanwhile, or a server that starts again, changes nothing', async () => {
  const away = { status: 502, data: '<html>Bad Gateway</html>' }
  answerWith(LATE, null, away, null, WORKING, { status: 200, data: { moved: 1 } })
  expect(await merge()).toEqual({ moved: 1 })
})

test('a server that stays away is told in the end', async () => {
  const asked = answerWith(LATE)
  expect(await failure()).toMatchObject({ code: 'offline' })
  expect(asked.length).toBeGreaterThan(30)
})

test('a short call says nothing of this', async () => {
  const asked = answerWith({ status: 200, data: {} })
  await call(tagEndpoints.view, { params: { id: ID } })
  expect(asked).toEqual([`get /api/tags/${ID}`])
})
