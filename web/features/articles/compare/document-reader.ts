import { parseDocument } from 'htmlparser2'
import { FOOTNOTE_HREF } from '#contract/footnote-names.ts'
import {
  type Block,
  type Embed,
  type ListKind,
  type Picture,
  FOOTNOTE_CHARACTER,
  PICTURE_CHARACTER,
  type Run,
  type TextKind,
  type TextStyle,
} from './document.ts'
import { alignOf, callout, marksOf, otherAttributes, widthOf } from './document-attributes.ts'
import { isTextRun, tidyRuns } from './document-runs.ts'
import { gridOf } from './document-table.ts'
import type { HtmlElement, HtmlNodes as Nodes } from './html-nodes.ts'

type Place = Pick<TextStyle, 'inside' | 'level' | 'list' | 'align'> & {
  marks: readonly string[]
  isPre: boolean
  /** Counts the items of the list. */
  counter?: { next: number }
}

const outside: Place = { inside: [], level: 0, list: '', align: '', marks: [], isPre: false }
const PLAIN: Pick<TextStyle, 'checked' | 'language' | 'attributes'> = { checked: null, language: '', attributes: {} }
const SILENT = new Set(['script', 'style', 'input', 'template', 'colgroup', 'source', 'track', 'rp'])
const BOXES =
  'address,article,aside,body,center,dd,div,dl,dt,figure,footer,header,html,li,main,nav,p,section,fieldset,form'.split(
    ',',
  )

/** The blocks of an article body. Nothing of it is loaded or run; addresses stay text. */
export function readDocument(html: string): Block[] {
  const reader = new Reader()
  reader.walk(parseDocument(html).children, outside)
  reader.flush(outside)
  return reader.blocks
}

const isElement = (node: Nodes[number]): node is HtmlElement => 'attribs' in node
const childElements = (element: HtmlElement, ...names: string[]) =>
  (element.children as Nodes).filter((node): node is HtmlElement => isElement(node) && names.includes(node.name))

class Reader {
  blocks: Block[] = []
  private runs: Run[] = []
  /** What the text that comes next is; the first text of a list item is the item. */
  private next: Partial<TextStyle> & { kind: TextKind } = { kind: 'paragraph' }
  /** The number of the list item that comes next. */
  private number: number | undefined

  walk(nodes: Nodes, place: Place): void {
    for (const node of nodes) {
      if (isElement(node)) this.element(node, place)
      else if (node.type === 'text') this.runs.push({ text: node.data, marks: place.marks })
    }
  }

  /** Ends the block that text was collected for. */
  flush({ inside, level, list, align, isPre }: Place): void {
    const runs = tidyRuns(this.runs, isPre)
    this.runs = []
    if (runs.length === 0) return
    // A line of nothing but pictures is those pictures.
    if (!runs.some(isTextRun))
      for (const { picture } of runs) {
        if (picture)
          this.blocks.push({
            type: 'picture',
            picture: { ...picture, align: picture.align || align },
            caption: [],
            inside,
          })
      }
    else {
      this.blocks.push({
        type: 'text',
        style: { ...PLAIN, inside, level, list, align, ...this.next },
        runs,
        ...(this.next.kind === 'item' && this.number && { number: this.number }),
      })
      this.next = { kind: 'paragraph' }
    }
  }

