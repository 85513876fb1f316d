import { Agent, request } from 'node:http'

export type Call = { method?: string; path: string; token?: string; body?: object }
export type Figures = { p50: number; p95: number }

/** Opens connections to one server and keeps them, as a browser or a site behind it does. */
export function clientOf(url: string, connections: number, timeout = 20_000) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return ({ method = 'GET', path, token, body }: Call): Promise<string> =>
    new Promise((resolve, reject) => {
      const payload = body && JSON.stringify(body)
      const headers = {
        ...(token && { authorization: `bearer ${token}` }),
        ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      }
      const asked = request(url + path, { agent, method, headers, timeout }, (reply) => {
        let said = ''
        reply.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
        reply.on('error', reject).on('end', () => {
          if (reply.statusCode === 200 || reply.statusCode === 201) resolve(said)
          else reject(new Error(`${method} ${path}: ${reply.statusCode} ${said.slice(0, 300)}`))
        })
      })
      asked.on('error', reject).on('timeout', () => asked.destroy(new Error(`${path} took too long`)))
      asked.end(payload)
    })
}

/** So long for one lot of calls; what is slow is then measured by fewer. */
const ENOUGH_MS = 1000

/** Makes the calls, `connections` at a time. @returns milliseconds of each that was made */
export async function timeAll(
  calls: Call[],
  send: (call: Call) => Promise<unknown>,
  connections: number,
  enough = ENOUGH_MS,
): Promise<number[]> {
  const left = calls.values()
  const start = performance.now()
  const times: number[] = []
  const worker = async () => {
    for (const call of left) {
      if (performance.now() - start > enough) return
      const began = performance.now()
      await send(call)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return times
}

export function figuresOf(times: number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
