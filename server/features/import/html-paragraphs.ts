import { Comment, isComment, isTag, isText, Text, type ChildNode } from 'domhandler'
import { element, isBlank } from './html-tree.ts'

const BLOCK = new Set(
  `address article aside blockquote center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hgroup hr legend li listing main menu nav ol p pre section summary table tbody td tfoot th thead tr ul caption col
   colgroup video audio iframe object script style noscript`.split(/\s+/),
)
/** Their text is kept unchanged: a line end is only a line end. */
const VERBATIM = new Set('pre listing xmp textarea script style iframe object svg math select'.split(' '))
/** They hold elements only; white space between those is ignored. */
const STRUCTURE = new Set('ul ol dl table thead tbody tfoot tr colgroup menu dir'.split(' '))
/** They may contain paragraphs. */
const FLOW = new Set(
  'blockquote div section article aside header footer main nav center form fieldset details'.split(' '),
)

const PAGE_END = 'nextpage'

/** A block-level element, or a comment of WordPress that begins or ends a block or ends a page. */
export const isBlock = (node: ChildNode) =>
  isTag(node) ? BLOCK.has(node.name) : isComment(node) && /^\s*(?:\/?wp:|nextpage\s*$)/.test(node.data)

/**
 * WordPress ends a page wherever its comment is: a paragraph becomes two there, and any other line of text has a break. The
 * comments stay, so that they are counted.
 */
export function splitAtPages(nodes: ChildNode[]): ChildNode[] {
  return nodes.flatMap((node) => {
    if (!isTag(node) || VERBATIM.has(node.name)) return [node]
    const { name, attribs } = node
    const children = splitAtPages(node.children)
    const pages = BLOCK.has(name) && !children.some((child) => isTag(child) && isBlock(child)) ? pagesOf(children) : []
    if (pages.length < 2) return [element(name, attribs, children)]
    const ends = pages.slice(1).map(() => new Comment(PAGE_END))
    const filled = pages.filter((page) => page.some((child) => !isBlank(child)))
    if (name === 'p') return [...filled.map((page) => element(name, attribs, page)), ...ends]
    const lines = filled.flatMap((page, at) => (at === 0 ? page : [element('br', {}), ...page]))
    return [element(name, attribs, [...lines, ...ends])]
  })
}

/** Also splits inside inline elements. */
function pagesOf(nodes: ChildNode[]): ChildNode[][] {
  const pages: ChildNode[][] = [[]]
  for (const node of nodes)
    joinPieces(
      pages,
      piecesOf(node, (leaf) => (isComment(leaf) && leaf.data.trim() === PAGE_END ? [[], []] : undefined)),
    )
  return pages
}

/**
 * The old WordPress editor stored no paragraphs: a blank line separates two, a single line end is a line break.
 * Returns the tree with these paragraphs and line breaks as elements.
 */
export function withParagraphs(nodes: ChildNode[]): ChildNode[] {
  return inRuns(nodes.map(inside), (run) => paragraphsOf(run))
}

/** Wraps each run of text and inline elements between blocks in a paragraph; line ends are kept. */
export function wrapLoose(nodes: ChildNode[]): ChildNode[] {
  return inRuns(nodes, (run) => [element('p', {}, trimmed(run))])
}

function inside(node: ChildNode): ChildNode {
  if (!isTag(node) || VERBATIM.has(node.name)) return node
  const { name, attribs, children } = node
  if (STRUCTURE.has(name)) return element(name, attribs, children.filter((child) => !isBlank(child)).map(inside))
  if (FLOW.has(name)) return element(name, attribs, withParagraphs(children))
  if (!BLOCK.has(name)) return element(name, attribs, children.map(inside))
  const within = children.map(inside)
  // A list item, a cell or a heading is one run of text unless it has a blank line.
  const kept = inRuns(within, (run) => {
    const parts = splitAtBlankLines(run)
    if (parts.length > 1 && /^(?:li|td|th|dd|dt)$/.test(name))
      return parts.map((part) => element('p', {}, withBreaks(part)))
    return withBreaks(trimmed(run))
  })
  return element(name, attribs, kept)
}

