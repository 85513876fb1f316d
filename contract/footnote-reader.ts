import {
  type Footnote,
  FOOTNOTE_ID,
  type FootnotedText,
  freeName,
  NOTE_HREF,
  NOTE_ID,
  PLACE_HREF,
  PLACE_ID,
} from './footnote-names.ts'

/** What a note may hold; of other elements it keeps the text, blocks become lines. */
const IN_A_NOTE = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rb rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const WITHIN_LINES = new Set([...IN_A_NOTE, 'label', 'input', 'picture', 'source', 'track'])
const VOID = new Set('br col hr img input source track wbr'.split(' '))
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^">])*)>/g
/** Several marks of one note get a copy each, as long as the copies are not longer than this together. */
const MOST_COPIED = 50_000

type Tag = {
  at: number
  end: number
  name: string
  isEnd: boolean
  attributes: string
  /** Index of the other tag of the element; its own where there is none. */
  partner: number
  parent: number
}

function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const open: number[] = []
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index: at } of html.matchAll(TAG)) {
    const index = tags.length
    const isEnd = slash === '/'
    const partner = isEnd ? (open.pop() ?? index) : index
    tags.push({ at, end: at + tag.length, name, isEnd, attributes, partner, parent: open.at(-1) ?? -1 })
    if (isEnd) tags[partner]!.partner = index
    else if (!VOID.has(name)) open.push(index)
  }
  return tags
}

const attribute = ({ attributes }: Tag, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

const without = ({ name, attributes }: Tag, ...names: string[]): string =>
  `<${name}${names.reduce((left, one) => left.replace(new RegExp(` ${one}="[^"]*"`), ''), attributes)}>`

const MAYBE = /(?:fn|fnref|note|note-ref)-[0-9a-f]{8}/

/**
 * Takes well-formed HTML apart. A mark without a note, and a note without a mark, become text; so do links and ids that then lead nowhere.
 * A note is one line of text or several with `<br>` between them, whatever it was in.
 */
export function readFootnotes(html: string): FootnotedText {
  if (!MAYBE.test(html)) return { pieces: [html], notes: [], backWords: '' }
  return new Reader(html).read()
}

type Edit = { from: number; to: number; by: string; note?: Footnote }

class Reader {
  private readonly tags: Tag[]
  private readonly edits: Edit[] = []
  private copied = 0
  private backWords = ''
  private readonly html: string

  constructor(html: string) {
    this.html = html
    this.tags = tagsOf(html)
  }

  read(): FootnotedText {
    const items = this.items()
    const inItem = this.insideOf(items.values())
    const marks = this.marks(items, inItem)
    const used = new Map<string, string>()
    for (const [index, name] of marks) {
      const item = items.get(name)!
      const known = used.get(name)
      const html = known ?? this.noteHtml(item)
      used.set(name, html)
      if (known !== undefined && (this.copied += html.length) > MOST_COPIED) this.unlink(index)
      else
        this.place(index, { name: known === undefined ? name : freeName(name, (next) => items.has(next), used), html })
    }
    this.removeItems([...items].flatMap(([name, index]) => (used.has(name) ? [index] : [])))
    this.unlinkOthers()
    return this.cut()
  }

  /** The first item of a list with each name, none inside another. */
  private items(): Map<string, number> {
    const items = new Map<string, number>()
    let end = -1
    this.tags.forEach((tag, index) => {
      if (tag.isEnd || tag.name !== 'li' || index < end) return
      const [, name] = NOTE_ID.exec(attribute(tag, 'id')) ?? []
      if (!name || items.has(name)) return
      items.set(name, index)
      end = tag.partner
    })
    return items
  }

  private insideOf(items: Iterable<number>): (index: number) => boolean {
    const inside = new Uint8Array(this.tags.length)
    for (const index of items) inside.fill(1, index, this.tags[index]!.partner + 1)
    return (index) => inside[index] === 1
  }

  /** The links that are a mark: `<sup><a>1</a></sup>` outside of notes and of other links, in the order of the text. */
  private marks(items: Map<string, number>, inItem: (index: number) => boolean): [number, string][] {
    let inLinks = 0
    return this.tags.flatMap((tag, index): [number, string][] => {
      if (tag.name !== 'a') return []
      if (tag.isEnd) inLinks--
      if (tag.isEnd || inLinks++ > 0 || inItem(index)) return []
      const [, name] = NOTE_HREF.exec(attribute(tag, 'href')) ?? []
      const id = attribute(tag, 'id')
      const [, own] = PLACE_ID.exec(id) ?? []
      if (!name || !items.has(name) || (id && own !== name)) return []
      if (!this.isAlone(index)) return []
      return [[index, name]]
    })
  }

  /** Whether a link with nothing but text is all that its `<sup>` holds. */
  private isAlone(index: number): boolean {
    const link = this.tags[index]!
    const around = this.tags[index - 1]
    const after = this.tags[link.partner + 1]
    return (
      link.partner === index + 1 &&
      around?.name === 'sup' &&
      !around.isEnd &&
      around.end === link.at &&
      after?.name === 'sup' &&
      after.isEnd &&
      after.at === this.tags[link.partner]!.end
    )
  }

  private place(index: number, note: Footnote) {
    this.edits.push({ from: this.tags[index - 1]!.at, to: this.tags[index + 2]!.end, by: '', note })
  }

