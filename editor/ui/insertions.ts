import { NodeSelection } from '@tiptap/pm/state'
import { playerAddress } from '../embed-hosts.ts'
import { imageAttributes, uploadFiles } from '../image-uploads.ts'
import { addressOf } from '../link-address.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import type { Context } from './context.ts'
import { openDialog } from './dialog.ts'
import { element } from './element.ts'

const VIDEO_FILE = /\.(mp4|webm|ogv|mov)([?#]|$)/i
const AUDIO_FILE = /\.(mp3|ogg|m4a|wav|flac)([?#]|$)/i

export async function editLink({ editor, config }: Context): Promise<void> {
  const { messages } = config
  const current = editor.getAttributes('link') as {
    href?: string
    target?: string | null
    rel?: string | null
    kept?: Kept | null
  }
  const rel = current.rel?.split(/\s+/) ?? []
  const choices = [
    ...(config.pickLink ? [{ name: 'pick', label: messages.linkPick }] : []),
    ...(current.href ? [{ name: 'remove', label: messages.linkRemove }] : []),
  ]
  const values = await openDialog(editor, {
    title: current.href ? messages.linkEdit : messages.link,
    fields: [
      { name: 'href', label: messages.linkAddress, value: current.href ?? '' },
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
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    return
  }
  const picked = values.choice === 'pick' ? await config.pickLink?.() : { href: addressOf(values.href ?? '') ?? '' }
  if (!picked?.href || editor.isDestroyed) return
  const words = new Set(rel.filter((word) => !['nofollow', 'sponsored', 'noopener'].includes(word)))
  for (const word of ['nofollow', 'sponsored']) if (values[word]) words.add(word)
  if (values.newTab) words.add('noopener')
  const { 'data-article-id': _, ...rest } = current.kept ?? {}
  const kept = 'id' in picked && picked.id ? { ...rest, 'data-article-id': picked.id } : rest
  const attributes = {
    href: picked.href,
    target: values.newTab ? '_blank' : null,
    rel: [...words].join(' ') || null,
    kept: Object.keys(kept).length > 0 ? kept : null,
  }
  const chain = editor.chain().focus()
  if (editor.state.selection.empty && !current.href) {
    const text = ('title' in picked && picked.title) || picked.href
    chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] }).run()
  } else chain.extendMarkRange('link').setMark('link', attributes).run()
}

export function uploadFromDisk({ editor, config }: Context) {
  const input = element('input', {
    type: 'file',
    accept: 'image/jpeg,image/png,image/webp,image/avif,image/gif',
    multiple: true,
    hidden: true,
  })
  editor.view.dom.parentElement?.append(input)
  input.addEventListener('change', () => {
    uploadFiles(editor, config, input.files ?? [])
    input.remove()
    editor.view.focus()
  })
  input.addEventListener('cancel', () => input.remove())
  input.click()
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

/** Another picture at the same place: its alignment, link and caption stay, its alt text comes with the new one. */
export async function replaceImage({ editor, config }: Context): Promise<void> {
  const picked = await config.pickImage?.()
  if (!picked || editor.isDestroyed) return
  editor
    .chain()
    .focus()
    .updateAttributes('imageFigure', { image: imageAttributes(picked) })
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
  const values = await openDialog(editor, {
    title: messages.embed,
    fields: [{ name: 'address', label: messages.embedAddress, hint: messages.embedHint }],
    apply: messages.insert,
    cancel: messages.cancel,
    refuse: ({ address }) => (sourceOf(address ?? '') ? null : messages.embedRefused),
  })
  const address = values?.address ?? ''
  const src = sourceOf(address)
  if (!src || editor.isDestroyed) return
  const tag = kindOf(address)
  const kept: Kept =
    tag === 'iframe'
      ? {
          src,
          width: '560',
          height: '315',
          allow: 'fullscreen; picture-in-picture',
          allowfullscreen: '',
          loading: 'lazy',
          title: messages.embedPlayer,
        }
      : { src, controls: '' }
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

export async function editImage({ editor, config }: Context): Promise<void> {
  const { messages } = config
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
}
