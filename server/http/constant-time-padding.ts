import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 20

/**
 * Answers, or fails, only at whole steps of time after the call. The work behind both answers is the same already;
 * this hides the fractions of a millisecond by which a row that exists costs more than one that does not.
 */
export async function withConstantTimePadding<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    await pause(STEP_MS - ((performance.now() - began) % STEP_MS))
  }
}