  private noteHtml(index: number): string {
    const last = this.tags[index]!.partner
    const parts: string[] = []
    let at = this.tags[index]!.end
    for (let next = index + 1; next <= last; next++) {
      const tag = this.tags[next]!
      parts.push(this.html.slice(at, tag.at))
      at = tag.end
      if (next === last) break
      const back = tag.name === 'a' && !tag.isEnd && PLACE_HREF.test(attribute(tag, 'href'))
      if (back) {
        this.backWords ||= attribute(tag, 'aria-label')
        next = tag.partner
        at = this.tags[next]!.end
      } else if (IN_A_NOTE.has(tag.name)) {
        const start = this.tags[tag.isEnd ? tag.partner : next]!
        const isMark = start.name === 'a' && NOTE_HREF.test(attribute(start, 'href'))
        if (!isMark) parts.push(tag.isEnd ? `</${tag.name}>` : without(tag, 'id'))
      } else if (!WITHIN_LINES.has(tag.name)) parts.push('<br>')
    }
    return trimmed(parts)
  }

  /** With the list where nothing else is in it, the line above it, and the box around both. */
  private removeItems(items: number[]) {
    const byList = new Map<number, number[]>()
    for (const index of items) {
      const { parent } = this.tags[index]!
      const own = byList.get(parent) ?? []
      own.push(index)
      byList.set(parent, own)
    }
    for (const [list, own] of byList) {
      const tag = this.tags[list]
      const rest = own.reduce((left, index) => left - this.lengthOf(index), tag ? this.innerLength(list) : Infinity)
      if (tag && /^[ou]l$/.test(tag.name) && rest === 0) this.removeList(list)
      else for (const index of own) this.edits.push({ ...this.whole(index), by: '' })
    }
  }

  private removeList(list: number) {
    let [first, last] = [list, this.tags[list]!.partner]
    const isNext = (one: Tag | undefined, other: Tag | undefined) =>
      Boolean(one && other && !this.html.slice(one.end, other.at).trim())
    for (;;) {
      const before = this.tags[first - 1]
      const after = this.tags[last + 1]
      if (!isNext(before, this.tags[first])) break
      if (before!.name === 'hr') first--
      else if (before!.name === 'div' && before!.partner === last + 1 && isNext(this.tags[last], after)) {
        first--
        last++
      } else break
    }
    this.edits.push({ from: this.tags[first]!.at, to: this.tags[last]!.end, by: '' })
  }

  private whole(index: number) {
    return { from: this.tags[index]!.at, to: this.tags[this.tags[index]!.partner]!.end }
  }

  private lengthOf(index: number): number {
    const { from, to } = this.whole(index)
    return to - from
  }

  /** Without the spaces between the elements directly in it. */
  private innerLength(index: number): number {
    const last = this.tags[index]!.partner
    let length = 0
    let at = this.tags[index]!.end
    for (let next = index + 1; next <= last; next = this.tags[next]!.partner + 1) {
      length += this.html.slice(at, this.tags[next]!.at).trim().length
      if (next === last) break
      length += this.lengthOf(next)
      at = this.whole(next).to
    }
    return length
  }

  private unlink(index: number) {
    const tag = this.tags[index]!
    const end = this.tags[tag.partner]!
    this.edits.push({ from: tag.at, to: tag.end, by: '' }, { from: end.at, to: end.end, by: '' })
  }

  /** What is left of notes without a mark, and of marks without a note. */
  private unlinkOthers() {
    const gone = this.edits.toSorted((a, b) => a.from - b.from || b.to - a.to)
    let nextGone = 0
    let goneTo = -1
    this.tags.forEach((tag, index) => {
      for (; nextGone < gone.length && gone[nextGone]!.from <= tag.at; nextGone++)
        goneTo = Math.max(goneTo, gone[nextGone]!.to)
      if (tag.isEnd || tag.at < goneTo) return
      if (tag.name === 'a' && PLACE_HREF.test(attribute(tag, 'href'))) {
        if (/^\s*↩\s*$/.test(this.html.slice(tag.end, this.tags[tag.partner]!.at)))
          this.edits.push({ ...this.whole(index), by: '' })
        else this.unlink(index)
      } else if (tag.name === 'a' && NOTE_HREF.test(attribute(tag, 'href'))) this.unlink(index)
      else if (FOOTNOTE_ID.test(attribute(tag, 'id')))
        this.edits.push({ from: tag.at, to: tag.end, by: without(tag, 'id') })
      else if (attribute(tag, 'class') === 'footnotes')
        this.edits.push({ from: tag.at, to: tag.end, by: without(tag, 'class') })
    })
  }

  private cut(): FootnotedText {
    const pieces = ['']
    const notes: Footnote[] = []
    let at = 0
    const write = (html: string) => (pieces[pieces.length - 1] += html)
    for (const { from, to, by, note } of this.edits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
      if (from < at) continue
      write(this.html.slice(at, from) + by)
      at = to
      if (note) {
        notes.push(note)
        pieces.push('')
      }
    }
    write(this.html.slice(at))
    return { pieces, notes, backWords: this.backWords }
  }
}

/** Without spaces and breaks at its ends; several breaks are one. */
function trimmed(parts: string[]): string {
  const said: string[] = []
  for (const part of parts) {
    const isBreak = part === '<br>'
    if (part === '' || (isBreak && (said.length === 0 || said.at(-1) === '<br>'))) continue
    if (!isBreak && !part.trim() && (said.length === 0 || said.at(-1) === '<br>')) continue
    if (said.length === 0 || said.at(-1) === '<br>') said.push(part.trimStart())
    else said.push(part)
  }
  for (let last = said.at(-1); last !== undefined; last = said.at(-1)) {
    if (last !== '<br>' && last.trim() !== '') {
      said[said.length - 1] = last.trimEnd()
      break
    }
    said.pop()
  }
  return said.join('')
}
