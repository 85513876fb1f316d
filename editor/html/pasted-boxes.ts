import { BLOCK_TAGS, isInlineOnly } from '../schema/text-blocks.ts'

const BOXES = 'div, section, article, main, header, footer, hgroup'
/** In these there are no paragraphs. */
const LINES = 'h1, h2, h3, h4, h5, h6, p, dt, summary, figure, figcaption, caption'

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)
const isBlock = (node: Node) => node instanceof Element && (node.matches(BLOCK_TAGS) || !isInlineOnly(node))
const isBlank = (node: Node) => node.nodeType === 8 || (node.nodeType === 3 && !node.nodeValue?.trim())
const isBreak = (node: Node) => node instanceof Element && node.localName === 'br'

/**
 * Mail programs, notes and Word in the browser put each line into a box, and all of them into further ones. Their styles are gone
 * with the paste, so they are paragraphs; and so is what an empty line sets apart.
 */
export function boxesToParagraphs(root: HTMLElement): void {
  for (const box of [...root.querySelectorAll<HTMLElement>(BOXES)].toReversed()) {
    if (box.closest('pre') || box.dataset.noteHolder !== undefined) continue
    if (box.parentElement?.closest(LINES)) unwrap(box)
    else if (isInlineOnly(box)) box.replaceWith(asParagraph(box))
    else {
      wrapLines(box)
      unwrap(box)
    }
  }
  const hasGap = [...root.querySelectorAll(':scope > br')].some((line) => isBreak(behind(line)!))
  if (hasGap || [...root.childNodes].some(isBlock)) wrapLines(root)
  for (const line of root.querySelectorAll('p')) splitAtGaps(line)
}

function asParagraph(box: HTMLElement): HTMLElement {
  const line = box.ownerDocument.createElement('p')
  line.style.textAlign = box.style.textAlign
  line.append(...box.childNodes)
  return line
}

/** Puts what is beside blocks into paragraphs. */
function wrapLines(parent: HTMLElement) {
  let line: HTMLElement | null = null
  for (const node of Array.from(parent.childNodes)) {
    if (isBlock(node)) line = null
    else if (line || !isBlank(node)) {
      if (!line) {
        line = parent.ownerDocument.createElement('p')
        node.before(line)
      }
      line.append(node)
    }
  }
}

/** What follows, without the spaces between. */
function behind(node: Node): Node | null {
  let next = node.nextSibling
  while (next && isBlank(next)) next = next.nextSibling
  return next
}

/** Two line breaks one after the other are the gap between two paragraphs. */
function splitAtGaps(line: HTMLElement) {
  const lines: Node[][] = [[]]
  for (let node = line.firstChild; node;) {
    const next = isBreak(node) ? behind(node) : null
    if (next && isBreak(next)) {
      lines.push([])
      let after: Node | null = next
      while (after && isBreak(after)) after = behind(after)
      node = after as ChildNode | null
    } else {
      lines.at(-1)!.push(node)
      node = node.nextSibling
    }
  }
  if (lines.length < 2) return
  line.replaceWith(
    ...lines.map((nodes) => {
      const part = line.cloneNode() as HTMLElement
      part.append(...nodes)
      return part
    }),
  )
}
