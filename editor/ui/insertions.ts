import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { ResolvedConfig } from '../config.ts'
import { isOtherPage, playerAddress } from '../embed-hosts.ts'
import { chooseFiles, uploadFiles, uploadInPlaceOf } from '../image-uploads.ts'
import { imageAttributes, setPicture } from '../library-picture.ts'
import { addressOf } from '../link-address.ts'
import { pictureAttributes } from '../pasted-images.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import { playerAttributes } from '../schema/media.ts'
import type { Context } from './context.ts'
import { openDialog } from './dialog.ts'

const VIDEO_FILE = /\.(mp4|webm|ogv|mov)([?#]|$)/i
const AUDIO_FILE = /\.(mp3|ogg|m4a|wav|flac)([?#]|$)/i

interface LinkAttributes {
  href?: string
  target?: string | null
  rel?: string | null
  kept?: Kept | null
}

/** The link that the cursor or the chosen picture is in. */
function linkHere(editor: Context['editor']): LinkAttributes {
  const { selection } = editor.state
  if (!isFigure(selection)) return editor.getAttributes('link') as LinkAttributes
  const { href, target, rel, ...kept } = (selection.node.attrs.link as Kept | null) ?? {}
  return { ...(href && { href }), target: target ?? null, rel: rel ?? null, kept }
}

const isFigure = (selection: Selection): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.type.name === 'imageFigure'

/** Takes the link away that the cursor is in. The cursor stays: a link that stays selected goes with the next key. */
export function removeLink({ editor }: Context) {
  const { selection } = editor.state
  if (isFigure(selection)) editor.chain().focus().updateAttributes('imageFigure', { link: null }).run()
  else {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    select(editor, Selection.fromJSON(editor.state.doc, selection.toJSON()))
  }
}

const select = ({ state, view }: Context['editor'], selection: Selection) =>
  view.dispatch(state.tr.setSelection(selection))

export async function editLink(context: Context): Promise<void> {
  const { editor, config } = context
  const { messages } = config
  const current = linkHere(editor)
  const rel = current.rel?.split(/\s+/) ?? []
  const choices = [
    ...(config.pickLink ? [{ name: 'pick', label: messages.linkPick }] : []),
    ...(current.href ? [{ name: 'remove', label: messages.linkRemove }] : []),
  ]
  const needsText = editor.state.selection.empty && !current.href
  const values = await openDialog(editor, {
    title: current.href ? messages.linkEdit : messages.link,
    fields: [
      { name: 'href', label: messages.linkAddress, value: current.href ?? '' },
      ...(needsText ? [{ name: 'text', label: messages.linkText, hint: messages.linkTextHint }] : []),
      { name: 'newTab', label: messages.linkNewTab, kind: 'checkbox', checked: current.target === '_blank' },
      { name: 'nofollow', label: messages.linkNoFollow, kind: 'checkbox', checked: rel.includes('nofollow') },
      { name: 'sponsored', label: messages.linkSponsored, kind: 'checkbox', checked: rel.includes('sponsored') },
    ],
    apply: messages.linkApply,
    cancel: messages.cancel,
    choices,
    refuse: ({ href }) => (addressOf(href ?? '') ? null : messages.linkInvalid),
  })
  if (!values || editor.isDestroyed) return
  if (values.choice === 'remove') {
    removeLink(context)
    return
  }
  const picked = values.choice === 'pick' ? await config.pickLink?.() : { href: addressOf(values.href ?? '') ?? '' }
  if (!picked?.href || editor.isDestroyed) return
  const words = new Set(rel.filter((word) => !['nofollow', 'sponsored', 'noopener'].includes(word)))
  for (const word of ['nofollow', 'sponsored']) if (values[word]) words.add(word)
  if (values.newTab) words.add('noopener')
  const { 'data-article-id': article, ...rest } = current.kept ?? {}
  // Another address is no longer that of the article.
  const id = 'id' in picked ? picked.id : picked.href === current.href ? article : undefined
  const kept = id ? { ...rest, 'data-article-id': id } : rest
  const attributes = {
    href: picked.href,
    target: values.newTab ? '_blank' : null,
    rel: [...words].join(' ') || null,
    kept: Object.keys(kept).length > 0 ? kept : null,
  }
  const { doc, selection } = editor.state
  if (isFigure(selection)) {
    const { href, target, rel } = attributes
    const link = { ...kept, href, ...(target && { target }), ...(rel && { rel }) }
    editor.chain().focus().updateAttributes('imageFigure', { link }).run()
    return
  }
  const isText = !selection.empty && doc.textBetween(selection.from, selection.to).trim() !== ''
  if (current.href || isText) {
    editor.chain().focus().extendMarkRange('link').setMark('link', attributes).run()
    if (!editor.state.doc.eq(doc) || isLinkedTo(editor, attributes.href)) {
      // One writes on behind the words: if they stayed selected, the next key would replace them.
      select(editor, Selection.near(editor.state.doc.resolve(selection.to), -1))
      return
    }
  }
  const text = values.text || ('title' in picked && picked.title) || picked.href
  insertLinkedText(editor, text, attributes)
}

const isLinkedTo = (editor: Context['editor'], href: string) => editor.getAttributes('link').href === href

/** Behind what is selected; in a line of its own where that is no text. In a code block without the link. */
function insertLinkedText(editor: Context['editor'], text: string, attributes: Record<string, unknown>) {
  const { selection, schema } = editor.state
  const { parent } = selection.$to
  const takesLinks = !parent.inlineContent || parent.type.allowsMarkType(schema.marks.link!)
  const linked = { type: 'text', text, ...(takesLinks && { marks: [{ type: 'link', attrs: attributes }] }) }
  editor
    .chain()
    .focus()
    .insertContentAt(selection.to, parent.inlineContent ? linked : { type: 'paragraph', content: [linked] })
    .run()
}

export function uploadFromDisk({ editor, config }: Context) {
  chooseFiles(editor, true, (files) => {
    uploadFiles(editor, config, files)
    editor.view.focus()
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

/** Scrolls the block with the cursor into view as a whole, a picture once it has its height. */
export function showInserted(editor: Context['editor']) {
  const { selection } = editor.state
  const at = selection instanceof NodeSelection ? selection.from : selection.$from.before(1)
  const block = editor.view.nodeDOM(at)
  if (!(block instanceof HTMLElement)) return
  const show = () => block.scrollIntoView({ block: 'nearest' })
  show()
  const picture = block.querySelector('img')
  if (picture && !picture.complete) picture.addEventListener('load', show, { once: true })
}

/** Puts an album where the cursor is; where a gallery is chosen, the new one takes its place. */
export async function pickAlbum({ editor, config }: Context): Promise<void> {
  const album = await config.pickAlbum?.()
  if (!album || editor.isDestroyed) return
  editor
    .chain()
    .focus()
    .insertContent({ type: 'albumGallery', attrs: { album: album.id } })
    .run()
  showInserted(editor)
}

export async function insertEmbed({ editor, config }: Context): Promise<void> {
  const { messages } = config
  const kindOf = (address: string) =>
    VIDEO_FILE.test(address) ? 'video' : AUDIO_FILE.test(address) ? 'audio' : 'iframe'
  const sourceOf = (address: string) =>
    kindOf(address) === 'iframe' ? playerAddress(address, config.embedHosts) : addressOf(address)
  const { selection } = editor.state
  const chosen = selection instanceof NodeSelection && selection.node.type.name === 'media' ? selection.node : null
  const known = (chosen?.attrs.kept as Kept | null)?.src ?? ''
  const values = await openDialog(editor, {
    title: messages.embed,
    fields: [{ name: 'address', label: messages.embedAddress, hint: messages.embedHint, value: known }],
    apply: chosen ? messages.apply : messages.insert,
    cancel: messages.cancel,
    refuse: ({ address = '' }) => {
      if (sourceOf(address) || (chosen && address === known)) return null
      return isOtherPage(address, config.embedHosts) ? messages.embedOtherPage : messages.embedRefused
    },
  })
  const address = values?.address ?? ''
  const src = sourceOf(address)
  // What is left as it was keeps its size and name.
  if (!src || editor.isDestroyed || (chosen && address === known)) return
  const tag = kindOf(address)
  const kept: Kept = tag === 'iframe' ? playerAttributes(src, messages.embedPlayer) : { src, controls: '' }
  editor.chain().focus().insertContent({ type: 'media', attrs: { tag, kept } }).run()
}

export async function insertRawHtml({ editor, config }: Context): Promise<void> {
  const { messages } = config
  const values = await openDialog(editor, {
    title: messages.rawHtml,
    fields: [{ name: 'html', label: messages.rawHtml, hint: messages.rawHtmlHint, rows: 12 }],
    apply: messages.insert,
    cancel: messages.cancel,
  })
  if (values?.html && !editor.isDestroyed)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'rawHtml', attrs: { html: values.html } })
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
