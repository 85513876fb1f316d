import { combineTransactionSteps, getChangedRanges } from '@tiptap/core'
import { GapCursor } from '@tiptap/pm/gapcursor'
import { Fragment, type Node } from '@tiptap/pm/model'
import { NodeSelection, Selection, type EditorState, type Transaction } from '@tiptap/pm/state'
import type { PickedImage } from './config.ts'
import { markedPicture } from './html/local-pictures.ts'
import { endOfText } from './schema/footnotes.ts'
import type { Kept } from './schema/kept-attributes.ts'

/** A picture that came with pasted HTML. */
export interface PastedImage {
  /** The position of its placeholder. */
  pos: number
  file: File
  /** What the HTML said of it. */
  known: Pick<PickedImage, 'alt' | 'caption'>
}

/** A picture that is on another site. */
export interface OutsideImage {
  src: string
  host: string
}

const DATA_IMAGE = /^\s*data:(image\/[\w.+-]+)?((?:;[^;,]*)*),/i

/**
 * Takes the data: pictures out of what was just pasted or dropped, so that they can be uploaded. In the article they
 * would make it as heavy as its pictures, and the server would drop them. Where the bytes of one did not come with the
 * text, a node keeps its place.
 */
export function takeDataImages(
  transactions: readonly Transaction[],
  before: EditorState,
  state: EditorState,
  nameOfNone: string,
  copies: readonly File[],
): { tr: Transaction; images: PastedImage[]; missing: number; outside: OutsideImage[] } | null {
  const isPasted = transactions.some((tr) => tr.docChanged && /^(paste|drop)$/.test(String(tr.getMeta('uiEvent'))))
  if (!isPasted) return null
  const found = new Map<number, Node>()
  const outside = new Map<number, OutsideImage>()
  for (const { newRange } of getChangedRanges(combineTransactionSteps(before.doc, [...transactions])))
    state.doc.nodesBetween(newRange.from, newRange.to, (node, pos) => {
      const src = pictureAttributes(node)?.src ?? ''
      if (DATA_IMAGE.test(src)) found.set(pos, node)
      else {
        const host = outsideHost(node)
        if (host) outside.set(pos, { src, host })
      }
    })
  if (found.size === 0 && outside.size === 0) return null
  const { tr } = state
  const given = (src: string): File | string | null => {
    const marked = markedPicture(src)
    if (!marked) return null
    return 'copy' in marked ? (copies[marked.copy] ?? nameOfNone) : marked.missing || nameOfNone
  }
  const inOrder = [...found].toSorted(([a], [b]) => a - b)
  const pictures = inOrder.map(([pos, node]) => {
    const { src = '', alt = '' } = pictureAttributes(node)!
    const [from, to] = [tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize)]
    // A line of its own keeps the place of a block, and is taken by the picture when it comes.
    if (node.isInline) tr.delete(from, to)
    else tr.replaceWith(from, to, state.schema.nodes.paragraph!.create())
    return {
      pos: node.isInline ? from : from + 1,
      file: given(src) ?? fileOf(src, alt || nameOfNone),
      known: { alt, caption: node.textContent },
    }
  })
  const positioned = pictures.map((picture) => ({ ...picture, pos: behind(tr.doc, picture.pos) }))
  const places = tr.steps.length
  const missing = positioned.flatMap(({ file, known, pos }) => {
    if (typeof file !== 'string') return []
    return [{ pos, node: state.schema.nodes.missingPicture!.create({ name: file, ...known }) }]
  })
  // From the last place to the first, so that those before stay where they are.
  for (const pos of new Set(missing.map((one) => one.pos).toReversed()))
    markMissing(
      tr,
      pos,
      missing.filter((one) => one.pos === pos).map(({ node }) => node),
    )
  const marked = tr.mapping.slice(places)
  return {
    tr: writeOnBehind(tr),
    images: positioned.flatMap(({ file, pos, known }) =>
      typeof file === 'string' ? [] : [{ file, known, pos: marked.map(pos, -1) }],
    ),
    missing: missing.length,
    outside: [...outside.values()],
  }
}

/** Puts the places of missing pictures in, instead of the line that held nothing else. */
function markMissing(tr: Transaction, pos: number, nodes: Node[]) {
  const $pos = tr.doc.resolve(pos)
  const index = $pos.index()
  const { nodeBefore } = $pos
  const isEmptyLine = nodeBefore?.type.name === 'paragraph' && nodeBefore.childCount === 0
  const takesLine = isEmptyLine && $pos.parent.canReplace(index - 1, index, Fragment.from(nodes))
  tr.replaceWith(takesLine ? pos - nodeBefore.nodeSize : pos, pos, nodes)
}

/** The cursor behind a node that was chosen only because its line is gone: what is typed next must not replace it. */
function writeOnBehind(tr: Transaction): Transaction {
  const { selection } = tr
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'missingPicture') return tr
  const { $to } = selection
  return tr.setSelection($to.nodeAfter ? Selection.near($to) : new GapCursor($to))
}

/** Behind an empty line, which the picture will take, or else behind the whole block. */
function behind(doc: Node, pos: number): number {
  const $pos = doc.resolve(pos)
  return Math.min($pos.parent.childCount === 0 ? $pos.after() : $pos.after(1), endOfText(doc))
}

/** What is stored of a picture, in a line or with a caption; null for any other node. */
export function pictureAttributes(node: Node): Kept | null {
  if (node.type.name === 'imageFigure') return node.attrs.image as Kept
  if (node.type.name !== 'image') return null
  const { src, alt, title, kept } = node.attrs as Record<string, unknown>
  const own = Object.entries({ src, alt, title }).filter(([, value]) => typeof value === 'string')
  return { ...(Object.fromEntries(own) as Kept), ...(kept as Kept | null) }
}

/** The site that a picture comes from when it is neither of this one nor of the media library; null for all others. */
export function outsideHost(node: Node): string | null {
  const image = pictureAttributes(node)
  if (!image?.src || image['data-media-id'] || !/^(https?:)?\/\//i.test(image.src)) return null
  const address = URL.parse(image.src, location.href)
  return address && address.origin !== location.origin ? address.host : null
}

/** The file inside a data: address; of no type when it cannot be read. Not by fetch, which the page's policy forbids. */
function fileOf(address: string, name: string): File {
  const [head, type = '', parameters = ''] = DATA_IMAGE.exec(address)!
  const data = address.slice(head.length)
  const title = `${name.slice(0, 60)}.${type.replace(/^image\//i, '').replace('jpeg', 'jpg')}`
  try {
    const text = decodeURIComponent(data)
    const bytes = /;\s*base64/i.test(parameters)
      ? Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0))
      : new TextEncoder().encode(text)
    return new File([bytes], title, { type: type.toLowerCase() })
  } catch {
    return new File([], title)
  }
}
