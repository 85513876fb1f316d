import { isComment, isTag, type ChildNode } from 'domhandler'
import { storable } from './ghost-records.ts'
import { lexicalHtml } from './ghost-lexical.ts'
import { mobiledocHtml } from './ghost-mobiledoc.ts'
import { addressOf, SITE } from './ghost-pictures.ts'
import { rebuildCards } from './ghost-html.ts'
import { linkNotes } from './html-notes.ts'
import { wrapLoose } from './html-paragraphs.ts'
import { element, parseHtml, writeHtml } from './html-tree.ts'
import type { BodyFormat } from './import-records.ts'
import { rebuildBlocks, type BlockSources } from './wordpress-blocks.ts'
import type { BodyNote } from './wordpress-body.ts'

type Options = Pick<BlockSources, 'picture'> & {
  format: BodyFormat
  siteUrl: string
  /** Makes HTML of any quality shallow enough to be read. */
  markup: (html: string) => string
}

/**
 * The body of a post of Ghost as HTML in the forms our editor knows. Not sanitised yet. All text is kept; what belongs to the
 * old site only, such as forms, is counted in `notes`. undefined where the text is not in the form that Ghost writes.
 */
export function convertGhostBody(
  content: string,
  { format, siteUrl, markup, picture }: Options,
): { html: string; notes: BodyNote[] } | undefined {
  const counts = new Map<string, number>()
  const note = (element: string) => void counts.set(element, (counts.get(element) ?? 0) + 1)
  const html = format === 'html' ? content : stored(content, format, note)
  if (html === undefined) return undefined
  const nodes = parseHtml(markup(storable(html).replaceAll(SITE, siteUrl)))
  const cards = rebuildCards(nodes, note)
  noteComments(nodes, note)
  const sources: BlockSources = { picture, footnotes: () => [], note }
  const rebuilt = rebuildBlocks(wrapLoose(absolute(cards, siteUrl)), sources)
  return { html: writeHtml(linkNotes(rebuilt)), notes: [...counts].map(([name, count]) => ({ element: name, count })) }
}

function stored(content: string, format: BodyFormat, note: (element: string) => void): string | undefined {
  let state: unknown
  try {
    state = JSON.parse(content)
  } catch {
    return undefined
  }
  return format === 'lexical' ? lexicalHtml(state, note) : mobiledocHtml(state, note)
}

/** The reader says by a comment what the HTML of the website does not hold; Ghost, where only members read on. */
function noteComments(nodes: ChildNode[], note: (element: string) => void) {
  for (const node of nodes) {
    if (!isComment(node)) continue
    const name = /^ghost:([a-z-]+)$/.exec(node.data)?.[1]
    if (name) note(name)
    if (node.data.startsWith('members-only')) note('paywall')
  }
}

/** Addresses within the old site are whole ones, and pictures those that are not scaled down. */
function absolute(nodes: ChildNode[], siteUrl: string): ChildNode[] {
  return nodes.map((node) => {
    if (!isTag(node)) return node
    const attribs = { ...node.attribs }
    for (const name of ['src', 'href', 'poster']) {
      const url = attribs[name]
      if (url && (url.startsWith('/') || name !== 'href')) attribs[name] = addressOf(url, siteUrl)
    }
    return element(node.name, attribs, absolute(node.children, siteUrl))
  })
}
