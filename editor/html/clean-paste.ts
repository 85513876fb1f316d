import { markLocalPictures } from './local-pictures.ts'
import { isInlineOnly } from '../schema/text-blocks.ts'
import { boxesToParagraphs } from './pasted-boxes.ts'
import { readClasses } from './pasted-classes.ts'
import { mendLinks } from './pasted-links.ts'
import { joinLists, readChecklists } from './pasted-lists.ts'
import { bareNotes, takeNotes } from './pasted-footnotes.ts'
import { makeHeaderRows, withoutSingleCell, withoutWidths } from './pasted-tables.ts'
import { acceptChanges, isOfWord, makeLists, narrowGaps, withoutComments, withoutHidden } from './pasted-word.ts'
import { purify } from './purify.ts'

const KEEP = new Set([
  'href',
  'src',
  'alt',
  'title',
  'colspan',
  'rowspan',
  'start',
  'width',
  'height',
  'controls',
  'allowfullscreen',
  'data-type',
  'data-checked',
  'open',
])
const CODE_CLASS = /(?:^|\s)(language-\S+)/

/**
 * What the clipboard holds, without the dress of the program it comes from: Word's and Google's styles become bold,
 * italic and lists, everything else loses classes and styles. Text copied from this editor stays as it is.
 * @param copies how many pictures came beside the text
 */
export function cleanPaste(html: string, copies = 0): string {
  if (html.includes('data-pm-slice')) return html
  const withoutWord = withoutComments(html).replace(/<(\/?)o:p[^>]*>/g, '')
  const { root } = purify(markLocalPictures(bareNotes(withoutWord), copies))
  const box = document.implementation.createHTMLDocument().createElement('div')
  box.append(root)
  // Google Docs wraps everything in a <b style="font-weight:normal">.
  for (const bold of box.querySelectorAll<HTMLElement>('b, strong'))
    if (/^(normal|400)$/.test(bold.style.fontWeight)) unwrap(bold)
  // Word's end of the text before its notes.
  for (const line of box.querySelectorAll('br[clear]:has(+ hr)')) line.remove()
  readClasses(html, box)
  if (isOfWord(html)) acceptChanges(box)
  withoutHidden(box)
  narrowGaps(box)
  // Bookmarks, such as each heading in a table of contents has.
  for (const place of box.querySelectorAll('a:not([href])')) unwrap(place)
  const writeNotes = takeNotes(box)
  mendLinks(box)
  makeLists(box)
  joinLists(box)
  readChecklists(box)
  for (const span of box.querySelectorAll<HTMLElement>('span, font')) fromStyle(span)
  for (const code of box.querySelectorAll('pre code')) bareCode(code)
  boxesToParagraphs(box)
  makeHeaderRows(box)
  for (const cell of box.querySelectorAll<HTMLElement>('td'))
    if (cell.textContent?.trim() && isInlineOnly(cell)) wrapContent(cell, tagsOf(cell))
  withoutWidths(box)
  for (const node of box.querySelectorAll<HTMLElement>('*')) strip(node)
  for (const empty of box.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (!empty.textContent?.trim() && !empty.querySelector('img, iframe, video, audio')) empty.remove()
  }
  for (const box_ of box.querySelectorAll('li > p:only-child')) unwrap(box_)
  lowerHeadings(box)
  withoutSingleCell(box)
  writeNotes()
  return box.innerHTML
}

/** The deepest level that the editor's menu offers. */
const DEEPEST = 4

/** The first level is the article's title: a part that has one comes a level lower, deeper headings with it. */
function lowerHeadings(box: HTMLElement) {
  if (!box.querySelector('h1')) return
  for (const heading of box.querySelectorAll('h1, h2, h3')) {
    const lower = box.ownerDocument.createElement(`h${Math.min(Number(heading.localName[1]) + 1, DEEPEST)}`)
    for (const { name, value } of heading.attributes) lower.setAttribute(name, value)
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

/** Web pages put the name of the language and a button beside the code, and all of it into boxes. */
function bareCode(code: Element) {
  const pre = code.closest('pre')!
  if (pre.querySelectorAll('code').length === 1) pre.replaceChildren(code)
}

/** The marks that a style stands for. */
function tagsOf(element: HTMLElement): string[] {
  const { style } = element
  const tags: string[] = []
  if (/^(bold|bolder|[6-9]00)$/.test(style.fontWeight)) tags.push('strong')
  if (style.fontStyle === 'italic') tags.push('em')
  if (/line-through/.test(style.textDecoration)) tags.push('s')
  else if (/underline/.test(style.textDecoration) && !element.closest('a') && !element.querySelector('a'))
    tags.push('u')
  if (style.verticalAlign === 'super') tags.push('sup')
  if (style.verticalAlign === 'sub') tags.push('sub')
  return tags
}

function wrapContent(element: HTMLElement, tags: string[]) {
  for (const tag of tags.toReversed()) {
    const made = element.ownerDocument.createElement(tag)
    made.append(...element.childNodes)
    element.append(made)
  }
}

function fromStyle(span: HTMLElement) {
  wrapContent(span, tagsOf(span))
  unwrap(span)
}

function strip(node: HTMLElement) {
  const align =
    /^(center|right|justify)$/.test(node.style.textAlign) && !node.closest('table') ? node.style.textAlign : ''
  for (const { name, value } of Array.from(node.attributes)) {
    const [, language] = (name === 'class' && CODE_CLASS.exec(value)) || []
    if (language) node.className = language
    else if (!KEEP.has(name)) node.removeAttribute(name)
  }
  if (align && /^(p|h[1-6])$/.test(node.localName)) node.style.textAlign = align
}
