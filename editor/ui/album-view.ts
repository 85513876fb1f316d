import type { NodeViewRenderer } from '@tiptap/core'
import type { PickedAlbum, ResolvedConfig } from '../config.ts'
import { element } from './element.ts'
import { icon } from './icons.ts'

/** The card of a gallery: cover, title, number of photos, and whether readers see it. */
export const albumView =
  ({ messages, describeAlbum }: ResolvedConfig): NodeViewRenderer =>
  ({ node }) => {
    const id = node.attrs.album as string
    const cover = element('span', { class: 'cde-album-cover' }, icon('album'))
    const title = element('strong', {}, messages.album)
    const facts = element('span')
    const dom = element(
      'div',
      { class: 'cde-card cde-media cde-album', contenteditable: 'false', role: 'group', 'aria-label': messages.album },
      cover,
      element('div', {}, title, facts),
    )
    const show = (album: PickedAlbum) => {
      title.textContent = album.title
      facts.textContent = messages.albumPhotos(album.photos)
      if (!album.published) facts.append(' · ', element('em', {}, messages.albumNotPublished))
      if (album.cover) cover.replaceChildren(element('img', { src: album.cover, alt: '', draggable: 'false' }))
      dom.setAttribute('aria-label', `${messages.album}: ${album.title}`)
    }
    const miss = () => {
      dom.classList.add('is-missing')
      facts.textContent = messages.albumMissing
    }
    // A failure tells nothing about the album: the card keeps its plain name.
    describeAlbum?.(id).then(
      (album) => (album ? show(album) : miss()),
      () => undefined,
    )
    return {
      dom,
      update: (next) => next.type === node.type && next.attrs.album === id,
      ignoreMutation: () => true,
    }
  }
