import { Agent, request, type ClientRequest } from 'node:http'

export type Reply = { status: number; body: string }
export type FaultCall = {
  method?: string
  path: string
  token?: string
  body?: object | Buffer
  type?: string
  /** The address of a reader. */
  from?: string
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
/** The server ends every call earlier. */
const LONGEST_MS = 60_000

/** The error of a call that was not answered; `code` as Node says, `was`: whether the connection had served calls before. */
export class NotAnswered extends Error {
  code: string
  constructor(error: NodeJS.ErrnoException, asked: ClientRequest) {
    super(error.message, { cause: error })
    this.code = `${error.code ?? 'closed'}${asked.reusedSocket ? ' on a kept connection' : ''}`
  }
}

/** Calls over connections that are kept, as a browser or a site does; `close` ends them. */
export function callerOf(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call = ({ method = 'GET', path, token, body, type = 'application/json', from }: FaultCall): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const payload = body && (Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)))
      const headers = {
        'user-agent': BROWSER,
        ...(token && { authorization: `bearer ${token}` }),
        ...(from && { 'x-forwarded-for': from }),
        ...(payload && { 'content-type': type, 'content-length': payload.length }),
      }
      const asked = request(url + path, { agent, method, headers, timeout: LONGEST_MS }, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', (error) => reject(new NotAnswered(error, asked)))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(chunks).toString(token ? 'utf8' : 'latin1') }),
        )
      })
      asked.on('error', (error) => reject(new NotAnswered(error, asked)))
      asked.on('timeout', () => asked.destroy(new Error('not answered within a minute')))
      asked.end(payload)
    })
  return { call, close: () => agent.destroy() }
}
