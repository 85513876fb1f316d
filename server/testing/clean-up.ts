import { afterAll, onTestFinished } from 'vitest'

/** After this test, or after the file where it is called at the top of it. Vitest drops an `afterAll` of a running test without a word. */
export function cleanUp(act: () => void | Promise<void>): void {
  try {
    onTestFinished(act)
  } catch {
    afterAll(act)
  }
}
