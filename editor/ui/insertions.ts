import { NodeSelection } from '@tiptap/pm/state'
import { isOtherPage, playerAddress } from '../embed-hosts.ts'
import { showWhole } from '../keep-in-sight.ts'
import { addressOf } from '../link-address.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import { playerAttributes } from '../schema/media.ts'
import type { Context } from './context.ts'
import { openDialog } from './dialog.ts'

const VIDEO_FILE = /\.(mp4|webm|ogv|mov)([?#]|$)/i
const AUDIO_FILE = /\.(mp3|ogg|m4a|wav|flac)([?#]|$)/i

/** Scrolls the block with the cursor into view as a whole. */
export function showInserted(editor: Context['editor']) {
  const { selection } = editor.state
  const at = selection instanceof NodeSelection ? selection.from : selection.$from.before(1)
  const block = editor.view.nodeDOM(at)
  if (block instanceof HTMLElement) showWhole(block)
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
