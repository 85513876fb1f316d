import { Marked, Tokenizer, type Token, type Tokens } from 'marked'
import { addressOf } from '../link-address.ts'

/** A longer text stays text: the worst that is hostile costs as its square, and takes some tenths of a second at this length. */
const LONGEST = 50_000
const DEEPEST = 12
/** Of `*`, `_` and `~` in one paragraph: each is compared with all behind it. */
const MOST_SIGNS = 1000
/** Lines that may be below the head of a table: each is tried with all lines behind it. */
const RULED = /^ *[|:-][|:\- ]*\r?$/gm
const MOST_RULED = 300
/** Lines this wide or wider were broken by a program, shorter ones by the person. */
const WRAPPED = 60
const WIDE = '[\\u2E80-\\u9FFF\\uAC00-\\uD7AF\\uF900-\\uFAFF\\uFF00-\\uFF60]'
const WIDE_SIGN =
  '[\\u2014\\u2018-\\u201D\\u2026\\u3000-\\u303F\\uFF00-\\uFF0F\\uFF1A-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF60]'
/** Of words with spaces between them: Chinese is written without. */
const LETTER = '(?!\\p{Script=Han}|\\p{Script=Hiragana}|\\p{Script=Katakana})[\\p{L}\\p{N}]'
const BETWEEN_LETTERS = new RegExp(`(?<=${LETTER})[*~]+(?=${LETTER})|(?<!~)~(?!~)`, 'gu')
const SIGN_BESIDE = new RegExp(`${WIDE_SIGN}(?=\\*)|(?<=\\*)${WIDE_SIGN}`, 'g')
const ENDS_WITH_LETTER = new RegExp(`${LETTER}$`, 'u')
const MARKED_TEXT = new RegExp(`^==(?=[^\\s=])((?:[^=\\n]|=(?!=))*[^\\s=])==(?!=|${LETTER})`, 'u')
/** Up to what may be more than text. The rule of `marked` looks ahead for addresses of mail, at the square of the length, and reads `&#60;`. */
const TEXT = /^(?:`+|~+|[^])[^]*?(?=[\\<![`*~_]|==|https?:\/\/|(?<! ) *\n|$)/i
/** What is emphasised does not begin with these: *.txt, **\/*.ts. */
const NO_BEGINNING = /^[*_]+[.,;:!?/\\)\]}]/
/** Names of languages as people write them, and as the code block has them. */
const LANGUAGES = new Map(
  'js:javascript jsx:javascript ts:typescript tsx:typescript sh:bash zsh:bash py:python rb:ruby rs:rust yml:yaml html:xml md:markdown c++:cpp c#:csharp'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
const widthOf = (line: string) => line.length + (line.match(new RegExp(WIDE, 'g'))?.length ?? 0)
const base = Tokenizer.prototype
const none = () => undefined
/** Whether the sign that is read next was masked by `emStrongMask`. */
const isMasked = (src: string, masked: string) => masked.at(-src.length) !== src[0]

const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,80})\]:[ \t]+(.+)$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const FOOTNOTE = /^\[\^([^\]\s]{1,80})\]/
/** Of the text that is read: what its footnotes say by their names, and their numbers in the order of their marks. */
let footnotes = { texts: new Map<string, string>(), numbers: new Map<string, number>() }

let depth = 0
/** What is hostile is not read deeper than people nest. */
function nested<T>(read: () => T): T | undefined {
  if (depth >= DEEPEST) return undefined
  depth++
  try {
    return read()
  } finally {
    depth--
  }
}

/** What items of lists consist of: their lines go on in the next one, however short. */
const ofItems = new WeakSet<Token>()

