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
const CODE_CLASS = /^language-/

/**
 * What the clipboard holds, without the dress of the program it comes from: Word's and Google's styles become bold,
 * italic and lists, everything else loses classes and styles. Text copied from this editor stays as it is.
 */
export function cleanPaste(html: string): string {
  if (html.includes('data-pm-slice')) return html
  const { root } = purify(html.replace(/<(\/?)o:p[^>]*>/g, '').replace(/<!--\[if[\s\S]*?<!\[endif\]-->/g, ''))
  const box = document.implementation.createHTMLDocument().createElement('div')
  box.append(root)
  // Google Docs wraps everything in a <b style="font-weight:normal">.
  for (const bold of box.querySelectorAll<HTMLElement>('b, strong'))
    if (/^(normal|400)$/.test(bold.style.fontWeight)) unwrap(bold)
  makeLists(box)
  for (const span of box.querySelectorAll<HTMLElement>('span, font')) fromStyle(span)
  for (const node of box.querySelectorAll<HTMLElement>('*')) strip(node)
  for (const empty of box.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    if (!empty.textContent?.trim() && !empty.querySelector('img, br')) empty.remove()
  }
  for (const box_ of box.querySelectorAll('li > p:only-child')) unwrap(box_)
  return box.innerHTML
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

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
    if (KEEP.has(name) || (name === 'class' && CODE_CLASS.test(value))) continue
    node.removeAttribute(name)
  }
  if (align && /^(p|h[1-6])$/.test(node.localName)) node.style.textAlign = align
}

/** Word writes list items as paragraphs whose style says `mso-list:l0 level1`, and puts the bullet into the text. */
function makeLists(box: HTMLElement) {
  let open: HTMLElement[] = []
  for (const line of box.querySelectorAll<HTMLElement>('p')) {
    const level = Number(/mso-list:[^;]*level(\d)/.exec(line.getAttribute('style') ?? '')?.[1] ?? 0)
    const isItem = level > 0 || /MsoListParagraph/.test(line.className)
    if (!isItem) {
      open = []
      continue
    }
    const depth = Math.max(1, level)
    const marker = line.querySelector<HTMLElement>('span[style*="mso-list"]') ?? line.firstElementChild
    const text = (marker?.textContent ?? line.textContent ?? '').trim()
    const isNumbered = /^\(?([\d]+|[a-z]|[ivx]+)[.)]/i.test(text)
    if (marker && /^[·•o§\-–]?\s*$|^\(?\w{1,4}[.)]\s*$/u.test(marker.textContent?.trim() ?? '')) marker.remove()
    open = open.slice(0, depth)
    while (open.length < depth) {
      const list = box.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const holder = open.at(-1)?.lastElementChild ?? null
      if (holder) holder.append(list)
      else if (open.length > 0) open.at(-1)!.append(list)
      else line.before(list)
      open.push(list)
    }
    const item = box.ownerDocument.createElement('li')
    item.append(...line.childNodes)
    open.at(-1)!.append(item)
    line.remove()
  }
}
