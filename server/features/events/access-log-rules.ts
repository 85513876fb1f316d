import { isMachine } from './event-rules.ts'

/** One line of an access log in the combined format. */
export type LogLine = {
  ip: string
  /** ms since 1970 */
  at: number
  method: string
  /** Without what follows a `?`. */
  path: string
  status: number
  referrer: string
  userAgent: string
}

const QUOTED = '"((?:[^"\\\\]|\\\\.)*)"'
const LINE = new RegExp(`^(\\S+) \\S+ [^["]*\\[([^\\]"]+)\\] ${QUOTED} (\\d{3}) (?:\\d+|-) ${QUOTED} ${QUOTED}`)
const TIME = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2})(\d{2})$/
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
/** Longer lines are no log of a web server. */
const LINE_MAX = 20_000

/** Undefined for a line that is not in the combined format. */
export function readLogLine(line: string): LogLine | undefined {
  const [, ip = '', time = '', request = '', status = '', referrer = '', userAgent = ''] =
    line.length <= LINE_MAX ? (LINE.exec(line) ?? []) : []
  const at = timeOf(time)
  const [method, target, protocol] = request.split(' ')
  if (at === undefined || !method || !target || !protocol?.startsWith('HTTP/')) return undefined
  const path = target.replace(/^https?:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')
  return { ip, at, method, path, status: Number(status), referrer: absent(referrer), userAgent: absent(userAgent) }
}

const absent = (value: string): string => (value === '-' ? '' : value)

function timeOf(text: string): number | undefined {
  const [, day, month = '', year, hour, minute, second, sign, hours, minutes] = TIME.exec(text) ?? []
  const place = MONTHS.indexOf(month)
  if (day === undefined || place < 0 || place % 3 !== 0) return undefined
  const local = Date.UTC(Number(year), place / 3, Number(day), Number(hour), Number(minute), Number(second))
  return local - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Whether a person was shown a page: asked for it, and got it or has it already. */
export const isPageView = ({ method, status }: LogLine): boolean =>
  method === 'GET' && (status === 200 || status === 304)

export const isBot = ({ userAgent }: LogLine): boolean => isMachine(userAgent)

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Finds the slug of an article in a path, by patterns such as `/blog/{slug}.html`; other placeholders stand for anything
 * without a slash, and a slash at the end makes no difference.
 * @throws Error for a pattern without `{slug}`
 */
export function slugFinder(patterns: readonly string[]): (path: string) => string | undefined {
  const expressions = patterns.map((pattern) => {
    const path = pattern.replace(/^https?:\/\/[^/]*/i, '').replace(/\/+$/, '')
    if (!path.startsWith('/') || path.split('{slug}').length !== 2)
      throw new Error(`The pattern ${pattern} must begin with / and have {slug} in it, once.`)
    const parts = path.split(/(\{[^{}]*\})/)
    const source = parts.map((part) =>
      part === '{slug}' ? '([a-z0-9]+(?:-[a-z0-9]+)*)' : /^\{.*\}$/.test(part) ? '[^/]+' : escapeRegExp(part),
    )
    return new RegExp(`^${source.join('')}/?$`)
  })
  return (path) => {
    for (const expression of expressions) {
      const slug = expression.exec(path)?.[1]
      if (slug !== undefined) return slug
    }
    return undefined
  }
}
