import { plainText } from '../articles/body-html-text.ts'
import { isBlock, wrapLoose } from './html-paragraphs.ts'
import {
  element,
  find,
  hasClass,
  isBlank,
  isElement,
  isText,
  parseHtml,
  textOf,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.ts'
import { embedOf, mayEmbed } from './wordpress-embeds.ts'

export type Picture = { src: string; mediaId: string; width: number; height: number }
export type BlockSources = {
  /** Our copy of a picture, by its WordPress id or address; undefined where there is none. */
  picture: (id: string, src: string) => Picture | undefined
  /** Footnotes of this post as HTML, in order; those that are listed already are left out. */
  footnotes: () => string[]
  note: (element: string) => void
}

const LAYOUT = new Set('div section article header footer main aside nav hgroup center'.split(' '))

/** Takes WordPress's layout boxes away and gives pictures, galleries, embeds and buttons the forms our editor knows. */
export function rebuildBlocks(nodes: HtmlNode[], sources: BlockSources): HtmlNode[] {
  return nodes.flatMap((node) => rebuild(node, sources))
}

function rebuild(node: HtmlNode, sources: BlockSources): HtmlNode[] {
  if (isText(node)) return [node]
  if (!isElement(node)) return ofComment(node.comment.trim(), sources)
  if (node.tag === 'pre' || node.tag === 'script' || node.tag === 'style') return [node]
  if (hasClass(node, 'wp-block-embed__wrapper') || hasClass(node, 'wp-block-embed')) return embedBlock(node, sources)
  const children = rebuildBlocks(node.children, sources)
  const copy = element(node.tag, node.attributes, children)
  if (LAYOUT.has(node.tag)) return layoutBox(copy)
  switch (node.tag) {
    case 'img':
      return [picture(copy, sources)]
    case 'figure':
      return figure(copy)
    case 'p':
      return paragraph(copy)
    case 'blockquote':
      return [element('blockquote', node.attributes, loose(children))]
    case 'span':
      return children.length === 0 ? [] : [copy]
    case 'ul':
      return hasClass(copy, /^(?:wp-block-gallery|blocks-gallery-grid)$/) ? children.flatMap(galleryItem) : [copy]
    case 'iframe':
      return mayEmbed(node.attributes['src'] ?? '') ? [copy] : linkInstead(node.attributes['src'], 'iframe', sources)
    case 'embed':
      return linkInstead(node.attributes['src'], 'embed', sources)
    case 'object':
      return children.some((child) => !isBlank(child))
        ? children
        : linkInstead(node.attributes['data'], 'object', sources)
    case 'param':
      return []
    default:
      return [copy]
  }
}

/** Blocks that WordPress fills when it shows a page have no text of their own; those that carry some give it here. */
function ofComment(comment: string, { footnotes, note }: BlockSources): HtmlNode[] {
  const block = /^wp:([a-z0-9/_-]+)(?:\s*(\{[\s\S]*\}))?\s*\/$/.exec(comment)
  if (!block) return []
  const [, name = '', json = '{}'] = block
  if (name === 'footnotes') {
    const notes = footnotes().map((html) => element('li', {}, parseHtml(html)))
    return notes.length ? [element('ol', {}, notes)] : []
  }
  const { url, label, service } = readJson(json)
  const words = label || service
  if (/^(?:social-link|navigation-link|navigation-submenu|home-link)$/.test(name) && words) {
    const link = [element('a', { href: url || '#' }, [{ text: plainText(words.slice(0, 500)) }])]
    return [name === 'social-link' ? element('li', {}, link) : element('p', {}, link)]
  }
  note(`wp:${name}`)
  return []
}

function readJson(json: string): Record<'url' | 'label' | 'service', string> {
  let given: unknown
  try {
    given = JSON.parse(json)
  } catch {
    given = {}
  }
  const text = (name: string) => {
    const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : ''
    return typeof value === 'string' ? value : ''
  }
  return { url: text('url'), label: text('label'), service: text('service') }
}

/** A box holds blocks, and then it is only layout, or it holds a line of text, and then it is a paragraph. */
function layoutBox(box: HtmlElement): HtmlNode[] {
  const background = /background(?:-image)?\s*:[^;]*url\(\s*['"]?([^'")]+)/i.exec(
    (box.attributes['style'] ?? '').slice(0, 2000),
  )?.[1]
  const picture = background ? [element('figure', {}, [element('img', { src: background, alt: '' })])] : []
  if (box.children.every(isBlank)) return picture
  if (box.children.some(isBlock)) return [...picture, ...loose(box.children)]
  const { class: names, style, align } = box.attributes
  const centred = box.tag === 'center' ? { style: 'text-align:center' } : {}
  const kept = { ...(names && { class: names }), ...(style && { style }), ...(align && { align }), ...centred }
  const spaced = hasClass(box, 'wp-block-file') ? box.children.flatMap((child) => [child, { text: ' ' }]) : box.children
  return [...picture, ...paragraph(element('p', kept, spaced))]
}

const loose = (nodes: HtmlNode[]) =>
  wrapLoose(nodes).flatMap((node) => (isElement(node) && node.tag === 'p' ? paragraph(node) : [node]))

/** A picture alone in a paragraph is a figure. */
function paragraph(node: HtmlElement): HtmlNode[] {
  const said = node.children.filter((child) => !isBlank(child))
  const only = said.length === 1 ? said[0] : undefined
  if (said.length === 0) return []
  if (!isElement(only)) {
    const url = isText(only) ? only.text.trim() : ''
    return /^https?:\/\/\S+$/.test(url) ? embedOf(url) : [node]
  }
  const image = only.tag === 'img' ? only : only.tag === 'a' ? onlyImage(only) : undefined
  if (!image) return said.every(isBlock) ? said : [node]
  const align = /\balign(?:left|right|center)\b/.exec(
    `${image.attributes['class'] ?? ''} ${node.attributes['class'] ?? ''}`,
  )
  if (!align) return [element('figure', {}, [only])]
  image.attributes['class'] = ''
  return [element('figure', { class: align[0] }, [only])]
}

function onlyImage({ children }: HtmlElement): HtmlElement | undefined {
  const said = children.filter((child) => !isBlank(child))
  const only = said[0]
  return said.length === 1 && isElement(only) && only.tag === 'img' ? only : undefined
}

function figure(node: HtmlElement): HtmlNode[] {
  const caption = find(node.children, ({ tag }) => tag === 'figcaption')
  const captionText = caption?.children.filter((child) => !isBlank(child)) ?? []
  const rest = node.children.filter((child) => child !== caption && !isBlank(child))
  const isCollection =
    rest.some((child) => isElement(child) && child.tag === 'figure') || hasClass(node, 'wp-block-gallery')
  if (isCollection)
    return [...rest.flatMap(galleryItem), ...(captionText.length ? [element('p', {}, captionText)] : [])]
  const holdsText = rest.every(
    (child) => isElement(child) && /^(?:table|blockquote|p|ul|ol|pre|h[1-6])$/.test(child.tag),
  )
  if (holdsText && captionText.length === 0) return rest
  const kept = rest.flatMap((child) =>
    isElement(child) && child.tag === 'p' && onlyImage(child) ? child.children : [child],
  )
  const names: Record<string, string> = node.attributes['class'] ? { class: node.attributes['class'] } : {}
  if (kept.length === 0) return captionText.length ? [element('p', {}, captionText)] : []
  return [element('figure', names, [...kept, ...(captionText.length ? [element('figcaption', {}, captionText)] : [])])]
}

function galleryItem(node: HtmlNode): HtmlNode[] {
  if (isBlank(node)) return []
  if (!isElement(node)) return [element('p', {}, [node])]
  if (node.tag === 'figure') return [node]
  if (node.tag === 'li') return node.children.flatMap(galleryItem)
  return find([node], ({ tag }) => tag === 'img') ? [element('figure', {}, [node])] : [node]
}

function embedBlock(node: HtmlElement, sources: BlockSources): HtmlNode[] {
  const caption = find(node.children, ({ tag }) => tag === 'figcaption')
  const rest = node.children.filter((child) => child !== caption)
  const url = textOf(rest).trim()
  if (/^https?:\/\/\S+$/.test(url)) return embedOf(url, caption?.children ?? [])
  const children = rebuildBlocks(
    rest.flatMap((child) => (isElement(child) && child.tag === 'div' ? child.children : [child])),
    sources,
  )
  return node.tag === 'figure'
    ? figure(element('figure', {}, [...children, ...(caption ? [caption] : [])]))
    : loose(children)
}

function linkInstead(src: string | undefined, name: string, { note }: BlockSources): HtmlNode[] {
  note(`${name} → a`)
  return src ? [element('p', {}, [element('a', { href: src }, [{ text: src }])])] : []
}

function picture(node: HtmlElement, { picture: find }: BlockSources): HtmlElement {
  const { src = '', class: names = '', ...rest } = node.attributes
  const id = /\bwp-image-(\d+)\b/.exec(names)?.[1] ?? rest['data-id'] ?? ''
  const ours = find(id, src)
  if (!ours) return element('img', { src, alt: '', ...rest, ...(names && { class: names }) })
  const { srcset: _, sizes: __, ...kept } = rest
  const size = { width: String(ours.width), height: String(ours.height) }
  return element('img', {
    alt: '',
    ...kept,
    ...size,
    src: ours.src,
    'data-media-id': ours.mediaId,
    ...(names && { class: names }),
  })
}
