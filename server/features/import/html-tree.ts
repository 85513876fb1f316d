import { render } from 'dom-serializer'
import { DomHandler, Element, isTag, isText, type ChildNode } from 'domhandler'
import { Parser } from 'htmlparser2'

/** Keeps recursion over a tree within the stack: deeper elements are dropped, their text is kept. */
const DEEPEST = 150

class ShallowTreeHandler extends DomHandler {
  private tooDeep = 0

  override onopentag(name: string, attribs: Record<string, string>) {
    if (this.tagStack.length > DEEPEST) this.tooDeep++
    else super.onopentag(name, attribs)
  }

  override onclosetag() {
    if (this.tooDeep > 0) this.tooDeep--
    else super.onclosetag()
  }

  override onprocessinginstruction() {}
}

/** Reads HTML of any quality into a tree that is at most 150 deep. */
export function parseHtml(html: string): ChildNode[] {
  const handler = new ShallowTreeHandler()
  new Parser(handler).end(html)
  return handler.dom
}

/** The tree as HTML again. */
export const writeHtml = (nodes: ChildNode[]): string => render(nodes, { encodeEntities: 'utf8', emptyAttrs: true })

/** A new element, parent of `children`. */
export function element(name: string, attribs: Record<string, string>, children: ChildNode[] = []): Element {
  const made = new Element(name, attribs, children)
  for (const child of children) child.parent = made
  return made
}

/** A comment, or text of spaces only. */
export const isBlank = (node: ChildNode): boolean => !isTag(node) && !(isText(node) && node.data.trim() !== '')

export const hasClass = (node: Element, name: string | RegExp): boolean =>
  (node.attribs['class'] ?? '').split(/\s+/).some((one) => (typeof name === 'string' ? one === name : name.test(one)))

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
