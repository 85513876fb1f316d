import { wrapLoose, withParagraphs } from './html-paragraphs.ts'
import { isElement, parseHtml, textOf, writeHtml, type HtmlNode } from './html-tree.ts'
import { rebuildBlocks, type BlockSources } from './wordpress-blocks.ts'
import { expandShortcodes, type ShortcodeSources } from './wordpress-shortcodes.ts'

export type BodyNote = { element: string; count: number }
export type BodySources = Omit<ShortcodeSources, 'note'> &
  Omit<BlockSources, 'note' | 'footnotes'> & {
    /** Footnotes of this post as HTML, in order. */
    footnotes: string[]
  }

/**
 * The body of a WordPress post as HTML in the forms our editor knows. Not sanitised yet.
 * Every word a reader of the old site saw is kept; what is made by WordPress itself at the time of showing
 * (latest posts, search fields, forms) cannot be, and is noted.
 */
export function convertWordpressBody(content: string, sources: BodySources): { html: string; notes: BodyNote[] } {
  const counts = new Map<string, number>()
  const note = (element: string) => void counts.set(element, (counts.get(element) ?? 0) + 1)
  const text = content.replace(/\r\n?/g, '\n')
  const expanded = expandShortcodes(text, { ...sources, note })
  const nodes = parseHtml(expanded)
  const flowing = /<!--\s+wp:/.test(text) ? freeformParagraphs(nodes) : withParagraphs(nodes)
  const html = writeHtml(rebuildBlocks(flowing, { ...sources, note, footnotes: listedOnce(sources.footnotes) }))
  return { html, notes: [...counts].map(([element, count]) => ({ element, count })) }
}

/** A post has one list of its footnotes, however often it says where: the first place has it. */
function listedOnce(footnotes: string[]): () => string[] {
  let left = footnotes
  return () => {
    const listed = left
    left = []
    return listed
  }
}

/** Not by spreading: a text may have more lines than a call may have arguments. */
function append(result: HtmlNode[], nodes: HtmlNode[]) {
  for (const node of nodes) result.push(node)
}

/** In a post made of blocks, only what stands outside of all blocks is written the old way. */
function freeformParagraphs(nodes: HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = []
  let free: HtmlNode[] = []
  let blocks: HtmlNode[] = []
  let depth = 0
  const endFree = () => {
    if (free.some((node) => isElement(node) || textOf([node]).trim())) append(result, withParagraphs(free))
    free = []
  }
  for (const node of nodes) {
    const comment = 'comment' in node ? node.comment.trim() : ''
    const isOpening = comment.startsWith('wp:') && !comment.endsWith('/')
    if (comment.startsWith('wp:') && depth === 0) endFree()
    if (isOpening) depth++
    if (depth > 0 || comment.startsWith('wp:')) blocks.push(node)
    else free.push(node)
    if (comment.startsWith('/wp:')) depth = Math.max(0, depth - 1)
    if (depth === 0) {
      append(result, wrapLoose(blocks))
      blocks = []
    }
  }
  endFree()
  return [...result, ...wrapLoose(blocks)]
}
