import type { AxiosError, AxiosInstance, AxiosResponse, InternalAxiosRequestConfig } from 'axios'

/** So often in a row the server may not be reached; with two seconds between, that is as long as a restart takes. */
const UNREACHED_MOST = 60

/**
 * What a call came to that the server answered 202, and goes on with: asked for until it is there.
 * @throws AxiosError what the call failed with; or without a response, when the server could not be reached for some minutes
 */
export async function awaitLateReply(client: AxiosInstance, response: AxiosResponse): Promise<AxiosResponse> {
  const { signal } = response.config
  const url = String(response.headers['location'])
  let [unreached, latest] = [0, response]
  while (latest.status === 202) {
    await pause(Number(latest.headers['retry-after'] ?? 2) * 1000, signal)
    try {
      latest = await client.get(url, { ...(signal && { signal }) })
      unreached = 0
    } catch (error) {
      if (!isUnreached(error) || ++unreached > UNREACHED_MOST) throw error
    }
  }
  return latest
}

/** Whether it only promises an answer. */
export const isLate = ({ status, headers }: AxiosResponse): boolean =>
  status === 202 && headers['preference-applied'] === 'respond-async'

/** Nothing came, or what a proxy says of a server that is away. */
function isUnreached(error: unknown): boolean {
  const { isAxiosError, code, response } = error as AxiosError
  if (!isAxiosError || code === 'ERR_CANCELED') return false
  const said = response?.data as { code?: string } | undefined
  return !response || (said?.code === undefined && response.status >= 502 && response.status <= 504)
}

const pause = (ms: number, signal: InternalAxiosRequestConfig['signal']) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener?.('abort', () => {
      clearTimeout(timer)
      reject((signal as AbortSignal).reason as Error)
    })
  })
