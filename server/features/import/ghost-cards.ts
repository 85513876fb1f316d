import { markdownHtml } from './ghost-markdown.ts'
import { storable } from './ghost-records.ts'
import { escapeHtml, parseHtml, writeHtml } from './html-tree.ts'
import { embedOf, mayEmbed, playerOf } from './import-embeds.ts'

/** The fields of a card, by the names that Ghost has for them. Any of them may hold anything. */
export type CardFields = Record<string, unknown>
/** Something of the text that is not brought along. */
export type Note = (element: string) => void

/** A field that is HTML, with all that is open in it closed. */
const html = (value: unknown) => (typeof value === 'string' ? writeHtml(parseHtml(storable(value))).trim() : '')
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? escapeHtml(storable(String(value))).trim() : ''
const object = (value: unknown): CardFields =>
  typeof value === 'object' && value !== null ? (value as CardFields) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const BLOCKS = /^\s*<(?:p|div|h[1-6]|ul|ol|blockquote|figure|table|pre|hr|details|section|article)\b/i
const paragraph = (inner: string) => (inner === '' ? '' : BLOCKS.test(inner) ? inner : `<p>${inner}</p>`)
const caption = (value: unknown) => (html(value) ? `<figcaption>${html(value)}</figcaption>` : '')
const link = (url: unknown, label: string) => (text(url) ? `<a href="${text(url)}">${label || text(url)}</a>` : label)
const lines = (...parts: string[]) => paragraph(parts.filter(Boolean).join('<br>'))
const attributes = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => (text(value) ? ` ${name}="${text(value)}"` : ''))
    .join('')

function image(fields: CardFields): string {
  const { src, alt, title, width, height, href } = fields
  if (!text(src)) return paragraph(html(fields['caption']))
  const picture = `<img src="${text(src)}" alt="${text(alt)}"${attributes({ title, width, height })}>`
  return `<figure>${text(href) ? link(href, picture) : picture}${caption(fields['caption'])}</figure>`
}

function gallery(fields: CardFields): string {
  return (
    list(fields['images'])
      .map((one) => image(object(one)))
      .join('') + paragraph(html(fields['caption']))
  )
}

function bookmark(fields: CardFields, note: Note): string {
  const { title, description, author, publisher, thumbnail } = { ...fields, ...object(fields['metadata']) }
  if (text(thumbnail)) note('bookmark img')
  const source = [text(author), text(publisher)].filter(Boolean).join(' · ')
  return lines(link(fields['url'], text(title)), text(description), source) + paragraph(html(fields['caption']))
}

function embed(fields: CardFields, note: Note): string {
  const url = typeof fields['url'] === 'string' ? fields['url'].trim() : ''
  const nodes = parseHtml(storable(typeof fields['html'] === 'string' ? fields['html'] : ''))
  const given = writeHtml(nodes)
  const frame = /<iframe[^>]*\bsrc="([^"]+)"/.exec(given)?.[1]?.replaceAll('&amp;', '&')
  if (url && playerOf(url)) return writeHtml(embedOf(url, parseHtml(html(fields['caption']))))
  if (frame && mayEmbed(frame))
    return `<figure><iframe src="${escapeHtml(frame)}"${attributes({ width: '560', height: '315' })}></iframe>${caption(fields['caption'])}</figure>`
  // A post of a social network: its words are in the HTML, the rest is made by a script.
  const quote = given.replace(/<(script|iframe)\b[\s\S]*?<\/\1>/gi, '').trim()
  note('embed')
  const address = url || (frame ?? '')
  return (quote || (address ? lines(link(address, '')) : '')) + paragraph(html(fields['caption']))
}

