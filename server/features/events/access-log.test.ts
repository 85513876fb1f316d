import { expect, it } from 'vitest'
import { growthOf, MOST_GROWTH } from '../../testing/growth.ts'
import { isBot, isPageView, readLogLine, slugFinder } from './access-log-rules.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const line = (request = 'GET /rain?utm=1 HTTP/1.1', agent = BROWSER, time = '17/May/2015:10:05:03 +0000') =>
  `83.149.9.216 - - [${time}] "${request}" 200 203023 "http://example.com/from?q=1" "${agent}"`

it('reads a line of the combined format', () =>
  expect(readLogLine(line())).toEqual({
    ip: '83.149.9.216',
    at: Date.UTC(2015, 4, 17, 10, 5, 3),
    method: 'GET',
    path: '/rain',
    status: 200,
    referrer: 'http://example.com/from?q=1',
    userAgent: BROWSER,
  }))

it('takes the time zone of a line into account', () =>
  expect(readLogLine(line(undefined, undefined, '01/Jan/2026:00:30:00 +0530'))?.at).toBe(Date.UTC(2025, 11, 31, 19)))

it.each([
  ['an empty line', ''],
  ['another format', '2026-01-01 10:00:00 GET /rain 200'],
  ['a request that is none', line('-')],
  ['half a request', line('GET /rain')],
  ['a month that is none', line(undefined, undefined, '17/Foo/2015:10:05:03 +0000')],
  ['a quote that does not end', line().slice(0, -1)],
  ['a very long line', line(`GET /${'a'.repeat(30_000)} HTTP/1.1`)],
])('%s is not read', (_what, text) => expect(readLogLine(text)).toBeUndefined())

it('a quote inside of a name is read', () =>
  expect(readLogLine(line(undefined, 'A \\"quoted\\" browser'))?.userAgent).toBe('A \\"quoted\\" browser'))

it('R38 the time of a hostile line grows with its length, not with the square of it', () => {
  const hostile = (length: number) => `1.1.1.1 - ${'['.repeat(length)} "${'\\'.repeat(length)}`
  const read = (length: number) => () => readLogLine(hostile(length))
  // The longer one is nearly as long as a line may be.
  expect(growthOf(read, 2400)).toBeLessThan(MOST_GROWTH)
})

it('counts what a person was shown, and no robot', () => {
  const read = (request: string, agent?: string) => readLogLine(line(request, agent))!
  expect(isPageView(read('GET /rain HTTP/2.0'))).toBe(true)
  expect(isPageView(read('HEAD /rain HTTP/1.1'))).toBe(false)
  expect(isPageView({ ...read('GET /rain HTTP/1.1'), status: 404 })).toBe(false)
  expect(isBot(read('GET /rain HTTP/1.1', 'Googlebot/2.1 (+http://www.google.com/bot.html)'))).toBe(true)
  expect(isBot(read('GET /rain HTTP/1.1', '-'))).toBe(true)
  expect(isBot(read('GET /rain HTTP/1.1'))).toBe(false)
})

it('finds an article by the pattern of its address', () => {
  const slugOf = slugFinder(['/blog/{category}/{slug}.html', 'https://example.com/articles/{slug}'])
  expect(slugOf('/blog/geekery/ssl-latency.html')).toBe('ssl-latency')
  expect(slugOf('/articles/ssh-security/')).toBe('ssh-security')
  for (const path of [
    '/blog/ssl-latency.html',
    '/blog/a/ssl-latencyxhtml',
    '/articles/',
    '/articles/a/b',
    '/articles/A',
  ])
    expect(slugOf(path)).toBeUndefined()
  for (const pattern of ['{slug}', '/blog/', '/{slug}/{slug}']) expect(() => slugFinder([pattern])).toThrow('{slug}')
})
