import { combineTransactionSteps, getChangedRanges } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { PickedImage } from './config.ts'
import type { Kept } from './schema/kept-attributes.ts'

/** A picture that came inside pasted HTML as a data: address. */
export interface PastedImage {
  /** The position of its placeholder. */
  pos: number
  file: File
  /** What the HTML said of it. */
  known: Pick<PickedImage, 'alt' | 'caption'>
}

const DATA_IMAGE = /^\s*data:(image\/[\w.+-]+)?((?:;[^;,]*)*),/i

/**
 * Takes the data: pictures out of what was just pasted or dropped, so that they can be uploaded. In the article they
 * would make it as heavy as its pictures, and the server would drop them.
 */
export function takeDataImages(
  transactions: readonly Transaction[],
  before: EditorState,
  state: EditorState,
  nameOfNone: string,
): { tr: Transaction; images: PastedImage[] } | null {
  const isPasted = transactions.some((tr) => tr.docChanged && /^(paste|drop)$/.test(String(tr.getMeta('uiEvent'))))
  if (!isPasted) return null
  const found = new Map<number, Node>()
  for (const { newRange } of getChangedRanges(combineTransactionSteps(before.doc, [...transactions])))
    state.doc.nodesBetween(newRange.from, newRange.to, (node, pos) => {
      if (DATA_IMAGE.test(attributesOf(node)?.src ?? '')) found.set(pos, node)
    })
  if (found.size === 0) return null
  const { tr } = state
  const inOrder = [...found].toSorted(([a], [b]) => a - b)
  const images = inOrder.map(([pos, node]): PastedImage => {
    const { src, alt } = attributesOf(node)!
    const [from, to] = [tr.mapping.map(pos), tr.mapping.map(pos + node.nodeSize)]
    // A line of its own keeps the place of a block, and is taken by the picture when it comes.
    if (node.isInline) tr.delete(from, to)
    else tr.replaceWith(from, to, state.schema.nodes.paragraph!.create())
    return {
      pos: node.isInline ? from : from + 1,
      file: fileOf(src!, alt || nameOfNone),
      known: { alt, caption: node.textContent },
    }
  })
  return { tr, images: images.map((image) => ({ ...image, pos: behind(tr.doc, image.pos) })) }
}

/** Behind an empty line, which the picture will take, or else behind the whole block. */
function behind(doc: Node, pos: number): number {
  const $pos = doc.resolve(pos)
  return $pos.parent.childCount === 0 ? $pos.after() : $pos.after(1)
}

function attributesOf(node: Node): Kept | null {
  if (node.type.name === 'imageFigure') return node.attrs.image as Kept
  return node.type.name === 'image' ? (node.attrs as Kept) : null
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
