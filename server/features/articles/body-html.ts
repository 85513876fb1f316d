import { Parser } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'
import { FOOTNOTE_HREF } from '#contract/footnote-names.ts'
import { tidyFootnotes } from './body-footnotes.ts'
import { aliases, classes, elements, everywhere, styles, voidElements, wholeElements } from './body-html-rules.ts'

/** Deeper than any real article, and shallower than what browsers flatten by themselves (512). */
const DEEPEST = 100
/** Taking an element out can put its content under another rule; nothing real needs more than two rounds. */
const MOST_ROUNDS = 6

const booleans = Object.values(elements).flatMap((checks) =>
  Object.keys(checks).filter((name) => checks[name]?.('true') === ''),
)

const options: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(elements),
  allowedAttributes: {
    '*': Object.keys(everywhere),
    ...Object.fromEntries(Object.entries(elements).map(([name, checks]) => [name, Object.keys(checks)])),
    iframe: [...Object.keys(elements['iframe'] ?? {}), 'sandbox', 'allow', 'referrerpolicy', 'loading'],
  },
  allowedClasses: { '*': classes },
  allowedStyles: { '*': styles },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: {
    img: ['http', 'https'],
    video: ['http', 'https'],
    audio: ['http', 'https'],
    iframe: ['https'],
  },
  nonTextTags: wholeElements,
  selfClosing: voidElements,
  nestingLimit: DEEPEST,
  transformTags: { '*': keepWhatIsKnown },
  exclusiveFilter: saysNothing,
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
}
// The published types lag behind: this one keeps boolean attributes in the form browsers write them.
Object.assign(options, { allowedEmptyAttributes: ['alt', ...booleans] })

/**
 * An article body that is safe to show: only the elements, attributes, classes, styles and hosts of body-html-rules.ts, its footnotes in
 * one form. Text is kept, except that of scripts and their like. Sanitising twice changes nothing.
 */
export function sanitizeBody(html: string): string {
  let clean = cleanMarkup(html)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const after = tidyFootnotes(clean)
    if (after === clean) return clean
    clean = cleanMarkup(after)
  }
  return clean
}

/** The same with footnotes where and as they are, so that one can tell what else went. */
export function cleanMarkup(html: string): string {
  let before = html
  for (let round = 0; round < MOST_ROUNDS; round++) {
    // ` />` cannot come from text or attributes, where `>` is always escaped; browsers write `>`.
    const after = tidyBoxes(sanitizeHtml(before, options).replaceAll(' />', '>'))
    if (after === before) return after
    before = after
  }
  return before
}

/**
 * The element of an album, or of a pasted picture that is missing, is empty and has no other attribute. With content it is
 * neither.
 */
const tidyBoxes = (html: string): string => tidyMissing(tidyGalleries(html))

const tidyMissing = (html: string): string =>
  html.replace(/<div( data-missing-picture="[^>]*)>(\s*<\/div>)?/g, (_tag, attributes, end) =>
    end === undefined ? '<div>' : `<div${attributes}></div>`,
  )

const tidyGalleries = (html: string): string =>
  html.replace(/<div([^>]*) data-album="([^"]*)"([^>]*)>(\s*<\/div>)?/g, (_tag, before, album, after, end) =>
    end === undefined ? `<div${before}${after}>` : `<div data-album="${album}"></div>`,
  )

function keepWhatIsKnown(tag: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const tagName = aliases[tag] ?? tag
  const own = Object.hasOwn(elements, tagName) ? elements[tagName] : undefined
  if (!own) return { tagName, attribs: {} }
  const attribs: sanitizeHtml.Attributes = {}
  for (const [name, value] of Object.entries(given)) {
    const check = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(everywhere, name) ? everywhere[name] : undefined
    const kept = check?.(value)
    if (kept !== undefined) attribs[name] = kept
  }
  return { tagName, attribs: withDuties(tagName, tag, given, attribs) }
}

function withDuties(
  tag: string,
  original: string,
  given: sanitizeHtml.Attributes,
  attribs: sanitizeHtml.Attributes,
): sanitizeHtml.Attributes {
  if (tag === 'a') {
    const { role: _role, ...others } = attribs
    const isFootnote = FOOTNOTE_HREF.test(attribs['href'] ?? '')
    return { ...(isFootnote ? attribs : others), rel: relOf(given['rel'] ?? '') }
  }
  if (tag === 'iframe')
    return {
      ...attribs,
      sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation',
      allow: 'fullscreen; encrypted-media; picture-in-picture',
      referrerpolicy: 'strict-origin-when-cross-origin',
      loading: 'lazy',
    }
  // A film that starts by itself is not kept, so it needs the button that starts it.
  if (tag === 'video' || tag === 'audio') return { ...attribs, controls: '' }
  if (tag === 'div') {
    const { 'data-missing-picture': name, 'data-alt': alt, 'data-caption': caption, ...others } = attribs
    if (!name) attribs = others
    else
      return {
        'data-missing-picture': name,
        ...(alt && { 'data-alt': alt }),
        ...(caption && { 'data-caption': caption }),
      }
  }
  const align = given['align'] ?? (original === 'center' ? 'center' : '')
  if (/^(?:left|right|center|justify)$/i.test(align) && tag !== 'img' && !attribs['style'])
    return { ...attribs, style: `text-align:${align.toLowerCase()}` }
  if (original === 'font' && given['color'] && !attribs['style'])
    return { ...attribs, style: `color:${given['color']}` }
  return attribs
}

function relOf(given: string): string {
  const said = given.toLowerCase().split(/\s+/)
  return ['noopener', ...['noreferrer', 'nofollow', 'sponsored', 'ugc'].filter((word) => said.includes(word))].join(' ')
}

/** Elements that mean nothing once their address was refused. */
function saysNothing({ tag, attribs }: sanitizeHtml.IFrame): boolean | 'excludeTag' {
  const name = aliases[tag] ?? tag
  if (name === 'iframe') return !attribs['src']
  if (name === 'img') return !attribs['src'] && !attribs['srcset']
  if (name === 'source') return !attribs['src'] && !attribs['srcset']
  if (name === 'track') return !attribs['src']
  if (name === 'input') return attribs['type'] !== 'checkbox'
  if (name === 'a') return attribs['href'] ? false : 'excludeTag'
  return false
}

export type Loss = { element: string; count: number }

/** What `before` locked and `after` no longer does, most frequent first; renamed elements are not a loss. */
export function lossReport(before: string, after: string): Loss[] {
  const left = countElements(after)
  return [...countElements(before)]
    .map(([element, count]) => ({ element, count: count - (left.get(element) ?? 0) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || a.element.localeCompare(b.element))
}

function countElements(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const parser = new Parser({
    onopentag(tag, _attributes, isImplied) {
      const name = aliases[tag] ?? tag
      if (!isImplied && !/^(?:html|head|body)$/.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
  })
  parser.end(html)
  return counts
}
