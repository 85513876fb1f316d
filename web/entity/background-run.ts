import type { RunProgress } from '#contract/background-run.ts'
import { ApiError, tellWrite } from '../api/call.ts'
import { readToken } from '../api/session-token.ts'

/** Milliseconds between two questions; tests do not wait so long. */
export const pollPace = { ms: 1_000 }
/** So often in a row the server may fail before it is believed. */
const FAILURES_MOST = 5

/**
 * Waits for work in the background, also while the server does not answer.
 * @param ask how far it is
 * @returns what was said at its end; undefined where the person signed out meanwhile
 */
export async function awaitRun<Progress extends RunProgress>(
  ask: () => Promise<Progress>,
  tell: (progress: Progress) => void,
): Promise<Progress | undefined> {
  let wait = pollPace.ms
  let failures = 0
  for (;;) {
    await new Promise((resolve) => void setTimeout(resolve, wait))
    if (readToken() === null) return undefined
    wait = pollPace.ms
    try {
      const progress = await ask()
      failures = 0
      tell(progress)
      if (progress.status === 'running') continue
      tellWrite()
      return progress
    } catch (error) {
      if (readToken() === null) return undefined
      if (!(error instanceof ApiError)) throw error
      // A failed question says nothing about the work either, but it may fail every time.
      if (error.code === 'unexpected' ? ++failures > FAILURES_MOST : !isPassing(error)) throw error
      wait = Math.max(pollPace.ms, (error.problem?.retryAfter ?? 0) * 1000)
    }
  }
}

/** Says nothing about the work: there is no connection, only a proxy answers, or the server has too much to do. */
const isPassing = ({ code, problem }: ApiError) => !problem || code === 'busy' || code === 'too_many_requests'

/** Why it stopped before all of its items were looked at; undefined where it did not. */
export const stopOf = ({ code, reasons }: RunProgress): ApiError | undefined =>
  code === null ? undefined : new ApiError(code, { type: '', title: code, status: 409, code, requestId: '', reasons })
