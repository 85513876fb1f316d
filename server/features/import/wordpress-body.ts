import { isComment, isTag, type ChildNode, type Element } from 'domhandler'
import { find, textContent } from 'domutils'
import { splitAtPages, wrapLoose, withParagraphs } from './html-paragraphs.ts'
import { parseHtml, writeHtml } from './html-tree.ts'
import { listOf, rebuildBlocks, type BlockSources, type Footnote } from './wordpress-blocks.ts'
import { linkNotes } from './html-notes.ts'
import { expandShortcodes, type ShortcodeSources } from './wordpress-shortcodes.ts'

export type BodyNote = { element: string; count: number }
export type BodySources = Omit<ShortcodeSources, 'note'> &
  Omit<BlockSources, 'note' | 'footnotes'> & {
    /** Of this post, in order. */
    footnotes: Footnote[]
  }

/** `looseFootnotes`: how many that no mark in the text leads to. */
export type ReadBody = { html: string; notes: BodyNote[]; looseFootnotes?: number }

/**
 * The body of a WordPress post as HTML in the forms our editor knows. Not sanitised yet.
 * All visible text is kept. What WordPress generates when it renders a page (latest posts, search fields, forms) cannot be
 * converted and is counted in `notes`.
 */
export function convertWordpressBody(content: string, sources: BodySources): ReadBody {
  const counts = new Map<string, number>()
  const note = (element: string) => void counts.set(element, (counts.get(element) ?? 0) + 1)
  const text = content.replace(/\r\n?/g, '\n')
  const expanded = expandShortcodes(text, { ...sources, note })
  const nodes = splitAtPages(parseHtml(expanded))
  const flowing = /<!--\s+wp:/.test(text) ? freeformParagraphs(nodes) : withParagraphs(nodes)
  const footnotes = listedOnce(sources.footnotes)
  const rebuilt = rebuildBlocks(flowing, { ...sources, note, footnotes })
  const marked = marksIn(flowing)
  const isMarked = ({ id }: Footnote) => marked.has(id)
  // A theme may show them where there is no block for them.
  const unlisted = footnotes().filter(isMarked)
  const html = writeHtml(linkNotes([...rebuilt, ...listOf(unlisted)]))
  const loose = sources.footnotes.filter((footnote) => !isMarked(footnote)).length
  return {
    html,
    notes: [...counts].map(([element, count]) => ({ element, count })),
    ...(loose > 0 && { looseFootnotes: loose }),
  }
}

const marksIn = (nodes: ChildNode[]): Set<string> =>
  new Set(
    find((node) => isTag(node) && 'data-fn' in node.attribs, nodes, true, Infinity).map(
      (node) => (node as Element).attribs['data-fn'] ?? '',
    ),
  )

/** A post shows its footnotes once: the first footnotes block gets them. */
function listedOnce(footnotes: Footnote[]): () => Footnote[] {
  let left = footnotes
  return () => {
    const listed = left
    left = []
    return listed
  }
}

/** No spread: a text may have more lines than a call may have arguments. */
function append(result: ChildNode[], nodes: ChildNode[]) {
  for (const node of nodes) result.push(node)
}

/** In a post made of blocks, only the text outside all blocks needs `withParagraphs`. */
function freeformParagraphs(nodes: ChildNode[]): ChildNode[] {
  const result: ChildNode[] = []
  let free: ChildNode[] = []
  let blocks: ChildNode[] = []
  let depth = 0
  const endFree = () => {
    if (free.some((node) => isTag(node) || textContent(node).trim())) append(result, withParagraphs(free))
    free = []
  }
  for (const node of nodes) {
    const comment = isComment(node) ? node.data.trim() : ''
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
