import { nameOfMark, nameOfNote, nameOfTarget } from '../schema/footnotes.ts'

/** The notes of an article by their names, each as an element with nothing but lines of text. */
export type ReadNotes = Map<string, HTMLElement>

/** What has no text of its own, and no place in a line. */
const NO_TEXT = 'hr, table colgroup, input, iframe, video, audio, source, track, script, style'
const BREAKS = new Set(
  'address article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header li main nav ol p pre section summary table tbody td tfoot th thead tr ul caption'.split(
    ' ',
  ),
)

/**
 * Takes the notes out of an article that have a mark, and numbers their marks. A mark without a note, and a note without a mark, become
 * text. The server does the same with what is saved.
 * @param onLost called for what a note cannot hold and has no text
 */
export function takeFootnotes(root: ParentNode, onLost: (element: Element) => void): ReadNotes {
  const items = new Map<string, HTMLElement>()
  for (const item of root.querySelectorAll<HTMLElement>('li[id]')) {
    const name = nameOfNote(item.id)
    if (name && !items.has(name) && !item.parentElement?.closest('li[id^="fn-"], li[id^="note-"]'))
      items.set(name, item)
  }
  const isInItem = (node: Element) => {
    for (let at = node.closest('li[id]'); at; at = at.parentElement?.closest('li[id]') ?? null)
      if (items.get(nameOfNote(at.id) ?? '') === at) return true
    return false
  }
  const notes: ReadNotes = new Map()
  for (const link of root.querySelectorAll<HTMLElement>('a[href]')) {
    const target = nameOfTarget(link)
    const item = target && items.get(target)
    if (!item || !isMark(link) || isInItem(link)) continue
    const name = notes.has(target) ? newName() : target
    for (const player of item.querySelectorAll('iframe, video, audio')) onLost(player)
    notes.set(name, asLines(item))
    for (const attribute of link.getAttributeNames()) link.removeAttribute(attribute)
    for (const [attribute, value] of Object.entries({
      id: `fnref-${name}`,
      href: `#fn-${name}`,
      role: 'doc-noteref',
      rel: 'noopener',
    }))
      link.setAttribute(attribute, value)
    link.textContent = String(notes.size)
  }
  for (const [name, item] of items) if (notes.has(name)) removeItem(item)
  for (const link of root.querySelectorAll('a[href^="#"]')) {
    const id = link.getAttribute('href')!.slice(1)
    if (nameOfMark(id) && link.textContent?.trim() === '↩') link.remove()
    else if (nameOfMark(id) || (nameOfNote(id) && !notes.has(nameOfNote(id)!))) link.replaceWith(...link.childNodes)
  }
  for (const place of root.querySelectorAll('[id]'))
    if (!notes.has(nameOfMark(place.id) ?? '')) place.removeAttribute('id')
  for (const list of root.querySelectorAll('ol.footnotes')) list.removeAttribute('class')
  return notes
}

export const newName = (): string => crypto.randomUUID().slice(0, 8)

const isMark = (link: HTMLElement): boolean => {
  const around = link.parentElement
  const own = link.id && nameOfMark(link.id)
  return (
    around?.localName === 'sup' &&
    around.childNodes.length === 1 &&
    link.children.length === 0 &&
    !around.parentElement?.closest('a') &&
    (!link.id || own === nameOfTarget(link))
  )
}

function removeItem(item: HTMLElement) {
  const list = item.parentElement!
  item.remove()
  if (list.textContent?.trim() || list.children.length > 0) return
  let box: Element = list
  for (;;) {
    const before = box.previousElementSibling
    const around = box.parentElement
    if (before?.localName === 'hr') before.remove()
    else if (around?.localName === 'div' && around.children.length === 1 && around.textContent === box.textContent)
      box = around
    else break
  }
  box.remove()
}

/** A note as lines of text, without the way back: blocks in it become lines. */
export function asLines(note: HTMLElement): HTMLElement {
  const lines = note.cloneNode(true) as HTMLElement
  for (const link of lines.querySelectorAll('a[href]')) {
    const id = link.getAttribute('href')!.replace(/^#/, '')
    if (nameOfMark(id)) {
      lines.dataset.back = link.getAttribute('aria-label') ?? ''
      link.remove()
    } else if (nameOfNote(id)) link.replaceWith(...link.childNodes)
  }
  for (const nothing of lines.querySelectorAll(NO_TEXT)) nothing.remove()
  const toLine = () => lines.ownerDocument.createElement('br')
  for (const block of [...lines.querySelectorAll('*')].filter(({ localName }) => BREAKS.has(localName)))
    block.replaceWith(toLine(), ...block.childNodes, toLine())
  const isBlank = (node: ChildNode | null) => node?.nodeType === 3 && !node.nodeValue!.trim()
  const isBreak = (node: ChildNode | null) => (node as Element | null)?.localName === 'br'
  for (const line of lines.querySelectorAll('br')) {
    for (let next = line.nextSibling; isBlank(next) || isBreak(next); next = line.nextSibling) next!.remove()
  }
  for (let end = lines.firstChild; isBlank(end) || isBreak(end); end = lines.firstChild) end!.remove()
  for (let end = lines.lastChild; isBlank(end) || isBreak(end); end = lines.lastChild) end!.remove()
  if (lines.firstChild?.nodeType === 3) lines.firstChild.nodeValue = lines.firstChild.nodeValue!.trimStart()
  if (lines.lastChild?.nodeType === 3) lines.lastChild.nodeValue = lines.lastChild.nodeValue!.trimEnd()
  return lines
}
