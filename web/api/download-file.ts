import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, toApiError } from './call.ts'
import { httpClient } from './http-client.ts'

/** Fetches a file with the person's token, and hands it to the browser as a download. @throws ApiError */
export async function downloadFile(
  e: Endpoint,
  parts: { params?: Record<string, unknown>; query?: Record<string, unknown> },
  name: string,
): Promise<void> {
  const answer = await httpClient
    .request<Blob>({ method: e.method, url: addressOf(e, parts), responseType: 'blob' })
    .catch((error: unknown) => {
      throw toApiError(error)
    })
  const url = URL.createObjectURL(answer.data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
