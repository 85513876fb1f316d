import { SaxesParser } from 'saxes'

/** A small tree of one record; `text` is its own text, CDATA included, without that of its children. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
  line: number
  /** Part of the record was left out, because it is larger than can be read. Set on the record itself. */
  isCut?: boolean
}

/** The file is not what it should be; `line` and `column` count from 1. `isOther`: it is a file of another kind. */
export class MalformedFileError extends Error {
  override readonly name = 'MalformedFileError'
  readonly reason: string
  readonly line: number
  readonly column: number
  readonly isOther: boolean
  constructor(reason: string, line: number, column: number, isOther = false) {
    super(`Line ${line}, column ${column}: ${reason}`)
    this.reason = reason
    this.line = line
    this.column = column
    this.isOther = isOther
  }
}

const MB = 1024 * 1024
export const XML_LIMITS = { bytes: 256 * MB, recordChars: 16 * MB, recordElements: 1_000_000, depth: 20 }

export type XmlReader = {
  /** The records that are complete with this piece of the file. */
  write: (chunk: Uint8Array) => XmlElement[]
  end: () => XmlElement[]
}

/**
 * Reads a file piece by piece and gives each child of `/<root>/<channel>` as a tree, in the order of the file.
 * Only well-formed XML in UTF-8 passes; there are no document types, so no entities but the five of XML itself.
 * `write` and `end` throw MalformedFileError.
 */
export function createXmlReader({ root, channel }: { root: string; channel: string }): XmlReader {
  const parser = new SaxesParser({ xmlns: true })
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  /** What fails before the first element is most likely not XML. */
  let isBegun = false
  const fail = (reason: string, isOther = !isBegun): never => {
    throw new MalformedFileError(reason, parser.line, parser.column + 1, isOther)
  }
  const open: XmlElement[] = []
  let ready: XmlElement[] = []
  let depth = 0
  let chars = 0
  let elements = 0

  parser.on('error', (error) => fail(error.message.replace(/^(?:undefined:)?\d+:\d+: |\.$/g, '')))
  parser.on('xmldecl', ({ encoding }) => {
    isBegun = true
    if (encoding && !/^utf-?8$/i.test(encoding)) fail(`the encoding is ${encoding}, only UTF-8 can be read`)
  })
  parser.on('doctype', () => fail('a document type is not allowed'))
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    isBegun = true
    if (depth === 1 && name !== root) fail(`the file starts with <${name}>, not with <${root}>`, true)
    if (depth === 2 && name !== channel) fail(`<${name}> is not expected here`)
    if (depth > XML_LIMITS.depth) fail('the elements are nested too deeply')
    if (depth < 3) return
    const given = Object.fromEntries(Object.values(attributes).map((attribute) => [attribute.name, attribute.value]))
    const element = { name, attributes: given, text: '', children: [], line: parser.line }
    if (++elements <= XML_LIMITS.recordElements) open.at(-1)?.children.push(element)
    else markCut()
    open.push(element)
  })
  const markCut = () => {
    const record = open[0]
    if (record) record.isCut = true
  }
  const addText = (text: string) => {
    const element = open.at(-1)
    if (!element) return
    chars += text.length
    if (chars <= XML_LIMITS.recordChars) element.text += text
    else markCut()
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth--
    const element = open.pop()
    if (!element || depth !== 2) return
    ready.push(element)
    chars = 0
    elements = 0
  })

  /** A bare `&` is otherwise noticed only at the next `;`, which may be far away: looked for at the end of each line with one. */
  function writeLines(text: string) {
    let from = 0
    for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
      const lineEnd = text.indexOf('\n', at)
      const to = lineEnd < 0 ? text.length : lineEnd
      parser.write(text.slice(from, to))
      if (Reflect.get(parser, 'entity')) fail('an ampersand that is not written as &amp;')
      from = to
    }
    parser.write(text.slice(from))
  }

  let bytes = 0
  let rest = ''
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  return {
    write(chunk) {
      bytes += chunk.byteLength
      if (bytes > XML_LIMITS.bytes) fail(`the file is larger than ${XML_LIMITS.bytes / MB} MB`, false)
      const text = decode(utf8, fail, chunk)
      // Only the new piece is searched: a line of many pieces would be searched as often as it has pieces.
      const lineEnd = text.lastIndexOf('\n') + 1
      const lines = lineEnd > 0 ? rest + text.slice(0, lineEnd) : ''
      rest = lineEnd > 0 ? text.slice(lineEnd) : rest + text
      if (rest.length > XML_LIMITS.recordChars) fail('one line is longer than can be read')
      writeLines(lines)
      return take()
    },
    end() {
      writeLines(rest + decode(utf8, fail))
      if (bytes === 0) fail('the file is empty')
      if (depth > 0) fail('the file ends in the middle: something is cut off')
      parser.close()
      return take()
    },
  }
}

function decode(utf8: InstanceType<typeof TextDecoder>, fail: (reason: string) => never, chunk?: Uint8Array): string {
  try {
    return chunk ? utf8.decode(chunk, { stream: true }) : utf8.decode()
  } catch {
    return fail('the text from here on is not UTF-8')
  }
}
