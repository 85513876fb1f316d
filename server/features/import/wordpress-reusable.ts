import { CONTENT_MAX_BYTES } from './import-records.ts'

/** Where a post shows a reusable block: the post has its number only. Longer attributes are none. */
const REFERENCE = /<!--\s{1,9}wp:block\s{1,9}(\{[^]{0,2000}?\})\s{0,9}\/-->/g
const DEEPEST = 5

/**
 * Puts the texts of reusable blocks to where a post shows them, as WordPress does for its readers. What the file does not have, what
 * shows itself, and what would make the post too long stays a reference, and is told as lost.
 * @param textOf the blocks of a reusable block, by its id
 * @param most bytes of the result
 */
export function inlineReusable(
  content: string,
  textOf: (id: string) => string | undefined,
  most = CONTENT_MAX_BYTES,
): string {
  let room = most - Buffer.byteLength(content)
  const inlined = (text: string, within: readonly string[]): string =>
    text.replace(REFERENCE, (reference, json: string) => {
      const id = referredTo(json)
      const found = within.length < DEEPEST && !within.includes(id) ? textOf(id) : undefined
      if (found === undefined) return reference
      const bytes = Buffer.byteLength(found)
      if (bytes > room) return reference
      room -= bytes
      return inlined(found, [...within, id])
    })
  return content.includes('wp:block') ? inlined(content, []) : content
}

/** Empty where it says none. */
function referredTo(json: string): string {
  try {
    const { ref } = JSON.parse(json) as { ref?: unknown }
    return typeof ref === 'number' || typeof ref === 'string' ? String(ref) : ''
  } catch {
    return ''
  }
}