  private element(element: HtmlElement, place: Place): void {
    const { name, attribs, children } = element
    const inner = children as Nodes
    if (SILENT.has(name)) return
    if (name === 'br') this.runs.push({ text: place.isPre ? '\n' : '\u2028', marks: place.marks })
    else if (name === 'a' && FOOTNOTE_HREF.test(attribs['href'] ?? '')) this.footnote(element, place)
    else if (name === 'img') this.picture(element, place)
    else if (name === 'hr') this.atom({ type: 'rule' }, place)
    else if (name === 'video' || name === 'audio' || name === 'iframe') this.atom(embedOf(element, name), place)
    else if (attribs['data-album'] !== undefined) this.atom({ type: 'album', album: attribs['data-album'] }, place)
    else if (attribs['data-missing-picture'] !== undefined)
      this.atom({ type: 'missing', name: attribs['data-missing-picture'] }, place)
    else if (name === 'table') this.atom({ type: 'table', ...this.table(element) }, place)
    else if (/^h[1-6]$/.test(name)) this.block(element, place, 'heading', { level: Number(name[1]) })
    else if (name === 'pre') this.code(element, place)
    else if (name === 'ul' || name === 'ol')
      this.box(inner, {
        ...place,
        list: listOf(element),
        level: place.level + 1,
        counter: { next: Number(attribs['start'] ?? 1) },
      })
    else if (name === 'li') this.item(element, place)
    else if (name === 'blockquote') this.box(inner, { ...place, inside: [...place.inside, 'quote'] })
    else if (name === 'details') this.box(inner, { ...place, inside: [...place.inside, 'details'] })
    else if (name === 'summary' || name === 'figcaption' || name === 'caption')
      this.block(element, place, name === 'summary' ? 'summary' : 'caption')
    else if (name === 'figure') this.figure(element, place)
    else if (name === 'dt' || name === 'dd') this.block(element, place, name === 'dt' ? 'term' : 'description')
    else if (name === 'p') this.block(element, place, this.next.kind)
    else if (BOXES.includes(name)) {
      const kind = callout(attribs)
      this.box(inner, {
        ...place,
        align: alignOf(attribs) || place.align,
        inside: kind ? [...place.inside, kind] : place.inside,
      })
    } else this.walk(inner, { ...place, marks: marksOf(element, place.marks) })
  }

  private box(nodes: Nodes, place: Place): void {
    this.flush(place)
    this.walk(nodes, place)
    this.flush(place)
  }

  private block(element: HtmlElement, place: Place, kind: TextKind, style: Partial<TextStyle> = {}): void {
    const inner = { ...place, align: alignOf(element.attribs) || place.align }
    this.flush(place)
    this.next = { ...this.next, ...style, kind, attributes: otherAttributes(element.attribs) }
    this.walk(element.children as Nodes, inner)
    this.flush(inner)
    this.next = { kind: 'paragraph' }
  }

  private atom(block: Block, place: Place): void {
    this.flush(place)
    this.blocks.push(block)
  }

  private item(element: HtmlElement, place: Place): void {
    this.flush(place)
    const checked = place.list === 'tasks' ? element.attribs['data-checked'] === 'true' : null
    this.next = { kind: 'item', checked }
    this.number = place.list === 'numbered' ? place.counter && place.counter.next++ : undefined
    this.walk(element.children as Nodes, place)
    this.flush(place)
    this.next = { kind: 'paragraph' }
  }

