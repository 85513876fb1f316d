import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { PickedImage } from './config.ts'
import type { Kept } from './schema/kept-attributes.ts'

/** What the schema stores of a picture that was uploaded or picked. */
export const imageAttributes = ({ src, alt, width, height, id }: PickedImage): Record<string, string> => ({
  src,
  alt: alt ?? '',
  ...(width ? { width: String(width) } : {}),
  ...(height ? { height: String(height) } : {}),
  ...(id ? { 'data-media-id': id } : {}),
})

/** Another picture in the same node. In a line the site sets the size. */
export function setPicture(tr: Transaction, pos: number, node: Node, attributes: Kept): Transaction {
  if (node.type.name === 'imageFigure') return tr.setNodeAttribute(pos, 'image', attributes)
  const { src, alt, width: _width, height: _height, ...kept } = attributes
  const { style } = (node.attrs.kept as Kept | null) ?? {}
  const rest = { ...kept, ...(style && { style }) }
  return tr.setNodeMarkup(pos, null, { ...node.attrs, src, alt, kept: Object.keys(rest).length > 0 ? rest : null })
}
