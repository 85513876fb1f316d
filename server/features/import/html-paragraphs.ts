import { element, isBlank, isElement, isText, type HtmlElement, type HtmlNode } from './html-tree.ts'

const BLOCK = new Set(
  `address article aside blockquote center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
   header hgroup hr legend li listing main menu nav ol p pre section summary table tbody td tfoot th thead tr ul caption col
   colgroup video audio iframe object script style noscript`.split(/\s+/),
)
/** Text as it stands: a line end means nothing else here. */
const VERBATIM = new Set('pre listing xmp textarea script style iframe object svg math select'.split(' '))
/** Only other elements may stand here; space between them is nothing. */
const STRUCTURE = new Set('ul ol dl table thead tbody tfoot tr colgroup menu dir'.split(' '))
/** Hold paragraphs. */
const FLOW = new Set(
  'blockquote div section article aside header footer main nav center form fieldset details'.split(' '),
)

/** Starts a line of its own; WordPress's block comments do too, as they stand for a block. */
export const isBlock = (node: HtmlNode) =>
  isElement(node) ? BLOCK.has(node.tag) : 'comment' in node && /^\s*\/?wp:/.test(node.comment)

/**
 * The old WordPress editor stored no paragraphs: a blank line parts two, a single line end is a line break.
 * This gives a tree the paragraphs its writer saw.
 */
export function withParagraphs(nodes: HtmlNode[]): HtmlNode[] {
  return inRuns(nodes.map(inside), (run) => paragraphsOf(run))
}

/** Puts what stands loose between blocks into paragraphs, one per run; line ends stay as they are. */
export function wrapLoose(nodes: HtmlNode[]): HtmlNode[] {
  return inRuns(nodes, (run) => [element('p', {}, trimmed(run))])
}

function inside(node: HtmlNode): HtmlNode {
  if (!isElement(node) || VERBATIM.has(node.tag)) return node
  const { tag, attributes, children } = node
  if (STRUCTURE.has(tag)) return element(tag, attributes, children.filter((child) => !isBlank(child)).map(inside))
  if (FLOW.has(tag)) return element(tag, attributes, withParagraphs(children))
  if (!BLOCK.has(tag)) return element(tag, attributes, children.map(inside))
  const within = children.map(inside)
  // A list item, a cell or a heading is one run of text unless a blank line says otherwise.
  const kept = inRuns(within, (run) => {
    const parts = splitAtBlankLines(run)
    if (parts.length > 1 && /^(?:li|td|th|dd|dt)$/.test(tag))
      return parts.map((part) => element('p', {}, withBreaks(part)))
    return withBreaks(trimmed(run))
  })
  return element(tag, attributes, kept)
}

function paragraphsOf(run: HtmlNode[]): HtmlNode[] {
  return splitAtBlankLines(run).map((part) => element('p', {}, withBreaks(part)))
}

/** Calls `wrap` for each unbroken run of text and inline elements; blocks stay. Runs of nothing but space are left out. */
function inRuns(nodes: HtmlNode[], wrap: (run: HtmlNode[]) => HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = []
  let run: HtmlNode[] = []
  const end = () => {
    // Not by spreading: a text may have more lines than a call may have arguments.
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

/** Splits also inside of inline elements: `<em>a⏎⏎b</em>` becomes two of them. */
function splitAtBlankLines(run: HtmlNode[]): HtmlNode[][] {
  const parts: HtmlNode[][] = [[]]
  for (const node of run) joinPieces(parts, piecesOf(node))
  return parts.map(trimmed).filter((part) => part.some((node) => !isBlank(node)))
}

/** The first piece goes on where the last part ended; each other one begins a part. */
function joinPieces(parts: HtmlNode[][], pieces: HtmlNode[][]) {
  const [first = [], ...others] = pieces
  for (const node of first) parts.at(-1)?.push(node)
  for (const piece of others) parts.push([...piece])
}

function piecesOf(node: HtmlNode): HtmlNode[][] {
  if (isText(node)) return node.text.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/).map((text) => [{ text }])
  if (!isElement(node) || VERBATIM.has(node.tag) || node.children.length === 0) return [[node]]
  const parts: HtmlNode[][] = [[]]
  for (const child of node.children) joinPieces(parts, piecesOf(child))
  if (parts.length === 1) return [[node]]
  return parts.map((part) => (part.some((child) => !isBlank(child)) ? [element(node.tag, node.attributes, part)] : []))
}

function trimmed(run: HtmlNode[]): HtmlNode[] {
  const saysSomething = (node: HtmlNode) => !isBlank(node) && !isBreak(node)
  const nodes = run
    .slice(Math.max(0, run.findIndex(saysSomething)), run.findLastIndex(saysSomething) + 1)
    .filter((node) => !(isText(node) && node.text === ''))
  const first = nodes[0]
  if (isText(first)) nodes[0] = { text: first.text.trimStart() }
  const last = nodes.at(-1)
  if (isText(last)) nodes[nodes.length - 1] = { text: last.text.trimEnd() }
  return nodes
}

const isBreak = (node: HtmlNode | undefined) => isElement(node) && node.tag === 'br'

function withBreaks(nodes: HtmlNode[]): HtmlNode[] {
  return nodes.flatMap((node, index): HtmlNode[] => {
    if (isElement(node)) {
      const inline = !BLOCK.has(node.tag) && !VERBATIM.has(node.tag)
      return [inline ? (element(node.tag, node.attributes, withBreaks(node.children)) satisfies HtmlElement) : node]
    }
    if (!isText(node)) return []
    const text = isBreak(nodes[index - 1]) ? node.text.replace(/^\s*\n/, '') : node.text
    const lines = (isBreak(nodes[index + 1]) ? text.trimEnd() : text).split('\n').map(spaceAtEndsOnly)
    return lines.flatMap((line, at) => (at === 0 ? [{ text: line }] : [element('br', {}), { text: line }]))
  })
}

/** Around a line end space means nothing; at the ends of the whole text it may part two words. */
const spaceAtEndsOnly = (line: string, at: number, lines: string[]) =>
  at === 0 ? (lines.length > 1 ? line.trimEnd() : line) : at < lines.length - 1 ? line.trim() : line.trimStart()
