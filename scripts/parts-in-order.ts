import type { Part } from './test-part.ts'

/** Runs each part as soon as the parts that it names in `after` have ended, in whatever way; the results are in the order of the parts. */
export async function runInOrder<T>(parts: readonly Part[], run: (part: Part) => Promise<T>): Promise<T[]> {
  const results = new Map<string, Promise<T>>()
  for (const part of parts) {
    const earlier = (part.after ?? []).map((name) => {
      const result = results.get(name)
      if (!result) throw new Error(`${part.name} comes after ${name}, which is not a part before it`)
      return result
    })
    const result = Promise.allSettled(earlier).then(() => run(part))
    // Waited for below; a part that fails must not end the process before the others are done.
    result.catch(() => undefined)
    results.set(part.name, result)
  }
  return Promise.all(results.values())
}
