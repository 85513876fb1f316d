import { escaped, type Evidence, inlineHtml } from './markdown-inline.ts'

/** A longer text is hardly pasted to be read as Markdown. */
const LONGEST = 500_000
const DEEPEST = 12

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?\S)(?:[ \t]+#+)?[ \t]*$/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const UNDERLINE = /^ {0,3}(={3,}|-{3,})[ \t]*$/
const QUOTE = /^ {0,3}>(?: |$|(?=>))/
const ITEM = /^( *)([-*+]|\d{1,3}[.)])( +)(?=\S)/
const TASK = /^\[([ xX])\] +(?=\S)/
const COLUMNS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
/** Names of languages as people write them, and as the code block has them. */
const LANGUAGES: Record<string, string> = {
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  sh: 'bash',
  zsh: 'bash',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  yml: 'yaml',
  html: 'xml',
  md: 'markdown',
  'c++': 'cpp',
  'c#': 'csharp',
}

/** The HTML of a text that is written in Markdown; undefined where nothing in it is. */
export function htmlOfMarkdown(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const evidence = { found: false }
  const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/^[ \t]+/, (start) => start.replaceAll('\t', '    ')))
  const html = new Blocks(lines, evidence, 0).read()
  return evidence.found ? html : undefined
}

/** Lines, read one block after the other. */
class Blocks {
  private at = 0
  private readonly lines: readonly string[]
  private readonly evidence: Evidence
  private readonly depth: number
  /** Lines of an item go on in the next one, however long they are. */
  private readonly isItem: boolean

  constructor(lines: readonly string[], evidence: Evidence, depth: number, isItem = false) {
    this.lines = lines
    this.evidence = evidence
    this.depth = depth
    this.isItem = isItem
  }

  read(): string {
    let html = ''
    while (this.at < this.lines.length) {
      if (this.isBlank(this.at)) this.at++
      else
        html +=
          this.code() ?? this.heading() ?? this.rule() ?? this.quote() ?? this.table() ?? this.list() ?? this.text()
    }
    return html
  }

  private line = (at = this.at): string => this.lines[at] ?? ''
  private isBlank = (at: number): boolean => this.line(at).trim() === ''
  private inline = (text: string): string => inlineHtml(text.trim(), this.evidence)
  private inside = (lines: readonly string[]): string => new Blocks(lines, this.evidence, this.depth + 1).read()

