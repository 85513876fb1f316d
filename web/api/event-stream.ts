import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, ApiError, toApiError } from './call.ts'
import { httpClient } from './http-client.ts'

export type ServerEvent = { name: string; data: unknown }

/**
 * Reads server-sent events of an endpoint until the server ends them or `signal` fires. Over the shared HTTP client: the
 * token goes in the header, and a session that is over asks to sign in again.
 * @throws ApiError when the channel cannot be opened or breaks; the abort reason when `signal` fires
 */
export async function readEvents(
  e: Endpoint,
  query: Record<string, unknown>,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { adapter } = httpClient.defaults
  try {
    const answer = await httpClient.request<ReadableStream<Uint8Array>>({
      method: e.method,
      url: addressOf(e, { query }),
      // The usual adapter of browsers hands a reply over when it is complete, which a stream never is.
      adapter: typeof adapter === 'function' ? adapter : 'fetch',
      responseType: 'stream',
      headers: { Accept: 'text/event-stream' },
      signal,
    })
    await readAll(answer.data, onEvent, signal)
  } catch (error) {
    signal.throwIfAborted()
    // A channel that breaks while it is read fails in the browser, not in the HTTP client.
    throw error instanceof TypeError ? new ApiError('offline') : toApiError(error)
  }
}

async function readAll(body: ReadableStream<Uint8Array>, onEvent: (event: ServerEvent) => void, signal: AbortSignal) {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    signal.throwIfAborted()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) onEvent(event)
    }
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  const [, name] = /^event: (.*)$/m.exec(block) ?? []
  const [, data] = /^data: (.*)$/m.exec(block) ?? []
  return name !== undefined && data !== undefined ? { name, data: JSON.parse(data) as unknown } : undefined
}
