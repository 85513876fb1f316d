/** The text of an article's HTML, one entry per block a reader would call a paragraph. Pictures are named. */
export function paragraphsOf(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  for (const image of parsed.querySelectorAll('img')) image.replaceWith(`[${image.alt || 'img'}]`)
  const blocks = 'p,h1,h2,h3,h4,h5,h6,li,pre,blockquote,figcaption,td,th,summary'
  const leaves = [...parsed.querySelectorAll(blocks)].filter((block) => !block.querySelector(blocks))
  const texts = (leaves.length > 0 ? leaves : [parsed.body]).map((block) => (block.textContent ?? '').trim())
  return texts.filter((text) => text !== '')
}

export type ComparedParagraph = { text: string; isOnlyHere: boolean }

/** Marks the paragraphs that the other text does not have; a paragraph counts as often as it occurs. */
export function comparedParagraphs(here: readonly string[], there: readonly string[]): ComparedParagraph[] {
  const left = new Map<string, number>()
  for (const text of there) left.set(text, (left.get(text) ?? 0) + 1)
  return here.map((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return { text, isOnlyHere: count <= 0 }
  })
}
