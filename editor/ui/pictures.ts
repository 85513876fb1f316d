import type { Node } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { ResolvedConfig } from '../config.ts'
import { chooseFiles, uploadFiles, uploadInPlaceOf } from '../image-uploads.ts'
import { imageAttributes, setPicture } from '../library-picture.ts'
import { addressOf } from '../link-address.ts'
import { pictureAttributes } from '../pasted-images.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import type { Context } from './context.ts'
import { openDialog } from './dialog.ts'
import { showInserted } from './insertions.ts'

export function uploadFromDisk({ editor, config }: Context) {
  chooseFiles(editor, true, (files) => {
    editor.view.focus()
    uploadFiles(editor, config, files)
  })
}

export async function pickFromLibrary({ editor, config }: Context): Promise<void> {
  const image = await config.pickImage?.()
  if (!image || editor.isDestroyed) return
  const caption = image.caption ? [{ type: 'text', text: image.caption }] : []
  editor
    .chain()
    .focus()
    .insertContent({ type: 'imageFigure', attrs: { image: imageAttributes(image) }, content: caption })
    .run()
  showInserted(editor)
}

/** The picture that is chosen, in a line or with a caption, and its position; null where the cursor is in none. */
export function chosenPicture({ state }: Context['editor']): { node: Node; pos: number } | null {
  const { selection } = state
  if (selection instanceof NodeSelection && selection.node.type.name === 'image')
    return { node: selection.node, pos: selection.from }
  const { $from } = selection
  if (selection instanceof NodeSelection && selection.node.type.name === 'imageFigure')
    return { node: selection.node, pos: selection.from }
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'imageFigure') return { node: $from.node(depth), pos: $from.before(depth) }
  return null
}

/** Another picture at the same place: its alignment, link and caption stay, its alt text comes with the new one. */
export async function replaceImage({ editor, config }: Context): Promise<void> {
  const picked = await config.pickImage?.()
  const chosen = !picked || editor.isDestroyed ? null : chosenPicture(editor)
  if (!picked || !chosen) return
  editor.view.dispatch(setPicture(editor.state.tr, chosen.pos, chosen.node, imageAttributes(picked)))
  editor.commands.setNodeSelection(chosen.pos)
  editor.view.focus()
}

/** The library's name of the picture that is chosen; undefined where it is none of the library. */
export function chosenId(editor: Context['editor']): string | undefined {
  const chosen = chosenPicture(editor)
  return (chosen && pictureAttributes(chosen.node)?.['data-media-id']) || undefined
}

/** A new picture that was cut from the chosen one, at the same place: its words and a width that was chosen for it stay. */
export async function cropImage({ editor, config }: Context): Promise<void> {
  const id = chosenId(editor)
  const cut = id && (await config.cropImage?.(id))
  if (editor.isDestroyed) return
  editor.view.focus()
  const chosen = chosenPicture(editor)
  if (!cut || !chosen || chosenId(editor) !== id) return
  const { alt = '', width, height } = pictureAttributes(chosen.node) ?? {}
  const natural: Kept = { ...imageAttributes(cut), alt }
  const { height: _, ...unsized } = natural
  const isSized = width && !height && Number(width) < Number(natural.width ?? Infinity)
  const picture = isSized ? { ...unsized, width } : natural
  editor.view.dispatch(setPicture(editor.state.tr, chosen.pos, chosen.node, picture))
  editor.commands.setNodeSelection(chosen.pos)
}

/** A file of the person's computer in place of a picture on another site: nothing is fetched from there. */
export function uploadInstead({ editor, config }: Context) {
  const chosen = chosenPicture(editor)
  if (!chosen) return
  chooseFiles(editor, false, ([file]) => {
    if (file && !editor.isDestroyed) uploadInPlaceOf(editor, config, file, chosen.pos)
    editor.view.focus()
  })
}

/** Removes the picture that is chosen, or whose caption the cursor is in. */
export function removePicture({ editor }: Context) {
  const chosen = chosenPicture(editor)
  if (!chosen) return
  editor.view.dispatch(editor.state.tr.delete(chosen.pos, chosen.pos + chosen.node.nodeSize).scrollIntoView())
  editor.view.focus()
}

