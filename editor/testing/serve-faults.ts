import type { IncomingMessage, ServerResponse } from 'node:http'

/** Longer than any test waits. A browser keeps few connections, so none is held for ever. */
const GIVEN_UP = 15_000
const LATE = 400
const START_PAGE = '<!doctype html><html><body><div id="app"></div></body></html>'

/**
 * Servers that fail, for tests in a browser, under /editor-faults/: `silent.js` never answers, `late.js` only after a
 * while, `page.js` and `page.css` answer 200 with a start page, and `first-silent.js?key` and `first-gone.js?key` fail
 * only once for each key.
 */
export function serveFaults() {
  const asked = new Set<string>()
  const isFirst = (url: string) => {
    const key = url.replace(/=?&.*/, '')
    return !asked.has(key) && Boolean(asked.add(key))
  }
  return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const url = request.url ?? ''
    const name = /^\/editor-faults\/([\w.-]+)/.exec(url)?.[1]
    if (!name) return next()
    const send = (status: number, type: string, text: string) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
      response.end(text)
    }
    if (name === 'silent.js' || (name === 'first-silent.js' && isFirst(url)))
      return void setTimeout(() => response.destroy(), GIVEN_UP).unref()
    if (name.startsWith('page.')) return send(200, 'text/html', START_PAGE)
    if (name === 'first-gone.js' && isFirst(url)) return send(503, 'text/plain', 'not now')
    setTimeout(() => send(200, 'text/javascript', 'void 0'), name === 'late.js' ? LATE : 0)
  }
}
