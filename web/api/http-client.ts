import axios, { AxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios'
import { rememberHttpClient } from './known-http-client.ts'
import { awaitLateReply, isLate } from './late-reply.ts'
import { readToken } from './session-token.ts'
import { callsAreStopped, signedInAgain } from './signed-out.ts'

/**
 * The one HTTP client. Its defaults are axios's own and the specification's: no timeout, success is 200–299,
 * XSRF-TOKEN → X-XSRF-TOKEN, no content length limits. It talks to this origin only, so the token goes nowhere else.
 */
export const httpClient = axios.create({ headers: { Accept: 'application/json' } })
rememberHttpClient(httpClient)

httpClient.interceptors.request.use((config) => {
  if (callsAreStopped()) return new Promise(() => undefined)
  if (config.baseURL || /^[a-z+]*:?\/\//i.test(config.url ?? ''))
    throw new Error('the HTTP client calls this server only')
  // No token: the literal text null, as the specification has it.
  config.headers.set('Authorization', `bearer ${readToken()}`)
  return config
})

type Again = InternalAxiosRequestConfig & { sentAgain?: boolean }

const orLater = (response: AxiosResponse) => (isLate(response) ? awaitLateReply(httpClient, response) : response)

httpClient.interceptors.response.use(orLater, async (error: unknown) => {
  if (!(error instanceof AxiosError) || !error.response) throw error
  const { response } = error
  response.data = await readProblem(response.data)
  if (response.status !== 401 || !error.config) throw error
  const config: Again = error.config
  const worked = config.headers.get('Authorization') !== 'bearer null'
  const problem = worked ? (response.data as { code?: string; reasons?: string[] } | null | undefined) : undefined
  if (problem?.code !== 'not_signed_in' || config.sentAgain) throw error
  if (!(await signedInAgain(problem.reasons ?? []))) throw error
  config.sentAgain = true
  return httpClient.request(config)
})

/** A call that asked for bytes or for a stream gets its problem as such, too. What is no JSON comes from a proxy. */
async function readProblem(data: unknown): Promise<unknown> {
  if (!(data instanceof ReadableStream || data instanceof Blob)) return data
  try {
    return JSON.parse(await new Response(data).text()) as unknown
  } catch {
    return undefined
  }
}
