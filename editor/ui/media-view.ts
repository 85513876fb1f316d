import type { NodeViewRenderer } from '@tiptap/core'
import type { Messages } from '../messages.ts'
import type { MediaSource } from '../schema/media.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import { element } from './element.ts'
import { icon } from './icons.ts'

/** A card in place of a video, sound or player: the console's content policy blocks frames of other origins. */
export const mediaView =
  (messages: Messages): NodeViewRenderer =>
  ({ node }) => {
    const { tag, kept, sources } = node.attrs as { tag: string; kept: Kept | null; sources: MediaSource[] }
    const address = kept?.src ?? sources.find((source) => source.kept.src)?.kept.src ?? ''
    const name = tag === 'iframe' ? messages.embedPlayer : tag === 'audio' ? messages.embedAudio : messages.embedVideo
    const host = URL.canParse(address, location.href) ? new URL(address, location.href).hostname : ''
    const dom = element(
      'div',
      { class: `cde-card cde-media cde-media-${tag}`, contenteditable: 'false' },
      icon('embed'),
      element(
        'div',
        {},
        element('strong', {}, kept?.title ?? name),
        element('span', {}, host),
        element('code', {}, address),
      ),
    )
    return { dom }
  }
