import { plainText } from '../articles/body-html-text.ts'
import { isBlock, wrapLoose } from './html-paragraphs.ts'
import { isComment, isTag, isText, Text, type ChildNode, type Element } from 'domhandler'
import { findOne, textContent } from 'domutils'
import { element, hasClass, isBlank, parseHtml } from './html-tree.ts'
import { embedOf, mayEmbed } from './import-embeds.ts'

export type Picture = { src: string; mediaId: string; width: number; height: number }
/** `content` is HTML; the mark in the text leads to `id`. */
export type Footnote = { id: string; content: string }
export type BlockSources = {
  /** Our copy of a picture, by its WordPress id or address; undefined where there is none. */
  picture: (id: string, src: string) => Picture | undefined
  /** Footnotes of this post, in order; those that are listed already are left out. */
  footnotes: () => Footnote[]
  note: (element: string) => void
}

const LAYOUT = new Set('div section article header footer main aside nav hgroup center'.split(' '))

/** Removes WordPress's layout boxes and converts pictures, galleries, embeds and buttons to the elements of our editor. */
export function rebuildBlocks(nodes: ChildNode[], sources: BlockSources): ChildNode[] {
  return nodes.flatMap((node) => rebuild(node, sources))
}

function rebuild(node: ChildNode, sources: BlockSources): ChildNode[] {
  if (isText(node)) return [node]
  if (!isTag(node)) return isComment(node) ? ofComment(node.data.trim(), sources) : []
  if (node.name === 'pre' || node.name === 'script' || node.name === 'style') return [node]
  if (hasClass(node, 'wp-block-embed__wrapper') || hasClass(node, 'wp-block-embed')) return embedBlock(node, sources)
  const children = rebuildBlocks(node.children, sources)
  const copy = element(node.name, node.attribs, children)
  if (LAYOUT.has(node.name)) return layoutBox(copy)
  switch (node.name) {
    case 'img':
      return [picture(copy, sources)]
    case 'figure':
      return figure(copy)
    case 'p':
      return paragraph(copy)
    case 'blockquote':
      return [element('blockquote', node.attribs, loose(children))]
    case 'span':
      return children.length === 0 ? [] : [copy]
    case 'ul':
      return hasClass(copy, /^(?:wp-block-gallery|blocks-gallery-grid)$/) ? children.flatMap(galleryItem) : [copy]
    case 'iframe':
      return mayEmbed(node.attribs['src'] ?? '') ? [copy] : linkInstead(node.attribs['src'], 'iframe', sources)
    case 'embed':
      return linkInstead(node.attribs['src'], 'embed', sources)
    case 'object':
      return children.some((child) => !isBlank(child)) ? children : linkInstead(node.attribs['data'], 'object', sources)
    case 'param':
      return []
    default:
      return [copy]
  }
}

/** Blocks that WordPress fills when it renders a page are comments; the text in their attributes, if any, is kept. */
function ofComment(comment: string, { footnotes, note }: BlockSources): ChildNode[] {
  if (comment === 'nextpage') note('<!--nextpage-->')
  const block = /^wp:([a-z0-9/_-]+)(?:\s*(\{[\s\S]*\}))?\s*\/$/.exec(comment)
  if (!block) return []
  const [, name = '', json = '{}'] = block
  if (name === 'footnotes') return listOf(footnotes())
  const { url, label, service } = readJson(json)
  const words = label || service
  if (/^(?:social-link|navigation-link|navigation-submenu|home-link)$/.test(name) && words) {
    const link = [element('a', { href: url || '#' }, [new Text(plainText(words.slice(0, 500)))])]
    return [name === 'social-link' ? element('li', {}, link) : element('p', {}, link)]
  }
  note(`wp:${name}`)
  return []
}

