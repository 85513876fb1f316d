/** Elements without an end tag. */
const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'source', 'track', 'wbr'])
const TAG = /<!--[\s\S]*?-->|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi

export type Tag = { at: number; end: number; name: string; isEnd: boolean; isVoid: boolean }

/** The tags of HTML in their order, without comments; names in lower case. */
export const tagsOf = (html: string): Tag[] =>
  [...html.matchAll(TAG)].flatMap(({ 0: tag, 1: slash, 2: given, index }) => {
    const name = given?.toLowerCase()
    return name ? [{ at: index, end: index + tag.length, name, isEnd: slash !== '', isVoid: VOID.has(name) }] : []
  })

/** Whether every element ends, in the reverse order of their beginnings. */
export function isWellFormed(html: string): boolean {
  const open: string[] = []
  for (const { name, isEnd, isVoid } of tagsOf(html)) {
    if (isEnd && open.pop() !== name) return false
    if (!isEnd && !isVoid) open.push(name)
  }
  return open.length === 0
}
