import { Parser } from 'htmlparser2'

export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] }
export type HtmlNode = HtmlElement | { text: string } | { comment: string }

/** Deeper elements are left out, their text stays, so that no walk over a tree can run out of stack. */
const DEEPEST = 150
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const RAW = new Set('script style xmp iframe noembed noframes plaintext'.split(' '))

export const isElement = (node: HtmlNode | undefined): node is HtmlElement => node !== undefined && 'tag' in node
export const isText = (node: HtmlNode | undefined): node is { text: string } => node !== undefined && 'text' in node
export const isBlank = (node: HtmlNode) => 'comment' in node || (isText(node) && node.text.trim() === '')

export const element = (tag: string, attributes: Record<string, string>, children: HtmlNode[] = []): HtmlElement => ({
  tag,
  attributes,
  children,
})

export const hasClass = (node: HtmlElement, name: string | RegExp) =>
  (node.attributes['class'] ?? '')
    .split(/\s+/)
    .some((one) => (typeof name === 'string' ? one === name : name.test(one)))

/** Reads HTML of any quality into a tree that is at most 150 deep. */
export function parseHtml(html: string): HtmlNode[] {
  const root = element('', {})
  const open = [root]
  let tooDeep = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (open.length > DEEPEST) return void tooDeep++
      const node = element(tag, attributes)
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    onclosetag() {
      if (tooDeep) return void tooDeep--
      open.pop()
    },
    ontext: (text) => void open.at(-1)?.children.push({ text }),
    oncomment: (comment) => void open.at(-1)?.children.push({ comment }),
  })
  parser.end(html)
  return root.children
}

/** The tree as HTML again, without comments. */
export function writeHtml(nodes: HtmlNode[], raw = false): string {
  return nodes
    .map((node) => {
      if ('comment' in node) return ''
      if ('text' in node) return raw ? node.text : escapeText(node.text)
      const attributes = Object.entries(node.attributes)
        .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
        .join('')
      const start = `<${node.tag}${attributes}>`
      return VOID.has(node.tag) ? start : `${start}${writeHtml(node.children, RAW.has(node.tag))}</${node.tag}>`
    })
    .join('')
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
export const escapeHtml = (text: string) => escapeText(text).replaceAll('"', '&quot;')

/** All text below, as it stands. */
export function textOf(nodes: HtmlNode[]): string {
  return nodes.map((node) => (isText(node) ? node.text : isElement(node) ? textOf(node.children) : '')).join('')
}

/** The first element below for which `test` holds, depth first. */
export function find(nodes: HtmlNode[], test: (node: HtmlElement) => boolean): HtmlElement | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const found = test(node) ? node : find(node.children, test)
    if (found) return found
  }
  return undefined
}