/** Markdown as GitHub reads it, stricter where a newspaper's text only looks like it. HTML in it is text. */
const marked = new Marked({
  breaks: true,
  hooks: {
    // Signs within words emphasise nothing (2*3*4); those beside Chinese punctuation do.
    emStrongMask(text) {
      let left = MOST_SIGNS
      return text
        .replace(BETWEEN_LETTERS, (signs) => 'a'.repeat(signs.length))
        .replace(SIGN_BESIDE, 'a')
        .replace(/[*_~]/g, (sign) => (left-- > 0 ? sign : 'a'))
    },
  },
  tokenizer: {
    html: none,
    tag: none,
    def: none,
    reflink: none,
    code: none,
    fences: (src) => (/^ {0,3}(`{3,}(?!`)|~{3,}(?!~)).*\n(?:[^]*?\n)?? {0,3}\1/.test(src) ? false : undefined),
    lheading(src) {
      const isAlone = !/^(?:paragraph|text)$/.test(this.lexer.state.lastToken?.type ?? '')
      return isAlone && /^.+\n {0,3}(?:={3,}|-{3,})[ \t]*(?:\n|$)/.test(src) ? false : undefined
    },
    blockquote(src) {
      return /^ {0,3}>(?:[\s>]|$)/.test(src) ? nested(() => base.blockquote.call(this, src)) : undefined
    },
    list(src) {
      return /^ {0,3}\d{4}/.test(src) ? undefined : nested(() => base.list.call(this, src))
    },
    emStrong(src, masked, before = '') {
      if (isMasked(src, masked) || NO_BEGINNING.test(src)) return undefined
      const isFree = src[0] === '*' && before !== '*' && !ENDS_WITH_LETTER.test(before)
      return nested(() => base.emStrong.call(this, src, masked, isFree ? '' : before))
    },
    del(src, masked, before) {
      return isMasked(src, masked) ? undefined : nested(() => base.del.call(this, src, masked, before))
    },
    // Others are linked as in any pasted text.
    url: (src) => (/^https?:/i.test(src) ? false : undefined),
    inlineText(src) {
      const [raw] = TEXT.exec(src) ?? []
      return raw ? { type: 'text', raw, text: raw } : undefined
    },
  },
  extensions: [
    {
      name: 'footnote',
      level: 'inline',
      tokenizer(src) {
        const [raw, name = ''] = FOOTNOTE.exec(src) ?? []
        return raw && footnotes.texts.has(name) ? { type: 'footnote', raw, name } : undefined
      },
      renderer({ name }) {
        const number = footnotes.numbers.get(name as string) ?? footnotes.numbers.size + 1
        footnotes.numbers.set(name as string, number)
        return `<sup><a href="#fn-${number}">${number}</a></sup>`
      },
    },
    {
      name: 'mark',
      level: 'inline',
      tokenizer(src, before) {
        const [raw, text = ''] = MARKED_TEXT.exec(src) ?? []
        if (!raw || ENDS_WITH_LETTER.test(before.at(-1)?.raw ?? '')) return undefined
        return nested(() => ({ type: 'mark', raw, tokens: this.lexer.inlineTokens(text) }))
      },
      renderer({ tokens }) {
        return `<mark>${this.parser.parseInline(tokens ?? [])}</mark>`
      },
    },
  ],
  renderer: {
    text: (token) => ('tokens' in token && token.tokens ? false : escaped(token.text)),
    br: ({ raw }) => (/^(?: {2,}|\\)/.test(raw) ? '<br>' : '\n'),
    del({ tokens }) {
      return `<s>${this.parser.parseInline(tokens)}</s>`
    },
    checkbox: () => '',
    code({ text, lang = '' }) {
      const name = lang.toLowerCase().split(/\s/)[0]!
      const language = (LANGUAGES.get(name) ?? name).replace(/[^\w+#.-]/g, '')
      return `<pre><code${language && ` class="language-${language}"`}>${escaped(text)}</code></pre>`
    },
    /** Lines without a gap between them: each is a paragraph of its own, as in any pasted text, but where a program broke them. */
    paragraph(token) {
      const before = token.raw.trim().split('\n').slice(0, -1)
      const isWrapped =
        ofItems.has(token) || before.every((line) => / {2}$|\\$/.test(line) || widthOf(line.trim()) >= WRAPPED)
      const lines: Token[][] = [[]]
      for (const part of token.tokens) {
        if (part.type === 'br' && !isWrapped) lines.push([])
        else lines.at(-1)!.push(part)
      }
      return lines
        .map((line) => this.parser.parseInline(line).replace(new RegExp(`(?<=${WIDE})\n(?=${WIDE})`, 'g'), ''))
        .map((html) => (/^<img [^>]*>$/.test(html) ? `<figure>${html}</figure>` : `<p>${html}</p>`))
        .join('')
    },
    /** Tasks and other items beside each other are lists of their own. */
    list({ items, ordered, start }) {
      const beginOf = (item?: Tokens.ListItem) =>
        item && (item.task ? '<ul data-type="taskList">' : ordered ? `<ol start="${start}">` : '<ul>')
      return items
        .map((item, at) => {
          const begin = beginOf(item)!
          const html = (begin === beginOf(items[at - 1]) ? '' : begin) + this.listitem(item)
          return begin === beginOf(items[at + 1]) ? html : `${html}</${begin.slice(1, 3)}>`
        })
        .join('')
    },
    listitem({ task, checked, tokens }) {
      for (const token of tokens) ofItems.add(token)
      return `<li${task ? ` data-type="taskItem" data-checked="${checked}"` : ''}>${this.parser.parse(tokens)}</li>`
    },
  },
})

/** The HTML of a text that is written in Markdown; undefined where nothing in it surely is. */
export function htmlOfMarkdown(text: string): string | undefined {
  if (text.length > LONGEST || (text.match(RULED)?.length ?? 0) > MOST_RULED) return undefined
  const { rest, texts } = withoutFootnotes(text)
  footnotes = { texts, numbers: new Map() }
  const tokens = marked.lexer(rest)
  // A rule alone may be anything.
  const isMore = tokens.some(({ type }) => type !== 'hr' && type !== 'space')
  // A number with a dash below it is two lists, where it is not indented enough.
  let isMarkdown = tokens.some(({ type }, at) => type === 'list' && tokens[at + 1]?.type === 'list')
  void marked.walkTokens(tokens, (token) => {
    if (token.type === 'link' || token.type === 'image') keepAddress(token as Tokens.Link | Tokens.Image)
    isMarkdown ||= token.type === 'hr' ? isMore : isEvidence(token)
  })
  return isMarkdown ? marked.parser(tokens) + writtenFootnotes() : undefined
}

/** The footnotes with a mark, as a list; what has none is text again. */
function writtenFootnotes(): string {
  const { texts, numbers } = footnotes
  const items: string[] = []
  // A map also yields what is added meanwhile: a note may hold the mark of another one.
  for (const [name, number] of numbers) {
    const tokens = marked.lexer(texts.get(name)!)
    void marked.walkTokens(tokens, (token) => {
      if (token.type === 'link' || token.type === 'image') keepAddress(token as Tokens.Link | Tokens.Image)
    })
    items.push(`<li>${marked.parser(tokens)}<a href="#fnref-${number}">↩</a></li>`)
  }
  const unmarked = [...texts].filter(([name]) => !numbers.has(name))
  const lines = unmarked.map(([name, text]) => `<p>${escaped(`[^${name}]: ${text}`)}</p>`).join('')
  return lines + (items.length > 0 ? `<ol>${items.join('')}</ol>` : '')
}

/** Takes the lines out that say what a footnote is: `[^1]: the note`, which goes on in indented lines and in those without a gap before them. */
function withoutFootnotes(text: string): { rest: string; texts: Map<string, string> } {
  const texts = new Map<string, string>()
  const rest: string[] = []
  let open: string | undefined
  let fence = ''
  let isBehindGap = false
  for (const line of text.split(/\r?\n/)) {
    const [, sign] = FENCE.exec(line) ?? []
    if (open === undefined && sign && (!fence || line.trim().startsWith(fence))) fence = fence ? '' : sign
    const [, name, first = ''] = fence ? [] : (DEFINITION.exec(line) ?? [])
    if (name !== undefined && !texts.has(name)) {
      open = name
      texts.set(name, first.trim())
    } else if (open !== undefined && line.trim() && (/^(?: {2,}|\t)/.test(line) || !isBehindGap))
      texts.set(open, `${texts.get(open)}${isBehindGap ? '\n\n' : ' '}${line.trim()}`)
    else {
      if (line.trim()) open = undefined
      rest.push(line)
    }
    isBehindGap = line.trim() === ''
  }
  return texts.size > 0 ? { rest: rest.join('\n'), texts } : { rest: text, texts }
}

/** A link that leads nowhere, and a picture of no other site, is text. */
function keepAddress(token: Tokens.Link | Tokens.Image) {
  const outside = /^https?:/i.test(token.href) ? token.href : null
  const href = token.type === 'image' ? outside : addressOf(token.href)
  Object.assign(token, href ? { href } : { type: 'text', text: token.raw, tokens: undefined })
}

function isEvidence(token: Token): boolean {
  if (token.type === 'heading' || token.type === 'blockquote') return token.text.trim() !== ''
  // An address is linked anyhow, and mails have them in brackets.
  if (token.type === 'link') return !token.autolink
  if (token.type !== 'list') return /^(?:code|table|strong|em|codespan|del|mark|image|footnote)$/.test(token.type)
  // A single item may be a line that only begins so.
  const items = (token as Tokens.List).items.filter((item) => item.text.trim() !== '')
  return items.length > 1 || items.some((item) => item.task || item.tokens.some(({ type }) => type === 'list'))
}
