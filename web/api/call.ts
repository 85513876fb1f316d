import type { AxiosError } from 'axios'
import type { Endpoint, Reply, Request } from '#contract/endpoint.ts'
import type { Problem, ProblemCode } from '#contract/problems.ts'
import { earlyReplyAtHand, takeEarlyReply } from './early-calls.ts'
import { knownHttpClient } from './known-http-client.ts'
import { readToken } from './session-token.ts'

/** A failed call, named: by the server's problem, or `offline` when no answer came. */
export class ApiError extends Error {
  readonly code: ProblemCode | 'offline'
  /** Undefined when no answer came. */
  readonly problem: Problem | undefined
  constructor(code: ProblemCode | 'offline', problem?: Problem) {
    super(problem?.detail ?? problem?.title ?? code)
    this.name = 'ApiError'
    this.code = code
    this.problem = problem
  }
}

const writeListeners = new Set<() => void>()
/** Tells after every call that may have changed something. Returns a function that stops it. */
export function onWrite(tell: () => void): () => void {
  writeListeners.add(tell)
  return () => void writeListeners.delete(tell)
}
/** For what changed without a call of this page: a job that it waited for. */
export const tellWrite = (): void => writeListeners.forEach((tell) => tell())

/** Of what may work for minutes: a proxy ends a call that is not answered for thirty or sixty seconds. */
const ANSWERED_LATE = { Prefer: 'respond-async, wait=20' }

type Options = {
  signal?: AbortSignal
  /** Of `createKey`: sent again with it, a call that makes an item makes no second one. */
  key?: string | undefined
}
export type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** The address of an endpoint with its parameters filled in. */
export function addressOf(e: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = e.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

/**
 * Calls a contract endpoint.
 * @throws ApiError for every named problem and for a missing answer; the abort reason when `signal` fires
 */
export async function call<E extends Endpoint>(e: E, request: Request<E>, options: Options = {}): Promise<Reply<E>> {
  const { signal, key } = options
  const parts = request as Parts
  const url = addressOf(e, parts)
  const early = await takeEarlyReply(e.method, url, readToken())
  if (early !== undefined) return early as Reply<E>
  try {
    const httpClient = knownHttpClient() ?? (await loadHttpClient())
    const answer = await httpClient.request<Reply<E>>({
      method: e.method,
      url,
      ...(parts.body !== undefined && { data: parts.body }),
      ...(signal && { signal }),
      headers: {
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(e.respondsAsync && ANSWERED_LATE),
      },
    })
    if (e.method !== 'GET') tellWrite()
    return answer.data
  } catch (error) {
    throw toApiError(error)
  }
}

/**
 * What the first screen shows comes by calls that the page began itself, so the HTTP client is not part of the first load.
 * @throws ApiError where its code cannot be loaded
 */
export const loadHttpClient = () =>
  import('./http-client.ts').then(
    ({ httpClient }) => httpClient,
    () => {
      throw new ApiError('offline')
    },
  )

/** The reply to a GET that came with the page, if it is there already: what shows it needs no placeholder. */
export const replyAtHand = <E extends Endpoint>(e: E, request: Request<E>): Reply<E> | undefined =>
  earlyReplyAtHand(addressOf(e, request as Parts), readToken()) as Reply<E> | undefined

/** Names any failure of the HTTP client; a cancelled call stays what it is. */
export function toApiError(error: unknown): unknown {
  if (!isAxiosError(error) || error.code === 'ERR_CANCELED') return error
  const problem = error.response?.data as Problem | undefined
  if (problem && typeof problem === 'object' && 'code' in problem) return new ApiError(problem.code, problem)
  return new ApiError(error.response ? 'unexpected' : 'offline')
}

/** As axios itself says it of an error, without its code. */
const isAxiosError = (error: unknown): error is AxiosError =>
  error instanceof Error && 'isAxiosError' in error && error.isAxiosError === true