function code(fields: CardFields): string {
  const language =
    typeof fields['language'] === 'string' && /^[\w+#.-]{1,40}$/.test(fields['language']) ? fields['language'] : ''
  const source = typeof fields['code'] === 'string' ? escapeHtml(storable(fields['code'])) : ''
  const name = language ? ` class="language-${language}"` : ''
  return `<pre><code${name}>${source}</code></pre>${paragraph(html(fields['caption']))}`
}

function callout({ calloutEmoji, calloutText }: CardFields): string {
  const inner = [text(calloutEmoji), html(calloutText)].filter(Boolean).join(' ')
  return inner ? `<blockquote>${paragraph(inner)}</blockquote>` : ''
}

function toggle({ heading, content }: CardFields): string {
  const inner = inlineOf(html(heading))
  return inner || html(content)
    ? `<details><summary>${inner}</summary>${paragraph(html(content)) || '<p></p>'}</details>`
    : ''
}

/** Without the paragraphs around it, for where only words may be. */
const inlineOf = (given: string) => given.replace(/<\/?(?:p|div|h[1-6])\b[^>]*>/gi, ' ').trim()

const button = (url: unknown, label: unknown) => (text(label) || text(url) ? lines(link(url, text(label))) : '')

function player(tag: 'video' | 'audio', fields: CardFields): string {
  const { src, width, height, title } = fields
  if (!text(src)) return paragraph(html(fields['caption']))
  const poster = tag === 'video' ? text(fields['customThumbnailSrc']) || text(fields['thumbnailSrc']) : ''
  const size = tag === 'video' ? attributes({ poster, width, height }) : ''
  const words = html(fields['caption']) || (tag === 'audio' ? text(title) : '')
  return `<figure><${tag} src="${text(src)}" controls=""${size}></${tag}>${words ? `<figcaption>${words}</figcaption>` : ''}</figure>`
}

function file({ src, fileTitle, fileCaption, fileName, fileSize }: CardFields): string {
  const size =
    typeof fileSize === 'number' && fileSize > 0 ? `${Math.max(1, Math.round(fileSize / 1024))} KB` : text(fileSize)
  const about = [text(fileName), size].filter(Boolean).join(' · ')
  return lines(link(src, text(fileTitle) || text(fileName)), text(fileCaption), about)
}

function header(fields: CardFields): string {
  const { header: heading, subheader, buttonUrl, buttonText, buttonEnabled, backgroundImageSrc } = fields
  return [
    image({ src: backgroundImageSrc }),
    inlineOf(html(heading)) && `<h2>${inlineOf(html(heading))}</h2>`,
    paragraph(html(subheader)),
    buttonEnabled === false ? '' : button(buttonUrl, buttonText),
  ].join('')
}

function product(fields: CardFields): string {
  const {
    productImageSrc: src,
    productImageWidth: width,
    productImageHeight: height,
    productTitle,
    productUrl,
  } = fields
  const stars = Number(fields['productStarRating'])
  const rating = fields['productRatingEnabled'] === true && stars >= 0 && stars <= 5 ? Math.round(stars) : -1
  return [
    image({ src, width, height }),
    inlineOf(html(productTitle)) && `<h3>${inlineOf(html(productTitle))}</h3>`,
    rating >= 0 ? `<p>${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</p>` : '',
    paragraph(html(fields['productDescription'])),
    fields['productButtonEnabled'] === false ? '' : button(productUrl, fields['productButton']),
  ].join('')
}

function signup(fields: CardFields, note: Note): string {
  note('signup form')
  return header({ ...fields, buttonText: '', buttonUrl: '' }) + paragraph(html(fields['disclaimer']))
}

function callToAction(fields: CardFields): string {
  return [
    fields['hasSponsorLabel'] === true ? paragraph(html(fields['sponsorLabel'])) : '',
    image({ src: fields['imageUrl'], width: fields['imageWidth'], height: fields['imageHeight'] }),
    paragraph(html(fields['textValue'])),
    fields['showButton'] === false ? '' : button(fields['buttonUrl'], fields['buttonText']),
  ].join('')
}

const noted =
  (name: string) =>
  (_: CardFields, note: Note): string => {
    note(name)
    return ''
  }
const markdown = (fields: CardFields) =>
  typeof fields['markdown'] === 'string' ? markdownHtml(storable(fields['markdown'])) : ''
const rule = () => '<hr>'
const bare = (fields: CardFields) => (typeof fields['html'] === 'string' ? storable(fields['html']) : '')

/** By the name of the card in Lexical and in Mobiledoc, of which some differ. */
const CARDS = new Map<string, (fields: CardFields, note: Note) => string>([
  ['image', image],
  ['gallery', gallery],
  ['bookmark', bookmark],
  ['embed', embed],
  ['code', code],
  ['codeblock', code],
  ['callout', callout],
  ['toggle', toggle],
  ['button', ({ buttonUrl, buttonText }) => button(buttonUrl, buttonText)],
  ['hr', rule],
  ['horizontalrule', rule],
  ['markdown', markdown],
  ['card-markdown', markdown],
  ['html', bare],
  ['video', (fields) => player('video', fields)],
  ['audio', (fields) => player('audio', fields)],
  ['file', file],
  ['header', header],
  ['product', product],
  ['signup', signup],
  ['call-to-action', callToAction],
  ['cta', callToAction],
  // Only in newsletters, and what only non-members see.
  ['email', noted('email')],
  ['email-cta', noted('email-cta')],
  ['paywall', noted('paywall')],
])

/** Fields of cards that are no text. */
const NO_TEXT = /(?:^type|version|src|url|href|color|width|height|size|style|alignment|layout|mimetype|visibility)$/i

/** A card as HTML. Of one that is not known the texts are kept, and it is noted. */
export function cardHtml(name: string, fields: CardFields, note: Note): string {
  const known = CARDS.get(name)
  if (known) return known(fields, note)
  note(`ghost:${name.slice(0, 60)}`)
  return Object.entries(fields)
    .filter(([field, value]) => typeof value === 'string' && value.trim() !== '' && !NO_TEXT.test(field))
    .map(([, value]) => paragraph(html(value)))
    .join('')
}
