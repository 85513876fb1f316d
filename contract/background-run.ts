import { z } from 'zod'
import { problemCodes } from './problems.ts'

/** How far the work of a job is, in the reply of each noun that has such work. */
export const runProgress = {
  status: z.enum(['running', 'done', 'failed']),
  /** Items looked at, of so many. */
  done: z.int(),
  total: z.int(),
  /** Why it stopped; null where it did not. */
  code: z.enum(problemCodes).nullable(),
  /** As in a problem with this code. */
  reasons: z.array(z.string()),
}
const RunProgress = z.object(runProgress)
export type RunProgress = z.output<typeof RunProgress>
