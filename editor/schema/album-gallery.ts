import { Node } from '@tiptap/core'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An album of photos that readers see as a gallery: `<div data-album="…"></div>`. The text keeps only which album. */
export const AlbumGallery = Node.create({
  name: 'albumGallery',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ album: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div[data-album]',
      priority: 60,
      getAttrs: (element) => {
        const album = element.getAttribute('data-album') ?? ''
        // What has something inside is not what we write.
        const isBare = element.children.length === 0 && !element.textContent?.trim()
        return ID.test(album) && isBare ? { album } : false
      },
    },
  ],
  renderHTML: ({ node }) => ['div', { 'data-album': node.attrs.album as string }],
})
