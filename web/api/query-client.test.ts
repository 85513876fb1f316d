import { expect, it } from 'vitest'
import { ApiError } from './call.ts'
import { queryClient } from './query-client.ts'

const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {}
const busy = (retryAfter?: number) =>
  new ApiError('busy', {
    type: 'urn:copydesk:problem:busy',
    title: 'Busy',
    status: 503,
    code: 'busy',
    requestId: '1',
    ...(retryAfter !== undefined && { retryAfter }),
  })
const delay = (count: number, error: Error) => typeof retryDelay === 'function' && retryDelay(count, error)

it('what the server was too busy for is asked again after the time it named, and given up after two tries', () => {
  expect(delay(0, busy(2))).toBe(2000)
  expect(delay(1, busy(5))).toBe(5000)
  expect(delay(0, busy())).toBe(1000)
  expect([0, 1, 2].map((count) => typeof retry === 'function' && retry(count, busy(2)))).toEqual([true, true, false])
})
