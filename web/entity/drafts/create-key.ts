/** Failures after which a call may have arrived all the same: only its answer is missing. */
const UNANSWERED: ReadonlySet<string> = new Set(['offline', 'busy', 'unexpected'])

/** Whether a call that failed so may have done its work. */
export const mayHaveArrived = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNANSWERED.has(String(error.code))

/** For so long the same call is taken to be sent again. */
const AGAIN_MS = 5 * 60_000
const unanswered = new Map<string, { key: string; at: number }>()

/**
 * Makes an item at a button: once, also where the button is pressed again because the connection broke before the answer.
 * @param item what is made, as text: whatever is made differently is another item
 */
export async function makeOnce<Made>(item: string, make: (key: string) => Promise<Made>): Promise<Made> {
  const known = unanswered.get(item)
  const key = known && Date.now() - known.at < AGAIN_MS ? known.key : createKey()
  unanswered.set(item, { key, at: Date.now() })
  try {
    const made = await make(key)
    unanswered.delete(item)
    return made
  } catch (error) {
    if (!mayHaveArrived(error)) unanswered.delete(item)
    throw error
  }
}

/**
 * A key for a call that makes an item: sent again with it, the call makes no second one. A UUID of version 7, made without
 * `crypto.randomUUID`, which only a safe origin has.
 */
export function createKey(): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  const time = hex(Date.now(), 12)
  const [version, variant, ...node] = crypto.getRandomValues(new Uint16Array(5))
  return [
    time.slice(0, 8),
    time.slice(8),
    hex(0x7000 | (version! & 0xfff), 4),
    hex(0x8000 | (variant! & 0x3fff), 4),
    node.map((part) => hex(part, 4)).join(''),
  ].join('-')
}
