import { createHmac } from 'node:crypto'
import { request } from 'node:https'
import { checkedLookup, openInternet, type Surroundings } from '../outside/outside-host.ts'

export type PostSurroundings = Surroundings

const TIME_LIMIT_MS = 10_000

/** `t=<seconds since 1970>,v1=<HMAC-SHA256 of "t.body" in hex>`: who knows the secret can tell that we wrote it, and when. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/**
 * Posts JSON to an https address outside, signed. The name is resolved once, every address it has must be a public one, and
 * the connection goes to just these; a redirect is a failure, and the reply is not read.
 * @throws Error with a sentence when it was not taken
 */
export async function postSigned(
  url: string,
  secret: string,
  payload: object,
  surroundings: PostSurroundings = openInternet,
): Promise<void> {
  const target = URL.parse(url)
  if (!target || target.protocol !== 'https:') throw new Error('is not an https address')
  if (target.username || target.password) throw new Error('has a password in the address')
  const checked = await checkedLookup(target, surroundings)
  const body = JSON.stringify(payload)
  const seconds = Math.floor(Date.now() / 1000)
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(
      target,
      {
        method: 'POST',
        agent: false,
        ...checked,
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
        ...(surroundings.ca !== undefined && { ca: surroundings.ca }),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Copydesk',
          'x-copydesk-signature': signatureOf(secret, seconds, body),
        },
      },
      (reply) => {
        resolve(reply.statusCode ?? 0)
        reply.destroy()
      },
    )
    sent.on('error', (error) =>
      reject(new Error(error.name === 'TimeoutError' ? 'did not answer in time' : error.message)),
    )
    sent.end(body)
  })
  if (status < 200 || status > 299)
    throw new Error(status >= 300 && status < 400 ? `answered with a redirect (${status})` : `answered ${status}`)
}