  private code(element: HtmlElement, place: Place): void {
    this.flush(place)
    const [code] = childElements(element, 'code')
    const language =
      /(?:lang|language)-([\w+#.-]+)/.exec(`${element.attribs['class']} ${code?.attribs['class']}`)?.[1] ?? ''
    const inner: Place = { ...place, isPre: true }
    this.next = { kind: 'code', language }
    // The element of program code is part of the block, and colours of highlighting are not formatting.
    this.walk((code ?? element).children as Nodes, inner)
    this.runs = this.runs.map((run) => (code && !run.picture ? { ...run, marks: [] } : run))
    this.flush(inner)
    this.next = { kind: 'paragraph' }
  }

  /** Its number; the way back from a note says nothing. */
  private footnote({ attribs, children }: HtmlElement, place: Place): void {
    const [label] = children as Nodes
    const number = label?.type === 'text' ? Number(label.data) : 0
    if (!/ref-/.test(attribs['href'] ?? '') && number > 0)
      this.runs.push({ text: FOOTNOTE_CHARACTER, marks: place.marks, number })
  }

  private picture({ attribs }: HtmlElement, place: Place): void {
    const link = place.marks.find((mark) => mark.startsWith('link:'))?.slice('link:'.length) ?? ''
    const picture: Picture = {
      src: attribs['src'] ?? '',
      alt: attribs['alt'] ?? '',
      title: attribs['title'] ?? '',
      width: widthOf(attribs),
      align: alignOf(attribs),
      link,
    }
    this.runs.push({ text: PICTURE_CHARACTER, marks: place.marks, picture })
  }

  /** The caption belongs to the one picture, player or table of the figure; that of several is a block of its own. */
  private figure(element: HtmlElement, place: Place): void {
    this.flush(place)
    const { attribs } = element
    const isGallery = childElements(element, 'figure').length > 0 || /\bgallery\b/.test(attribs['class'] ?? '')
    const inner = {
      ...place,
      inside: isGallery ? [...place.inside, 'gallery'] : place.inside,
      align: alignOf(attribs) || place.align,
    }
    const start = this.blocks.length
    const captions = childElements(element, 'figcaption')
    this.walk(
      (element.children as Nodes).filter((node) => !captions.includes(node as HtmlElement)),
      inner,
    )
    this.flush(inner)
    const [only, ...more] = this.blocks.slice(start)
    if (only?.type === 'picture' && more.length === 0 && !only.picture.width)
      this.blocks[start] = { ...only, picture: { ...only.picture, width: widthOf(attribs) } }
    const owner = this.blocks[start]
    if (owner && 'caption' in owner && more.length === 0)
      this.blocks[start] = { ...owner, caption: captions.flatMap((caption) => this.runsOf(caption)) }
    else for (const caption of captions) this.block(caption, inner, 'caption')
  }

  private table(element: HtmlElement) {
    const captions = childElements(element, 'caption')
    const sections = [element, ...childElements(element, 'thead', 'tbody', 'tfoot')]
    const rows = sections.flatMap((section) => childElements(section, 'tr'))
    return {
      caption: captions.flatMap((caption) => this.runsOf(caption)),
      rows: gridOf(
        rows.map((row) => childElements(row, 'td', 'th').map((cell) => ({ cell, runs: this.runsOf(cell) }))),
      ),
    }
  }

  /** The text of an element that is compared as one, such as a cell: blocks in it become lines. */
  private runsOf(element: HtmlElement): Run[] {
    const inside = new Reader()
    inside.walk(element.children as Nodes, outside)
    inside.flush(outside)
    return inside.blocks.flatMap((block, index) => [
      ...(index > 0 ? [{ text: '\n', marks: [] }] : []),
      ...linesOf(block),
    ])
  }
}

function linesOf(block: Block): readonly Run[] {
  if (block.type === 'text') return block.runs
  if (block.type === 'picture')
    return [{ text: PICTURE_CHARACTER, marks: [], picture: block.picture }, ...block.caption]
  if (block.type === 'embed') return [{ text: block.embed.src, marks: [] }, ...block.caption]
  if (block.type !== 'table') return []
  return block.rows.flatMap((row) =>
    row.flatMap((cell) => (cell === 'covered' ? [] : [...cell.runs, { text: '\n', marks: [] }])),
  )
}

const listOf = ({ name, attribs }: HtmlElement): ListKind =>
  attribs['data-type'] === 'taskList' || /\btask-list\b/.test(attribs['class'] ?? '')
    ? 'tasks'
    : name === 'ol'
      ? 'numbered'
      : 'bulleted'

function embedOf(element: HtmlElement, tag: Embed['tag']): Block {
  const { attribs } = element
  const source = attribs['src'] ?? childElements(element, 'source')[0]?.attribs['src'] ?? ''
  const { poster = '', title = '' } = attribs
  return { type: 'embed', embed: { tag, src: source, poster, width: widthOf(attribs), title }, caption: [] }
}
