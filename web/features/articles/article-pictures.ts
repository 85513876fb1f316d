/** A picture in the text that has no alt text; `at` counts all pictures of the text from 0. */
export type UndescribedPicture = { at: number; src: string; caption: string }

/** The pictures of a text that say nothing to people who cannot see them, in their order. */
export function picturesWithoutAlt(body: string): UndescribedPicture[] {
  // Most texts have none: only then is it worth parsing. Nothing in it is loaded or run.
  if (!/<img\b(?![^>]*\balt="[^"]*[^"\s])/i.test(body)) return []
  const images = new DOMParser().parseFromString(body, 'text/html').querySelectorAll('img')
  return [...images].flatMap((image, at) =>
    image.alt.trim()
      ? []
      : [
          {
            at,
            src: image.getAttribute('src') ?? '',
            caption: captionOf(image),
          },
        ],
  )
}

/** A picture in the text that is on another site; `at` counts all pictures of the text from 0. */
export type OutsidePicture = UndescribedPicture & { host: string }

/** The pictures of a text that are neither of this site nor of the media library, in their order. */
export function picturesFromOutside(body: string): OutsidePicture[] {
  if (!/<img\b[^>]*\bsrc="(https?:)?\/\//i.test(body)) return []
  const images = new DOMParser().parseFromString(body, 'text/html').querySelectorAll('img')
  return [...images].flatMap((image, at) => {
    const src = image.getAttribute('src') ?? ''
    const address = /^(https?:)?\/\//i.test(src) ? URL.parse(src, location.href) : null
    if (!address || address.origin === location.origin || image.dataset['mediaId']) return []
    return [{ at, src, caption: captionOf(image), host: address.host }]
  })
}

const captionOf = (image: Element) => image.closest('figure')?.querySelector('figcaption')?.textContent.trim() ?? ''

/** The place of a pasted picture that is missing; `at` counts these from 0. */
export type MissingPicture = { at: number; name: string; alt: string }

/** The pasted pictures that a text still waits for, in their order. */
export function missingPictures(body: string): MissingPicture[] {
  if (!body.includes(' data-missing-picture="')) return []
  const places = new DOMParser().parseFromString(body, 'text/html').querySelectorAll<HTMLElement>(MISSING)
  return [...places].map(({ dataset }, at) => ({
    at,
    name: dataset['missingPicture'] ?? '',
    alt: dataset['alt'] ?? '',
  }))
}

const MISSING = '[data-missing-picture]'
const PREFIX = 'article-picture-'
const MISSING_PREFIX = 'article-missing-picture-'

/** The name under which `jumpTo` finds the place of a picture that is missing. */
export const missingTarget = ({ at }: MissingPicture): string => `${MISSING_PREFIX}${at}`

/** The name under which `jumpTo` finds a picture of the text. */
export const pictureTarget = ({ src }: UndescribedPicture): string => `${PREFIX}${src}`

/**
 * Has all pictures of other sites taken over, by the button that the card of each has.
 * @returns whether there was one: the editor may not be there yet
 */
export function takeOverAllPictures(): boolean {
  const button = document.querySelector<HTMLElement>('[contenteditable] [data-take-over="all"]:not([hidden])')
  button?.click()
  return button !== null
}

/** Selects the picture in the text editor, with its tools. @returns whether the target is a picture at all */
export function focusPicture(target: string, focusText: () => void): boolean {
  if (target.startsWith(MISSING_PREFIX)) {
    const card = document.querySelectorAll(`[contenteditable] ${MISSING}`)[Number(target.slice(MISSING_PREFIX.length))]
    focusText()
    card?.scrollIntoView({ block: 'center' })
    card?.querySelector('button')?.focus()
    return true
  }
  if (!target.startsWith(PREFIX)) return false
  const src = target.slice(PREFIX.length)
  // Those of other sites are cards.
  const images = document.querySelectorAll<HTMLElement>('[contenteditable] :is(img, [data-picture])')
  const sameImages = [...images].filter((one) => (one.getAttribute('src') ?? one.dataset['picture']) === src)
  const image = sameImages.find((one) => !one.getAttribute('alt')?.trim()) ?? sameImages[0]
  focusText()
  image?.scrollIntoView({ block: 'center' })
  // Asks for the text at once where there is none.
  const noAlt = image?.parentElement?.querySelector<HTMLElement>('.cde-no-alt')
  ;(noAlt ?? image)?.click()
  return true
}
