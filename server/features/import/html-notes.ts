import { createHash } from 'node:crypto'
import { isTag, Text, type ChildNode, type Element } from 'domhandler'
import { appendChild, find, removeElement, replaceElement, textContent } from 'domutils'
import { element, isBlank } from './html-tree.ts'

/** `note` is the list item or paragraph of a note; `mark` what is shown in the text, `link` in or around it. */
type Reference = { link: Element; mark: Element; note: Element; backs: Element[] }

/**
 * Footnotes with the ids that the sanitiser knows them by; it does the rest. A plugin, Markdown or Word wrote them as two links with
 * ids or names of its own, none of which an article keeps: every other link to a place in the article loses its address, and so is text.
 */
export function linkNotes(nodes: ChildNode[]): ChildNode[] {
  const root = element('body', {}, nodes)
  const elements = find(isTag, root.children, true, Infinity) as Element[]
  const links = elements.filter(({ name, attribs }) => name === 'a' && /^#./.test(attribs['href'] ?? ''))
  if (links.length === 0) return nodes
  const places = new Map<string, Element>()
  for (const place of elements)
    for (const id of [place.attribs['id'], place.name === 'a' ? place.attribs['name'] : ''])
      if (id && !places.has(id)) places.set(id, place)

  const names = new Map<Element, string>()
  const used = new Set<string>()
  const done = new Set<Element>()
  for (const link of links) {
    const reference = done.has(link) ? undefined : referenceOf(link, places, names)
    if (!reference) continue
    const { mark, note, backs } = reference
    const known = names.get(note)
    const name = known ?? nameOf(note, used)
    used.add(name)
    names.set(note, name)
    const id: Record<string, string> = known ? {} : { id: `fnref-${name}` }
    const label = new Text(textContent(mark).trim())
    replaceElement(mark, element('sup', {}, [element('a', { ...id, href: `#fn-${name}` }, [label])]))
    for (const one of [link, ...backs]) done.add(one)
    for (const back of backs) removeElement(back)
  }
  for (const [note, name] of names) listNote(note, `fn-${name}`)
  for (const link of links) {
    if (done.has(link) || /^#top$/i.test(link.attribs['href'] ?? '')) continue
    if (/^(?:[↩↑⤴^]\p{Variation_Selector}?)+$/u.test(textContent(link).trim())) removeElement(link)
    else delete link.attribs['href']
  }
  return root.children
}

const targetOf = (link: Element, places: Map<string, Element>): Element | undefined => {
  const fragment = (link.attribs['href'] ?? '').slice(1)
  return places.get(fragment) ?? places.get(decoded(fragment))
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** A link is the mark of a note if it leads to a list item or a paragraph that leads back to it, or to another mark of that note. */
function referenceOf(link: Element, places: Map<string, Element>, known: Map<Element, string>): Reference | undefined {
  const target = targetOf(link, places)
  const note = target && (closest(target, 'li') ?? closest(target, 'p'))
  const mark = markOf(link)
  if (!note || isWithin(mark, note) || textContent(mark).trim() === '') return undefined
  const leadsBack = (back: Element) => {
    const place = back.attribs['href']?.startsWith('#') ? targetOf(back, places) : undefined
    return place && (isWithin(place, mark) || isWithin(mark, place) || place.parent === mark.parent)
  }
  const backs = find((node) => isTag(node) && node.name === 'a', note.children, true, Infinity).filter(isTag)
  const own = backs.filter(leadsBack)
  return own.length || known.has(note) ? { link, mark, note, backs: own } : undefined
}

/** The link with the `<sup>`s that hold nothing else. */
function markOf(link: Element): Element {
  let mark = link
  for (;;) {
    const around = mark.parent
    if (!around || !isTag(around as Element)) return mark
    const { name, children } = around as Element
    if (name !== 'sup' || children.length > 3 || children.some((child) => child !== mark && !isBlank(child)))
      return mark
    mark = around as Element
  }
}

function closest(node: Element, name: string): Element | undefined {
  for (let at: Element | null = node; at; at = at.parent as Element | null) if (at.name === name) return at
  return undefined
}

function isWithin(node: Element, around: Element): boolean {
  for (let at: Element | null = node; at; at = at.parent as Element | null) if (at === around) return true
  return false
}

/** The same at each import, so that an article is not taken for a changed one; notes of several articles may meet in one. */
function nameOf(note: Element, used: Set<string>): string {
  for (let salt = 0; ; salt++) {
    const name = createHash('sha256')
      .update(`${salt} ${textContent(note)}`)
      .digest('hex')
      .slice(0, 8)
    if (!used.has(name)) return name
  }
}

/** Paragraphs of notes that follow each other are one list. */
function listNote(note: Element, id: string) {
  if (note.name === 'li') {
    note.attribs['id'] = id
    return
  }
  const item = element('li', { id }, note.children)
  const siblings = note.parent?.children ?? []
  const before = siblings.slice(0, siblings.indexOf(note)).findLast((node) => !isBlank(node))
  if (before && isTag(before) && before.name === 'ol' && 'data-notes' in before.attribs) {
    appendChild(before, item)
    removeElement(note)
  } else replaceElement(note, element('ol', { 'data-notes': '' }, [item]))
}
