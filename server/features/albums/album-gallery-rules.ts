/** How many photos of an album an article shows. */
export const GALLERY_PHOTOS = 100
/** How many galleries: a hundred thousand boxes of one line each must not become a page of a gigabyte. */
export const GALLERIES_MOST = 20

type GalleryImage = {
  url: string
  alt: string
  caption: string
  credit: string
  width: number
  height: number
  variants: { url: string; width: number; height: number }[]
}

// As the sanitiser leaves it: no other attribute, nothing inside.
const BOX = /<div data-album="([0-9a-f-]{36})"><\/div>/g

/** The albums that a text shows, each once. */
export const albumsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(BOX)].slice(0, GALLERIES_MOST).map(([, id = '']) => id)),
]

/** The text with its albums as still pictures; those that are not among the galleries, or are empty, vanish. */
export function withGalleries(html: string, galleries: ReadonlyMap<string, GalleryImage[]>): string {
  let shown = 0
  return html.replace(BOX, (_box, id: string) => {
    const images = galleries.get(id) ?? []
    if (images.length === 0 || ++shown > GALLERIES_MOST) return ''
    return `<figure class="gallery" data-album="${id}">${images.map(pictureOf).join('')}</figure>`
  })
}

/** A picture with what is said under it: caption and credit, where it has them. */
function pictureOf({ url, alt, caption, credit, width, height, variants }: GalleryImage): string {
  const sizes = [...variants, ...(variants.some((variant) => variant.width === width) ? [] : [{ url, width }])]
  const set = sizes.map((size) => `${escape(size.url)} ${size.width}w`).join(', ')
  const src = variants.find((variant) => variant.width >= 640)?.url ?? url
  const said = [escape(caption), credit && `<small class="credit">${escape(credit)}</small>`].filter(Boolean).join(' ')
  const img = `<img src="${escape(src)}" srcset="${set}" sizes="(min-width: 48em) 33vw, 50vw" alt="${escape(alt)}" width="${width}" height="${height}" loading="lazy">`
  return said === '' ? img : `<figure>${img}<figcaption>${said}</figcaption></figure>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