  private code(): string | undefined {
    const [, fence, info = ''] = FENCE.exec(this.line()) ?? []
    if (!fence) return undefined
    const isEnd = (line: string) => {
      const signs = line.trim()
      return signs.length >= fence.length && signs === fence[0]!.repeat(signs.length)
    }
    let end = this.at + 1
    while (end < this.lines.length && !isEnd(this.line(end))) end++
    if (end === this.lines.length) return undefined
    const indent = this.line().search(/\S/)
    const code = this.lines.slice(this.at + 1, end).map((line) => line.replace(new RegExp(`^ {0,${indent}}`), ''))
    this.at = end + 1
    this.evidence.found = true
    const name = info.toLowerCase()
    const language = (Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : name)!.replace(/[^\w+#.-]/g, '')
    return `<pre><code${language && ` class="language-${language}"`}>${escaped(code.join('\n'))}</code></pre>`
  }

  private heading(): string | undefined {
    const [, signs, text] = HEADING.exec(this.line()) ?? []
    if (!signs) return undefined
    this.at++
    this.evidence.found = true
    return `<h${signs.length}>${this.inline(text!)}</h${signs.length}>`
  }

  private rule(): string | undefined {
    if (!RULE.test(this.line())) return undefined
    // Alone it may be anything.
    if (this.lines.some((_, at) => at !== this.at && !this.isBlank(at))) this.evidence.found = true
    this.at++
    return '<hr>'
  }

  private quote(): string | undefined {
    if (!QUOTE.test(this.line()) || this.depth >= DEEPEST) return undefined
    const lines: string[] = []
    for (; QUOTE.test(this.line()); this.at++) lines.push(this.line().replace(/^ {0,3}> ?/, ''))
    this.evidence.found = true
    return `<blockquote>${this.inside(lines)}</blockquote>`
  }

  private isTable(at: number): boolean {
    if (!this.line(at).includes('|') || !this.line(at + 1).includes('|') || !COLUMNS.test(this.line(at + 1)))
      return false
    return cellsOf(this.line(at)).length === cellsOf(this.line(at + 1)).length
  }

  private table(): string | undefined {
    if (!this.isTable(this.at)) return undefined
    const head = cellsOf(this.line())
    const row = (cells: readonly string[], tag: 'th' | 'td') =>
      `<tr>${head.map((_, at) => `<${tag}>${this.inline(cells[at] ?? '')}</${tag}>`).join('')}</tr>`
    let rows = row(head, 'th')
    for (this.at += 2; this.line().includes('|'); this.at++) rows += row(cellsOf(this.line()), 'td')
    this.evidence.found = true
    return `<table><tbody>${rows}</tbody></table>`
  }

  private list(): string | undefined {
    if (this.depth >= DEEPEST) return undefined
    const items: Item[] = []
    const kindOf = (marker: string) => (/\d/.test(marker) ? 'ol' : 'ul')
    const [, start = '', marker = ''] = ITEM.exec(this.line()) ?? []
    if (!marker) return undefined
    const kind = kindOf(marker)
    while (!RULE.test(this.line())) {
      const [whole, indent, own, gap] = ITEM.exec(this.line()) ?? []
      if (!whole || indent!.length > start.length + 1 || kindOf(own!) !== kind) break
      const text = this.line().slice(whole.length)
      const task = TASK.exec(text)
      const width = indent!.length + own!.length + (gap!.length > 4 ? 1 : gap!.length)
      this.at++
      const lines = [text.slice(task?.[0].length ?? 0), ...this.itemLines(start.length, width)]
      items.push({ lines, done: task ? task[1] !== ' ' : undefined })
    }
    // A single one may be a line that only begins so.
    const isList = ({ lines, done }: Item) => done !== undefined || lines.slice(1).some((line) => ITEM.test(line))
    if (items.length > 1 || items.some(isList)) this.evidence.found = true
    const first = Number.parseInt(marker, 10)
    return this.listsOf(items, kind, first > 1 ? ` start="${first}"` : '')
  }

  /** What belongs to an item below its first line: what is indented more, and a line that goes on without a gap. */
  private itemLines(start: number, width: number): string[] {
    const lines: string[] = []
    for (; this.at < this.lines.length; this.at++) {
      const line = this.line()
      const indent = line.search(/\S/)
      if (indent < 0) {
        if (this.line(this.afterGap()).search(/\S/) <= start + 1) break
        lines.push('')
      } else if (indent > start + 1) lines.push(line.slice(Math.min(indent, width)))
      else if (this.isBlank(this.at - 1) || this.beginsBlock(this.at)) break
      else lines.push(line)
    }
    // The next item of the same list may follow a gap.
    const next = this.afterGap()
    if (ITEM.test(this.line(next))) this.at = next
    return lines
  }

  /** The next line with something in it. */
  private afterGap(): number {
    let next = this.at
    while (next < this.lines.length && this.isBlank(next)) next++
    return next
  }

  /** Tasks and other items beside each other are lists of their own. */
  private listsOf(items: readonly Item[], kind: 'ol' | 'ul', start: string): string {
    let html = ''
    for (let from = 0; from < items.length;) {
      const isTask = items[from]!.done !== undefined
      let to = from
      while (to < items.length && (items[to]!.done !== undefined) === isTask) to++
      const inner = items.slice(from, to).map(({ lines, done }) => {
        const content = new Blocks(lines, this.evidence, this.depth + 1, true).read()
        return isTask ? `<li data-type="taskItem" data-checked="${done}">${content}</li>` : `<li>${content}</li>`
      })
      html += isTask
        ? `<ul data-type="taskList">${inner.join('')}</ul>`
        : `<${kind}${from === 0 ? start : ''}>${inner.join('')}</${kind}>`
      from = to
    }
    return html
  }

  private beginsBlock(at: number): boolean {
    const line = this.line(at)
    return [FENCE, HEADING, RULE, QUOTE, ITEM].some((form) => form.test(line)) || this.isTable(at)
  }

  private text(): string {
    const lines = [this.line()]
    for (this.at++; this.at < this.lines.length && !this.isBlank(this.at); this.at++) {
      const [, signs] = UNDERLINE.exec(this.line()) ?? []
      if (signs && lines.length === 1) {
        this.at++
        this.evidence.found = true
        const level = signs.startsWith('=') ? 1 : 2
        return `<h${level}>${this.inline(lines[0]!)}</h${level}>`
      }
      if (this.beginsBlock(this.at)) break
      lines.push(this.line())
    }
    return paragraphsOf(lines, this.isItem)
      .map((paragraph) => {
        const html = this.inline(paragraph).replaceAll('\n', '<br>')
        // A picture in a line of its own is one with its caption.
        return /^<img [^>]*>$/.test(html) ? `<figure>${html}</figure>` : `<p>${html}</p>`
      })
      .join('')
  }
}

interface Item {
  lines: string[]
  /** Of a task. */
  done: boolean | undefined
}

/** Lines this wide or wider were broken by a program, shorter ones by the person. */
const WRAPPED = 60
const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFF60]/
const widthOf = (line: string) => line.length + (line.match(new RegExp(WIDE, 'g'))?.length ?? 0)
const BREAK = /(?: {2,}|\\)$/

/**
 * Lines without a gap between them: one paragraph where they were broken at a width, or are joined by breaks; else each is one of
 * its own, as in any pasted text.
 */
function paragraphsOf(lines: readonly string[], isItem: boolean): string[] {
  const isWrapped = isItem || lines.slice(0, -1).every((line) => BREAK.test(line) || widthOf(line.trim()) >= WRAPPED)
  if (!isWrapped) return lines.map((line) => line.replace(BREAK, ''))
  return [
    lines.reduce((text, line) => {
      if (BREAK.test(text)) return `${text.replace(BREAK, '')}\n${line.trimStart()}`
      const [before, after] = [text.trimEnd(), line.trimStart()]
      return before + (WIDE.test(before.at(-1) ?? '') && WIDE.test(after[0] ?? '') ? '' : ' ') + after
    }),
  ]
}

/** Of a row of a table; `\\|` and what is code do not divide. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  const cells = ['']
  for (const [part] of inner.matchAll(/\\\||\\.?|`[^`]*`|[^|\\`]+|[|`]/g)) {
    if (part === '|') cells.push('')
    else cells[cells.length - 1] += part === '\\|' ? '|' : part
  }
  return cells.map((cell) => cell.trim())
}
