import { uniqueViolation } from '../db/errors.ts'
import type { ProblemError } from './problem-error.ts'

/**
 * The unique indexes have the last word about slugs and names, whoever asks at once.
 * @param problems by the name of the index, what its refusal means to the caller
 */
export async function namingIndexes<T>(
  problems: Record<string, () => ProblemError>,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const problem = problems[uniqueViolation(error) ?? '']
    throw problem ? problem() : error
  }
}
