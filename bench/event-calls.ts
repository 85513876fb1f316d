import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

export type EventCall = { ip: string; body: string }

/** The call of a reader of its own, the one with this number: a view of each of these articles, so that each of them counts. */
export function eventCall(articles: readonly string[], n: number): EventCall {
  const events = articles.map((article) => ({ type: 'view', article, referrer: 'https://www.example.org/a/page' }))
  const body = JSON.stringify({ batch: randomUUID(), events })
  return { ip: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`, body }
}

/** @returns sends one call, resolves with its status; and closes the connections */
export function eventSender(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (url: string, { ip, body }: EventCall): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-forwarded-for': ip,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      }
      const asked = request(`${url}/content/v1/events`, { agent, method: 'POST', headers }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
        reply.on('error', reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  return { send, close: () => agent.destroy() }
}
