import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, toApiError } from './call.ts'
import { httpClient } from './http-client.ts'

/** A browser may ask where the file goes before it reads it. */
const KEPT_MS = 60_000

type Options = {
  signal?: AbortSignal
  /** How many bytes have arrived. */
  onProgress?: (bytes: number) => void
}

/**
 * Fetches a file with the person's token, and hands it to the browser as a download.
 * @throws ApiError; what axios throws when `signal` fires
 */
export async function downloadFile(
  e: Endpoint,
  parts: { params?: Record<string, unknown>; query?: Record<string, unknown> },
  name: string,
  { signal, onProgress }: Options = {},
): Promise<void> {
  const answer = await httpClient
    .request<Blob>({
      method: e.method,
      url: addressOf(e, parts),
      responseType: 'blob',
      ...(signal && { signal }),
      ...(onProgress && { onDownloadProgress: ({ loaded }) => onProgress(loaded) }),
    })
    .catch((error: unknown) => {
      throw toApiError(error)
    })
  const url = URL.createObjectURL(answer.data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
