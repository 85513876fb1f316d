import { newName } from './read-footnotes.ts'

/** Where programs put footnotes and endnotes, and where each leads back to: Word, Google Docs, LibreOffice. */
const TARGETS = [
  /^#_(?<kind>ftn|edn)(?<back>ref)?(?<number>\w*)$/i,
  /^(?:https:\/\/docs\.google\.com\/[^#]*)?#(?<kind>ftnt)(?<back>_ref)?(?<number>\d+)$/i,
  /^#(?<kind>sdfootnote|sdendnote)(?<number>\d+)(?:sym|(?<back>anc))$/i,
]
/** On pages: what WordPress, Markdown and we write, in a browser with the address of the page before it. */
const ON_PAGES = [
  /^(?:https?:\/\/[^#]*)?#(?:user-content-)?(?<kind>fn|note)(?:-?(?<back>ref))?[-:]?(?<number>[\w-]{1,60})$/i,
  /^(?:https?:\/\/[^#]*)?#(?<number>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?<back>-link)?$/i,
]
const BLOCK = 'p, li, div, h1, h2, h3, h4, h5, h6, dd, td'

/**
 * Some programs put the place of the file before the target of a note. It would be taken out as dangerous, and the link would no
 * longer be known as one of a note.
 */
export const bareNotes = (html: string): string =>
  html.replace(/(\bhref\s*=\s*["']?)[^"'#>]*(#(?:_(?:ftn|edn)(?:ref)?\w*|sd(?:foot|end)note\d+(?:sym|anc)))/gi, '$1$2')

type NoteLink = { key: string; isBack: boolean }

/** Which note a link is about, and whether it leads from the note to the text; null for any other link. */
export const noteOf = (link: Element): NoteLink | null => targetAmong(TARGETS, link)

function targetAmong(targets: RegExp[], link: Element): NoteLink | null {
  for (const target of targets) {
    const { kind = 'page', number, back } = target.exec(link.getAttribute('href') ?? '')?.groups ?? {}
    if (number !== undefined) return { key: `${kind.toLowerCase()} ${number}`, isBack: back !== undefined }
  }
  return null
}

/**
 * Takes footnotes out of the text that have both a mark and a note. What is returned is called when the rest is cleaned: it
 * writes each mark as `footnoteMark` reads it, with its note in an attribute.
 */
export function takeNotes(box: HTMLElement): () => void {
  const marks = new Map<string, Element>()
  const backs = new Map<string, Element>()
  for (const link of box.querySelectorAll('a[href]')) {
    const note = noteOf(link) ?? targetAmong(ON_PAGES, link)
    const known = note?.isBack ? backs : marks
    if (note && !known.has(note.key)) known.set(note.key, link)
  }
  const links = [...marks.values(), ...backs.values()]
  const taken = [...marks].flatMap(([key, link]) => {
    const back = backs.get(key)
    const note = back && (itemOf(back) ?? boxOf(back, links, box))
    if (!note || note.contains(link)) return []
    const mark = box.ownerDocument.createElement('sup')
    link.replaceWith(mark)
    // In the text until it is cleaned like the rest.
    const holder = box.ownerDocument.createElement('div')
    holder.dataset.noteHolder = ''
    const { parentElement } = note
    removeRuleBefore(note)
    if (note.localName === 'li' && parentElement?.children.length === 1) removeRuleBefore(parentElement)
    back.textContent = ''
    removeEmpty(back, note)
    for (const other of note.querySelectorAll('a[href]')) if (targetAmong(ON_PAGES, other)?.isBack) other.remove()
    holder.append(...(/^(?:div|li)$/.test(note.localName) ? note.childNodes : [note]))
    note.remove()
    removeEmpty(parentElement, box)
    return [{ mark, holder }]
  })
  box.append(...taken.map(({ holder }) => holder))
  return () => {
    for (const { mark, holder } of taken) {
      holder.remove()
      for (const line of holder.querySelectorAll(':scope > hr, :scope > br')) line.remove()
      for (let only = onlyBox(holder); only; only = onlyBox(holder)) only.replaceWith(...only.childNodes)
      trimStart(holder)
      const link = box.ownerDocument.createElement('a')
      const name = newName()
      link.id = `fnref-${name}`
      link.setAttribute('href', `#fn-${name}`)
      link.dataset.note = holder.innerHTML
      link.textContent = '*'
      mark.append(link)
      for (let around = mark.parentElement; around?.localName === 'sup'; around = mark.parentElement)
        if (around.textContent?.trim() === '*') around.replaceWith(mark)
        else break
    }
  }
}

/** On pages a note is an item of a list, which ends with the link back. */
function itemOf(back: Element): Element | null {
  return targetAmong(ON_PAGES, back) ? back.closest('li') : null
}

/** The largest element that is this note alone. A link back that is not at the beginning of its block is none of a note. */
function boxOf(back: Element, links: Element[], root: Element): Element | null {
  const block = back.closest(BLOCK)
  if (!block || block === root || textBefore(back, block)) return null
  const isOwn = (around: Element) =>
    around.localName === 'div' &&
    around !== root &&
    !textBefore(back, around) &&
    links.every((link) => link === back || !around.contains(link))
  let note = block
  while (note.parentElement && isOwn(note.parentElement)) note = note.parentElement
  return note
}

function textBefore(link: Element, block: Element): string {
  const range = block.ownerDocument.createRange()
  range.setStart(block, 0)
  range.setEndBefore(link)
  return range.toString().trim()
}

/** The line that programs draw between text and notes, with what is blank around it. */
function removeRuleBefore(note: Element) {
  for (let before = note.previousSibling; before; before = note.previousSibling) {
    const isPicture = before instanceof Element && (before.matches('img, table') || before.querySelector('img, table'))
    if (before.textContent?.trim() || isPicture) return
    before.remove()
  }
}

/** Removes an element that has nothing left inside, and those around it that then have nothing either. */
function removeEmpty(element: Element | null, root: Element) {
  let at = element
  while (at && at !== root && root.contains(at)) {
    if (at.textContent?.trim() || at.querySelector('img, table, hr')) return
    const around: Element | null = at.parentElement
    at.remove()
    at = around
  }
}

const onlyBox = (holder: Element) =>
  holder.children.length === 1 && holder.firstElementChild?.localName === 'div' ? holder.firstElementChild : null

function trimStart(holder: Element) {
  const walker = holder.ownerDocument.createTreeWalker(holder, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    text.nodeValue = text.nodeValue?.trimStart() ?? ''
    if (text.nodeValue) return
  }
}