/** Footnotes as WordPress shows them. */
export function listOf(footnotes: Footnote[]): ChildNode[] {
  const notes = footnotes.map(({ id, content }) => {
    const back = element('a', { href: `#${id}-link` }, [new Text('↩')])
    return element('li', id ? { id } : {}, [...parseHtml(content), back])
  })
  return notes.length ? [element('ol', {}, notes)] : []
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

/** A box of blocks is layout and is unwrapped; a box of text is a paragraph. */
function layoutBox(box: Element): ChildNode[] {
  const background = /background(?:-image)?\s*:[^;]*url\(\s*['"]?([^'")]+)/i.exec(
    (box.attribs['style'] ?? '').slice(0, 2000),
  )?.[1]
  const picture = background ? [element('figure', {}, [element('img', { src: background, alt: '' })])] : []
  if (box.children.every(isBlank)) return picture
  if (box.children.some(isBlock)) return [...picture, ...loose(box.children)]
  const { class: names, style, align } = box.attribs
  const centred = box.name === 'center' ? { style: 'text-align:center' } : {}
  const kept = { ...(names && { class: names }), ...(style && { style }), ...(align && { align }), ...centred }
  const spaced = hasClass(box, 'wp-block-file') ? box.children.flatMap((child) => [child, new Text(' ')]) : box.children
  return [...picture, ...paragraph(element('p', kept, spaced))]
}

const loose = (nodes: ChildNode[]) =>
  wrapLoose(nodes).flatMap((node) => (isTag(node) && node.name === 'p' ? paragraph(node) : [node]))

/** A picture alone in a paragraph is a figure. */
function paragraph(node: Element): ChildNode[] {
  const said = node.children.filter((child) => !isBlank(child))
  const [only] = said
  if (!only) return []
  if (said.length > 1 || !isTag(only)) {
    const url = said.length === 1 && isText(only) ? only.data.trim() : ''
    return /^https?:\/\/\S+$/.test(url) ? embedOf(url) : [node]
  }
  const image = only.name === 'img' ? only : only.name === 'a' ? onlyImage(only) : undefined
  if (!image) return said.every(isBlock) ? said : [node]
  const align = /\balign(?:left|right|center)\b/.exec(`${image.attribs['class'] ?? ''} ${node.attribs['class'] ?? ''}`)
  if (!align) return [element('figure', {}, [only])]
  image.attribs['class'] = ''
  return [element('figure', { class: align[0] }, [only])]
}

function onlyImage({ children }: Element): Element | undefined {
  const said = children.filter((child) => !isBlank(child))
  const only = said[0]
  return said.length === 1 && only && isTag(only) && only.name === 'img' ? only : undefined
}

function figure(node: Element): ChildNode[] {
  // Its own: the pictures of a gallery have captions, too.
  const caption = node.children.filter(isTag).find(({ name }) => name === 'figcaption')
  const captionText = caption?.children.filter((child) => !isBlank(child)) ?? []
  const rest = node.children.filter((child) => child !== caption && !isBlank(child))
  const isCollection =
    rest.some((child) => isTag(child) && child.name === 'figure') || hasClass(node, 'wp-block-gallery')
  if (isCollection)
    return [...rest.flatMap(galleryItem), ...(captionText.length ? [element('p', {}, captionText)] : [])]
  const holdsText = rest.every((child) => isTag(child) && /^(?:table|blockquote|p|ul|ol|pre|h[1-6])$/.test(child.name))
  if (holdsText && captionText.length === 0) return rest
  const kept = rest.flatMap((child) =>
    isTag(child) && child.name === 'p' && onlyImage(child) ? child.children : [child],
  )
  const names: Record<string, string> = node.attribs['class'] ? { class: node.attribs['class'] } : {}
  if (kept.length === 0) return captionText.length ? [element('p', {}, captionText)] : []
  return [element('figure', names, [...kept, ...(captionText.length ? [element('figcaption', {}, captionText)] : [])])]
}

function galleryItem(node: ChildNode): ChildNode[] {
  if (isBlank(node)) return []
  if (!isTag(node)) return [element('p', {}, [node])]
  if (node.name === 'figure') return [node]
  if (node.name === 'li') return node.children.flatMap(galleryItem)
  return findOne(({ name }) => name === 'img', [node]) ? [element('figure', {}, [node])] : [node]
}

function embedBlock(node: Element, sources: BlockSources): ChildNode[] {
  const caption = findOne(({ name }) => name === 'figcaption', node.children)
  const rest = node.children.filter((child) => child !== caption)
  const url = textContent(rest).trim()
  if (/^https?:\/\/\S+$/.test(url)) return embedOf(url, caption?.children ?? [])
  const children = rebuildBlocks(
    rest.flatMap((child) => (isTag(child) && child.name === 'div' ? child.children : [child])),
    sources,
  )
  return node.name === 'figure'
    ? figure(element('figure', {}, [...children, ...(caption ? [caption] : [])]))
    : loose(children)
}

function linkInstead(src: string | undefined, name: string, { note }: BlockSources): ChildNode[] {
  note(`${name} → a`)
  return src ? [element('p', {}, [element('a', { href: src }, [new Text(src)])])] : []
}

function picture(node: Element, { picture: find }: BlockSources): Element {
  const { src = '', class: names = '', ...rest } = node.attribs
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