function paragraphsOf(run: ChildNode[]): ChildNode[] {
  return splitAtBlankLines(run).map((part) => element('p', {}, withBreaks(part)))
}

/** Calls `wrap` for each run of text and inline elements; blocks are kept. Runs of white space only are dropped. */
function inRuns(nodes: ChildNode[], wrap: (run: ChildNode[]) => ChildNode[]): ChildNode[] {
  const result: ChildNode[] = []
  let run: ChildNode[] = []
  const end = () => {
    // No spread: a text may have more lines than a call may have arguments.
    if (run.some((node) => !isBlank(node))) for (const node of wrap(run)) result.push(node)
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    end()
    result.push(node)
  }
  end()
  return result
}

/** Also splits inside inline elements: `<em>a⏎⏎b</em>` becomes two of them. */
function splitAtBlankLines(run: ChildNode[]): ChildNode[][] {
  const parts: ChildNode[][] = [[]]
  for (const node of run) joinPieces(parts, piecesOf(node, splitText))
  return parts.map(trimmed).filter((part) => part.some((node) => !isBlank(node)))
}

/** The first piece is appended to the last part; each other piece starts a new part. */
function joinPieces(parts: ChildNode[][], pieces: ChildNode[][]) {
  const [first = [], ...others] = pieces
  for (const node of first) parts.at(-1)?.push(node)
  for (const piece of others) parts.push([...piece])
}

const splitText = (node: ChildNode): ChildNode[][] | undefined =>
  isText(node) ? node.data.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/).map((text) => [new Text(text)]) : undefined

/** @param split what a node without children becomes; undefined where it stays as it is */
function piecesOf(node: ChildNode, split: (node: ChildNode) => ChildNode[][] | undefined): ChildNode[][] {
  const pieces = split(node)
  if (pieces) return pieces
  if (!isTag(node) || VERBATIM.has(node.name) || node.children.length === 0) return [[node]]
  const parts: ChildNode[][] = [[]]
  for (const child of node.children) joinPieces(parts, piecesOf(child, split))
  if (parts.length === 1) return [[node]]
  return parts.map((part) => (part.some((child) => !isBlank(child)) ? [element(node.name, node.attribs, part)] : []))
}

function trimmed(run: ChildNode[]): ChildNode[] {
  const saysSomething = (node: ChildNode) => !isBlank(node) && !isBreak(node)
  const nodes = run
    .slice(Math.max(0, run.findIndex(saysSomething)), run.findLastIndex(saysSomething) + 1)
    .filter((node) => !(isText(node) && node.data === ''))
  const first = nodes[0]
  if (first && isText(first)) nodes[0] = new Text(first.data.trimStart())
  const last = nodes.at(-1)
  if (last && isText(last)) nodes[nodes.length - 1] = new Text(last.data.trimEnd())
  return nodes
}

const isBreak = (node: ChildNode | undefined) => node !== undefined && isTag(node) && node.name === 'br'

function withBreaks(nodes: ChildNode[]): ChildNode[] {
  return nodes.flatMap((node, index): ChildNode[] => {
    if (isTag(node)) {
      const inline = !BLOCK.has(node.name) && !VERBATIM.has(node.name)
      return [inline ? element(node.name, node.attribs, withBreaks(node.children)) : node]
    }
    if (!isText(node)) return []
    const text = isBreak(nodes[index - 1]) ? node.data.replace(/^\s*\n/, '') : node.data
    const lines = (isBreak(nodes[index + 1]) ? text.trimEnd() : text).split('\n').map(spaceAtEndsOnly)
    return lines.flatMap((line, at) => (at === 0 ? [new Text(line)] : [element('br', {}), new Text(line)]))
  })
}

/** Trims white space around line ends; at the start and end of the whole text it may separate two words. */
const spaceAtEndsOnly = (line: string, at: number, lines: string[]) =>
  at === 0 ? (lines.length > 1 ? line.trimEnd() : line) : at < lines.length - 1 ? line.trim() : line.trimStart()
