import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { findAll, findOne, textContent } from 'domutils'
import { cardHtml, type CardFields, type Note } from './ghost-cards.ts'
import { element, hasClass, isBlank, parseHtml, writeHtml } from './html-tree.ts'

/**
 * The cards in the HTML that Ghost rendered, in the forms of our editor: what is around their words there, such as the buttons
 * of a player, is for the style sheet and the scripts of the old site.
 */
export function rebuildCards(nodes: ChildNode[], note: Note): ChildNode[] {
  return nodes.flatMap((node) => {
    if (!isTag(node)) return [node]
    if (node.name === 'pre') return [node]
    for (const [name, read] of READERS) {
      if (!hasClass(node, `kg-${name}-card`)) continue
      const fields = read(node)
      if (fields) return parseHtml(cardHtml(name, fields, note))
    }
    const children = rebuildCards(node.children, note)
    return [element(node.name, withoutCardNames(node.attribs), children)]
  })
}

/** Classes of Ghost mean nothing to readers of the new site. */
function withoutCardNames({ class: names = '', ...attribs }: Record<string, string>): Record<string, string> {
  const kept = names
    .split(/\s+/)
    .filter((name) => name && !name.startsWith('kg-'))
    .join(' ')
  return kept ? { ...attribs, class: kept } : attribs
}

const find = (node: Element, name: string) => findOne((child) => hasClass(child, name), node.children)
const textIn = (node: Element, name: string) => {
  const found = find(node, name)
  return found ? textContent(found).replace(/\s+/g, ' ').trim() : ''
}
const htmlIn = (node: Element, name: string) => writeHtml(find(node, name)?.children ?? [])
const tagIn = (node: Element, name: string) => findOne((child) => child.name === name, node.children)
const attributeIn = (node: Element, name: string, attribute: string) => find(node, name)?.attribs[attribute] ?? ''
const captionOf = (node: Element) => writeHtml(tagIn(node, 'figcaption')?.children ?? [])
const pictureOf = (picture: Element | null): CardFields => {
  const link =
    picture?.parent && isTag(picture.parent) && picture.parent.name === 'a' ? picture.parent.attribs['href'] : ''
  return { ...picture?.attribs, href: link }
}
const backgroundOf = (node: Element) =>
  /background-image:\s*url\(\s*['"]?([^'")]+)/i.exec((node.attribs['style'] ?? '').slice(0, 2000))?.[1] ?? ''

/** What each card holds; undefined where it is not as Ghost writes it, and stays as it is. */
const READERS: [string, (node: Element) => CardFields | undefined][] = [
  [
    'gallery',
    (node) => ({
      images: findAll(({ name }) => name === 'img', node.children).map(pictureOf),
      caption: captionOf(node),
    }),
  ],
  [
    'bookmark',
    (node) => {
      const url = attributeIn(node, 'kg-bookmark-container', 'href')
      return url
        ? {
            url,
            title: textIn(node, 'kg-bookmark-title'),
            description: textIn(node, 'kg-bookmark-description'),
            author: textIn(node, 'kg-bookmark-author'),
            publisher: textIn(node, 'kg-bookmark-publisher'),
            thumbnail: find(node, 'kg-bookmark-thumbnail') ? 'there' : '',
            caption: captionOf(node),
          }
        : undefined
    },
  ],
  ['embed', embedOf],
  [
    'code',
    (node) => {
      const listing = tagIn(node, 'pre')
      if (!listing) return undefined
      const names = `${listing.attribs['class'] ?? ''} ${tagIn(listing, 'code')?.attribs['class'] ?? ''}`
      return {
        code: textContent(listing),
        language: /\blanguage-([\w+#.-]+)/.exec(names)?.[1],
        caption: captionOf(node),
      }
    },
  ],
  [
    'callout',
    (node) => ({ calloutEmoji: textIn(node, 'kg-callout-emoji'), calloutText: htmlIn(node, 'kg-callout-text') }),
  ],
  [
    'toggle',
    (node) => ({ heading: htmlIn(node, 'kg-toggle-heading-text'), content: htmlIn(node, 'kg-toggle-content') }),
  ],
  [
    'video',
    (node) => {
      const video = tagIn(node, 'video')
      return video ? { ...video.attribs, customThumbnailSrc: posterOf(video), caption: captionOf(node) } : undefined
    },
  ],
  [
    'audio',
    (node) => {
      const audio = tagIn(node, 'audio')
      return audio ? { src: audio.attribs['src'], title: textIn(node, 'kg-audio-title') } : undefined
    },
  ],
  [
    'file',
    (node) => ({
      src: attributeIn(node, 'kg-file-card-container', 'href'),
      fileTitle: textIn(node, 'kg-file-card-title'),
      fileCaption: textIn(node, 'kg-file-card-caption'),
      fileName: textIn(node, 'kg-file-card-filename'),
      fileSize: textIn(node, 'kg-file-card-filesize'),
    }),
  ],
  ['header', headerOf],
  ['signup', signupOf],
  [
    'cta',
    (node) => ({
      hasSponsorLabel: true,
      sponsorLabel: htmlIn(node, 'kg-cta-sponsor-label'),
      imageUrl: tagIn(node, 'img')?.attribs['src'],
      textValue: htmlIn(node, 'kg-cta-text'),
      buttonText: textIn(node, 'kg-cta-button'),
      buttonUrl: attributeIn(node, 'kg-cta-button', 'href'),
    }),
  ],
  [
    'product',
    (node) => ({
      productImageSrc: attributeIn(node, 'kg-product-card-image', 'src'),
      productTitle: htmlIn(node, 'kg-product-card-title'),
      productRatingEnabled: find(node, 'kg-product-card-rating') !== null,
      productStarRating: findAll((child) => hasClass(child, 'kg-product-card-rating-active'), node.children).length,
      productDescription: htmlIn(node, 'kg-product-card-description'),
      productButton: textIn(node, 'kg-product-card-button'),
      productUrl: attributeIn(node, 'kg-product-card-button', 'href'),
    }),
  ],
]

/** Since Ghost 5 the first frame is shown by a style. */
const posterOf = ({ attribs: { poster = '', style = '' } }: Element) =>
  /url\(\s*['"]?([^'")]+)/.exec(style.slice(0, 2000))?.[1] ??
  (poster.startsWith('https://img.spacergif.org') ? '' : poster)

function embedOf(node: Element): CardFields {
  const rest = node.children.filter((child) => !(isTag(child) && child.name === 'figcaption') && !isBlank(child))
  const only = rest[0]
  const url = rest.length === 1 && only && isText(only) ? only.data.trim() : ''
  return { url, html: writeHtml(rest), caption: captionOf(node) }
}

function headerOf(node: Element): CardFields {
  // The names of the two forms that this card had.
  return {
    header: htmlIn(node, 'kg-header-card-header') || htmlIn(node, 'kg-header-card-heading'),
    subheader: htmlIn(node, 'kg-header-card-subheader') || htmlIn(node, 'kg-header-card-subheading'),
    buttonText: textIn(node, 'kg-header-card-button'),
    buttonUrl: attributeIn(node, 'kg-header-card-button', 'href'),
    backgroundImageSrc: attributeIn(node, 'kg-header-card-image', 'src') || backgroundOf(node),
  }
}

function signupOf(node: Element): CardFields {
  return {
    header: htmlIn(node, 'kg-signup-card-heading'),
    subheader: htmlIn(node, 'kg-signup-card-subheading'),
    disclaimer: htmlIn(node, 'kg-signup-card-disclaimer'),
    backgroundImageSrc: attributeIn(node, 'kg-signup-card-image', 'src'),
  }
}
