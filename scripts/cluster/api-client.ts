import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'

export type Reply = { status: number; body: Record<string, unknown> }
export type Call = { method?: string; path: string; token?: string; body?: object }

/**
 * Calls one server, through the proxy (https) or directly (http), from an address of this machine of its own, so that limits by
 * address count it by itself. A call that gets no answer has status 0.
 */
export function createClient(base: string, from = '127.0.0.1') {
  const secure = base.startsWith('https')
  const options = { keepAlive: true, maxSockets: 64, localAddress: from }
  const agent = secure ? new Agent({ ...options, rejectUnauthorized: false }) : new PlainAgent(options)
  const { hostname, port } = new URL(base)
  return ({ method = 'GET', path, token, body }: Call): Promise<Reply> =>
    new Promise((resolve) => {
      const payload = body && JSON.stringify(body)
      const headers = {
        // Programs do not count as readers.
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
        host: secure ? 'desk.example.org' : `${hostname}:${port}`,
        ...(token && { authorization: `bearer ${token}` }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      }
      const lost = () => resolve({ status: 0, body: {} })
      const send = secure ? request : plainRequest
      const asked = send({ hostname, port, path, method, headers, agent, timeout: 20_000 }, (reply) => {
        let said = ''
        reply.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
        reply.on('error', lost).on('end', () => resolve({ status: reply.statusCode ?? 0, body: parsed(said) }))
      })
      asked.on('error', lost).on('timeout', () => asked.destroy())
      asked.end(payload)
    })
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