/** A picture in a line gets a line of its own with room for a caption, and the cursor is there. */
export function addCaption({ editor }: Context) {
  const chosen = chosenPicture(editor)
  if (chosen?.node.type.name !== 'image') return
  const image = pictureAttributes(chosen.node) ?? {}
  const { tr, schema, doc } = editor.state
  const link = chosen.node.marks.find(({ type }) => type.name === 'link')
  const { href, target, rel } = (link?.attrs ?? {}) as Record<string, string | null>
  const linked = link && Object.fromEntries(Object.entries({ href, target, rel }).filter(([, value]) => value))
  const figure = schema.nodes.imageFigure!.create({ image, link: linked ?? null })
  const $pos = doc.resolve(chosen.pos)
  const isAlone = $pos.parent.childCount === 1
  if (isAlone && $pos.depth > 0) tr.replaceWith($pos.before(), $pos.after(), figure)
  else tr.replaceWith(chosen.pos, chosen.pos + 1, figure)
  editor.view.dispatch(tr)
  let place = -1
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === 'imageFigure' && (node.attrs.image as Kept).src === image.src) place = pos
  })
  if (place >= 0)
    editor
      .chain()
      .focus()
      .setTextSelection(place + 1)
      .run()
}

const FLOATS = /^align(left|right|center|wide|full|none)$/

export type ImagePlace = 'left' | 'center' | 'right' | 'wide'

export const imagePlace = (kept: Kept | null): ImagePlace | null =>
  (kept?.class
    ?.split(/\s+/)
    .find((name) => FLOATS.test(name))
    ?.replace('align', '') as ImagePlace | undefined) ?? null

/** Sets the alignment of the picture by the class that WordPress also uses; the same alignment again removes it. */
export function placeImage({ editor }: Context, place: ImagePlace) {
  const kept = editor.getAttributes('imageFigure').kept as Kept | null
  const classes = (kept?.class ?? '').split(/\s+/).filter((name) => name && !FLOATS.test(name))
  if (imagePlace(kept) !== place) classes.push(`align${place}`)
  const { class: _, ...rest } = kept ?? {}
  const next = classes.length > 0 ? { ...rest, class: classes.join(' ') } : rest
  editor
    .chain()
    .focus()
    .updateAttributes('imageFigure', { kept: Object.keys(next).length > 0 ? next : null })
    .run()
}

/** The alt text of a picture in a line; its size is the site's. */
async function editInlineImage({ editor, config }: Context, pos: number): Promise<void> {
  const { messages } = config
  const values = await openDialog(editor, {
    title: messages.imageEdit,
    fields: [
      {
        name: 'alt',
        label: messages.imageAlt,
        hint: messages.imageAltHint,
        value: String(editor.state.doc.nodeAt(pos)?.attrs.alt ?? ''),
      },
    ],
    apply: messages.apply,
    cancel: messages.cancel,
  })
  if (!values || editor.isDestroyed) return
  const before = editor.state.doc.nodeAt(pos)
  editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'alt', values.alt ?? ''))
  if (before) tellAlt(config, pictureAttributes(before), values.alt)
  editor.chain().setNodeSelection(pos).focus().run()
}

export async function editImage(context: Context): Promise<void> {
  const { editor, config } = context
  const { messages } = config
  const chosen = chosenPicture(editor)
  if (chosen?.node.type.name === 'image') return editInlineImage(context, chosen.pos)
  const { image, link } = editor.getAttributes('imageFigure') as { image: Kept; link: Kept | null }
  const values = await openDialog(editor, {
    title: messages.imageEdit,
    fields: [
      { name: 'alt', label: messages.imageAlt, hint: messages.imageAltHint, value: image.alt ?? '' },
      { name: 'width', label: messages.imageWidth, kind: 'number', value: image.width ?? '' },
      { name: 'href', label: messages.imageLink, value: link?.href ?? '' },
    ],
    apply: messages.apply,
    cancel: messages.cancel,
    refuse: ({ href }) => (!href || addressOf(href) ? null : messages.linkInvalid),
  })
  if (!values || editor.isDestroyed) return
  const { width, height, ...rest } = image
  const sized =
    values.width === (width ?? '')
      ? { ...(width ? { width } : {}), ...(height ? { height } : {}) }
      : values.width
        ? { width: values.width }
        : {}
  editor
    .chain()
    .focus()
    .updateAttributes('imageFigure', {
      image: { ...rest, ...sized, alt: values.alt ?? '' },
      link: values.href ? { ...link, href: addressOf(values.href) } : null,
    })
    .run()
  tellAlt(config, image, values.alt)
}

function tellAlt({ onAltGiven }: ResolvedConfig, before: Kept | null, alt = '') {
  const id = before?.['data-media-id']
  if (id && alt.trim() && alt !== (before.alt ?? '')) onAltGiven?.(id, alt)
}
