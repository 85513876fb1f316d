import { addressOf } from '../link-address.ts'

/** Set where something is written as only Markdown writes it. */
export interface Evidence {
  found: boolean
}

/** How far apart the two ends of an emphasis or a link may be: what is hostile costs no more than its length times this. */
const FARTHEST = 2000
const ESCAPED = /^\\([!-/:-@[-`{-~])/
const ADDRESS = /^https?:\/\/[^\s<>]*[^\s<>()[\]"'*_~`.,;:!?…，。；：！？、）】」』”’]/i
/** What is emphasised does not begin with these: *.txt, **\/*.ts. */
const NO_BEGINNING = /[\s.,;:!?/\\)\]}]|^$/
const ANGLED = /^<([^\s<>]+)>/
/** `*`, `~~` or `==` between letters or digits is no emphasis (5*3*2), but Chinese is written without spaces; `_` never is within a word. */
const WORD = { '*': /[a-z\d]/i, '~': /[a-z\d]/i, '=': /[a-z\d]/i, _: /[\p{L}\p{N}]/u } as const
type Delimiter = keyof typeof WORD
const TAGS: Record<string, readonly string[]> = {
  '*': ['em'],
  _: ['em'],
  '**': ['strong'],
  __: ['strong'],
  '***': ['strong', 'em'],
  ___: ['strong', 'em'],
  '~~': ['s'],
  '==': ['mark'],
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)

/** The HTML of a line or paragraph of Markdown. What is no Markdown is escaped text. */
export function inlineHtml(text: string, evidence: Evidence): string {
  let html = ''
  const unclosed: Unclosed = new Map()
  for (let at = 0; at < text.length;) {
    const taken = partAt(text, at, evidence, unclosed)
    html += taken ? taken.html : escaped(text[at]!)
    at = taken ? taken.end : at + 1
  }
  return html
}

/** Up to where no end of an emphasis was found, by its signs: another one that begins before that need not look there again. */
type Unclosed = Map<string, number>

interface Part {
  html: string
  end: number
}

function partAt(text: string, at: number, evidence: Evidence, unclosed: Unclosed): Part | undefined {
  const sign = text[at]!
  if (!/[\\`!<[*_~=h]/i.test(sign)) return undefined
  const rest = text.slice(at, at + FARTHEST)
  const sure = (html: string, end: number): Part => {
    evidence.found = true
    return { html, end }
  }
  if (sign === '\\') {
    const [whole, literal] = ESCAPED.exec(rest) ?? []
    return whole ? { html: escaped(literal!), end: at + whole.length } : undefined
  }
  if (sign === '`') {
    const code = codeIn(rest)
    // Signs without another end are as many signs of text.
    const run = /^`+/.exec(rest)![0]
    if (!code) return { html: run, end: at + run.length }
    return sure(`<code>${escaped(code.text)}</code>`, at + code.length)
  }
  if (sign === '<') {
    const [whole, target] = ANGLED.exec(rest) ?? []
    const href = target && /[:@]/.test(target) ? addressOf(target) : null
    return href ? sure(`<a href="${escaped(href)}">${escaped(target!)}</a>`, at + whole!.length) : undefined
  }
  // An address may have any of these signs in it. Linked it is anyhow: it says nothing of Markdown.
  const [address] = ADDRESS.exec(rest) ?? []
  if (address) return { html: `<a href="${escaped(address)}">${escaped(address)}</a>`, end: at + address.length }
  if (sign === '[' || rest.startsWith('![')) {
    const isPicture = sign === '!'
    const link = linkIn(rest.slice(isPicture ? 1 : 0))
    if (!link) return undefined
    const end = at + link.length + (isPicture ? 1 : 0)
    const address_ = isPicture && /^https?:/i.test(link.target) ? link.target : addressOf(link.target)
    if (!address_) return undefined
    const [target, title] = [escaped(address_), link.title && ` title="${escaped(link.title)}"`]
    if (isPicture) return sure(`<img src="${target}" alt="${escaped(link.label)}"${title}>`, end)
    return sure(`<a href="${target}">${inlineHtml(link.label, evidence)}</a>`, end)
  }
  if (sign === '*' || sign === '_' || sign === '~' || sign === '=')
    return emphasisAt(text, at, sign, sure, evidence, unclosed)
  return undefined
}

function emphasisAt(
  text: string,
  at: number,
  sign: Delimiter,
  sure: (html: string, end: number) => Part,
  evidence: Evidence,
  unclosed: Unclosed,
): Part | undefined {
  const length = runAt(text, at)
  const signs = sign.repeat(length)
  const tags = TAGS[signs]
  const plain = { html: signs, end: at + length }
  if (!tags || WORD[sign].test(text[at - 1] ?? '') || NO_BEGINNING.test(text[at + length] ?? '')) return plain
  const last = Math.min(text.length, at + FARTHEST)
  const close = closeOf(text, Math.max(at + length, unclosed.get(signs) ?? 0), last, signs)
  if (close === undefined) {
    unclosed.set(signs, last)
    return plain
  }
  const inner = inlineHtml(text.slice(at + length, close), evidence)
  const html = tags.reduceRight((inside, tag) => `<${tag}>${inside}</${tag}>`, inner)
  return sure(html, close + length)
}

/** Where the emphasis that begins before `from` ends, before `last`. */
function closeOf(text: string, from: number, last: number, signs: string): number | undefined {
  const [sign, length] = [signs[0] as Delimiter, signs.length]
  for (let at = from; at < last;) {
    if (text[at] === '\\') at += 2
    else if (text[at] === '`') at += codeIn(text.slice(at, last))?.length ?? 1
    else if (text[at] !== sign) at++
    else {
      const run = runAt(text, at)
      const isClosing = /\S/.test(text[at - 1] ?? '') && !WORD[sign].test(text[at + run] ?? '')
      // Of `**a *b***` the last two.
      if (isClosing && run >= length && at + run - length > from) return at + run - length
      at += run
    }
  }
  return undefined
}

function runAt(text: string, at: number): number {
  let end = at + 1
  while (text[end] === text[at]) end++
  return end - at
}

/** `code` at the beginning of a text. */
function codeIn(text: string): { text: string; length: number } | undefined {
  const run = /^`+/.exec(text)![0].length
  for (let at = run; at < text.length;) {
    if (text[at] !== '`') at++
    else {
      const end = runAt(text, at)
      if (end === run) {
        const inner = text.slice(run, at)
        const isPadded = /^ .* $/.test(inner) && inner.trim() !== ''
        return inner === '' ? undefined : { text: isPadded ? inner.slice(1, -1) : inner, length: at + end }
      }
      at += end
    }
  }
  return undefined
}

const TARGET = /^\(\s*(?:<([^<>]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*))(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*\)/

/** `[label](target "title")` at the beginning of a text. */
function linkIn(text: string): { label: string; target: string; title: string; length: number } | undefined {
  let depth = 0
  for (let at = 0; at < text.length;) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') at += (codeIn(text.slice(at))?.length ?? 1) - 1
    else if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) {
      const found = TARGET.exec(text.slice(at + 1))
      if (!found) return undefined
      const [whole, angled, bare, double, single] = found
      const target = (angled ?? bare ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1')
      return { label: text.slice(1, at), target, title: double ?? single ?? '', length: at + 1 + whole.length }
    }
    at++
  }
  return undefined
}
