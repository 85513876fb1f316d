import { markLocalPictures } from './local-pictures.ts'
import { boxesToParagraphs } from './pasted-boxes.ts'
import { mendLinks } from './pasted-links.ts'
import { joinLists, readChecklists } from './pasted-lists.ts'
import { bareNotes, takeNotes } from './pasted-notes.ts'
import { makeHeaderRows, withoutSingleCell, withoutWidths } from './pasted-tables.ts'
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
  const withoutWord = html.replace(/<(\/?)o:p[^>]*>/g, '').replace(/<!--\[if[\s\S]*?<!\[endif\]-->/g, '')
  const { root } = purify(markLocalPictures(bareNotes(withoutWord), copies))
  const box = document.implementation.createHTMLDocument().createElement('div')
  box.append(root)
  // Google Docs wraps everything in a <b style="font-weight:normal">.
  for (const bold of box.querySelectorAll<HTMLElement>('b, strong'))
    if (/^(normal|400)$/.test(bold.style.fontWeight)) unwrap(bold)
  // Word's end of the text before its notes.
  for (const line of box.querySelectorAll('br[clear]:has(+ hr)')) line.remove()
  const writeNotes = takeNotes(box)
  mendLinks(box)
  makeLists(box)
  joinLists(box)
  readChecklists(box)
  for (const span of box.querySelectorAll<HTMLElement>('span, font')) fromStyle(span)
  for (const code of box.querySelectorAll('pre code')) bareCode(code)
  boxesToParagraphs(box)
  makeHeaderRows(box)
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

function fromStyle(span: HTMLElement) {
  const { style } = span
  const tags: string[] = []
  if (/^(bold|bolder|[6-9]00)$/.test(style.fontWeight)) tags.push('strong')
  if (style.fontStyle === 'italic') tags.push('em')
  if (/line-through/.test(style.textDecoration)) tags.push('s')
  else if (/underline/.test(style.textDecoration) && !span.closest('a')) tags.push('u')
  if (style.verticalAlign === 'super') tags.push('sup')
  if (style.verticalAlign === 'sub') tags.push('sub')
  let inner: Element = span
  for (const tag of tags) {
    const made = span.ownerDocument.createElement(tag)
    made.append(...inner.childNodes)
    inner.append(made)
    inner = made
  }
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

interface OpenList {
  element: HTMLElement
  /** Word's number of the list, such as `l0`; lists of other numbers are other lists. */
  id: string
}

const BULLET = /^[·•o§\-–]?\s*$/u
const NUMBER = /^\(?\w{1,4}[.)]\s*$/u

/**
 * Word writes list items as paragraphs whose style says `mso-list:l0 level1`, and puts the bullet or number into the text.
 * Another number of the list or another kind of marker begins another list.
 */
function makeLists(box: HTMLElement) {
  let open: OpenList[] = []
  for (const line of box.querySelectorAll<HTMLElement>('p')) {
    const [, id = '', level = '0'] = /mso-list:\s*(l\d+)?[^;]*?level(\d)/.exec(line.getAttribute('style') ?? '') ?? []
    const isItem = Number(level) > 0 || /MsoListParagraph/.test(line.className)
    if (!isItem) {
      open = []
      continue
    }
    const depth = Math.max(1, Number(level))
    const marker = line.querySelector<HTMLElement>('span[style*="mso-list"]') ?? line.firstElementChild
    const text = (marker?.textContent ?? line.textContent ?? '').trim()
    const number = /^\(?(\d+|[a-z]|[ivx]+)[.)]/i.exec(text)?.[1]
    const tag = number ? 'ol' : 'ul'
    const markerText = marker?.textContent?.trim() ?? ''
    if (marker && (BULLET.test(markerText) || NUMBER.test(markerText))) marker.remove()
    const same = open[depth - 1]
    open = open.slice(0, same && (same.element.localName !== tag || same.id !== id) ? depth - 1 : depth)
    while (open.length < depth) {
      const list = box.ownerDocument.createElement(tag)
      if (open.length === depth - 1 && Number(number) > 1) list.setAttribute('start', number!)
      const around = open.at(-1)?.element
      if (around) (around.lastElementChild ?? around).append(list)
      else line.before(list)
      open.push({ element: list, id })
    }
    const item = box.ownerDocument.createElement('li')
    item.append(...line.childNodes)
    open.at(-1)!.element.append(item)
    line.remove()
  }
}
