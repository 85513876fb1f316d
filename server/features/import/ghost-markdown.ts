import { Marked, type Tokens } from 'marked'
import { escapeHtml } from './html-tree.ts'

const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,80})\]:[ \t]*(.*)$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const MARK = /^\[\^([^\]\s]{1,80})\]/

/** Of the text that is read: the text of each note by its name, and their numbers in the order of their first marks. */
type Notes = { texts: Map<string, string>; numbers: Map<string, number> }
let notes: Notes = { texts: new Map(), numbers: new Map() }

const marked = new Marked({
  extensions: [
    {
      name: 'footnote',
      level: 'inline',
      start: (src) => src.indexOf('[^'),
      tokenizer(src) {
        const [raw, name = ''] = MARK.exec(src) ?? []
        return raw && notes.texts.has(name) ? { type: 'footnote', raw, name } : undefined
      },
      renderer(token) {
        const name = String((token as Tokens.Generic)['name'])
        const number = notes.numbers.get(name) ?? notes.numbers.size + 1
        notes.numbers.set(name, number)
        return `<sup><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`
      },
    },
  ],
})

/** Markdown of a card as HTML, with its footnotes (`[^1]`, `[^1]: the note`) as Ghost shows them. */
export function markdownHtml(markdown: string): string {
  const { text, texts } = withoutDefinitions(markdown)
  notes = { texts, numbers: new Map() }
  const html = marked.parse(text, { async: false })
  const items: string[] = []
  // A map also yields what is added meanwhile: a note may hold the mark of another one, which then follows.
  for (const [name, number] of notes.numbers) {
    const note = marked.parseInline(texts.get(name)!, { async: false })
    items.push(`<li id="fn${number}">${note} <a href="#fnref${number}">↩</a></li>`)
  }
  const unmarked = [...texts].filter(([name]) => !notes.numbers.has(name))
  const rest = unmarked.map(([name, note]) => `<p>${escapeHtml(`[^${name}]: ${note}`)}</p>`).join('')
  return html + rest + (items.length ? `<ol>${items.join('')}</ol>` : '')
}

/** A definition goes on in indented lines, and in those that follow without a gap. */
function withoutDefinitions(markdown: string): { text: string; texts: Map<string, string> } {
  const texts = new Map<string, string>()
  const kept: string[] = []
  let open: string | undefined
  let fence = ''
  let isBehindGap = false
  for (const line of markdown.split('\n')) {
    const [, sign] = FENCE.exec(line) ?? []
    if (open === undefined && sign && (!fence || line.trim().startsWith(fence))) fence = fence ? '' : sign
    const [, name, first = ''] = fence ? [] : (DEFINITION.exec(line) ?? [])
    if (name !== undefined && !texts.has(name)) {
      open = name
      texts.set(name, first.trim())
    } else if (open !== undefined && line.trim() === '') {
      // Kept, so that the paragraph before a definition and the one behind it stay two.
      kept.push(line)
    } else if (open !== undefined && (/^(?: {2,}|\t)/.test(line) || !isBehindGap)) {
      texts.set(open, `${texts.get(open)}${isBehindGap ? '<br>' : ' '}${line.trim()}`)
    } else {
      open = undefined
      kept.push(line)
    }
    isBehindGap = line.trim() === ''
  }
  return { text: kept.join('\n'), texts }
}
