import { rawAccess } from './raw-access.ts'
import { createDesk } from '../../articles/testing/desk.ts'

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
export const MINUTE = 60_000

type From = { ip?: string; userAgent?: string; headers?: Record<string, string> }

/** A desk with readers outside: `const { send, rollUp, viewsOf } = await createReaders()`. */
export async function createReaders() {
  const desk = await createDesk()
  const store = desk.services.events.storeOn(desk.db)
  await store.maintain()

  /** One call of a reader's browser. Readers come from addresses of their own, so that no limit counts them as one. */
  const send = (events: unknown, { ip = '203.0.113.7', userAgent = BROWSER, headers }: From = {}, more: object = {}) =>
    desk.app.inject({
      method: 'POST',
      url: '/content/v1/events',
      remoteAddress: ip,
      headers: { 'user-agent': userAgent, ...headers },
      payload: { ...more, events },
    })

  const everything = () => ({ from: new Date(Date.now() - 40 * 86_400_000), to: new Date(Date.now() + 86_400_000) })
  const viewsOf = async (article: string) => {
    const hours = await store.articleViews(everything())
    return hours.filter((hour) => hour.article === article).reduce((sum, { views }) => sum + views, 0)
  }
  const termsNow = () => store.termSums(everything())

  const { raw, loseCounts, storedText } = rawAccess(desk)
  return { ...desk, raw, loseCounts, storedText, store, send, viewsOf, termsNow, everything }
}

/** A time of that many minutes ago, as a browser writes it. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString()

const LOG_BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_1) AppleWebKit/537.36 Chrome/32.0 Safari/537.36'
/** The lines of a log, one after the other. */
export async function* each(lines: readonly string[]) {
  yield* lines
}
const logTime = (at: number) => {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(at).toUTCString()) ?? []
  return `${day}/${month}/${year}:${time} +0000`
}
/** A line of the combined format: this page was shown. */
export const logLine = (at: number, path: string, ip = '192.0.2.7', agent = LOG_BROWSER) =>
  `${ip} - - [${logTime(at)}] "GET ${path} HTTP/1.1" 200 5 "https://www.example.org/x?secret=1" "${agent}"`
