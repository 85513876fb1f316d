import { SaxesParser } from 'saxes'
import type { ImportFault } from '#contract/import-reasons.ts'
import { MalformedFileError } from './malformed-file.ts'
import { createUtf8Decoder } from './utf8-pieces.ts'

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

/** What people can do about what the parser says. */
const PARSER_FAULTS: [RegExp, ImportFault['code']][] = [
  [/^(unclosed tag|unmatched closing tag|unexpected close tag)/, 'tag_not_closed'],
  [/^undefined entity/, 'unknown_entity'],
  [/^disallowed character$/, 'control_character'],
  [/^unbound namespace prefix/, 'unknown_prefix'],
  [/^unexpected end/, 'cut_off'],
]

const MB = 1024 * 1024
export const XML_LIMITS = { bytes: 256 * MB, recordChars: 16 * MB, recordElements: 1_000_000, depth: 20 }
const MOST_MB = String(XML_LIMITS.bytes / MB)
/** How XML in UTF-16 begins, with a mark of byte order or without, in either order. */
const UTF16_BEGINNING = /^(?:fffe|feff|3c00|003c)/

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
  const decode = createUtf8Decoder()
  /** What fails before the first element is most likely not XML. */
  let isBegun = false
  const fail: Fail = (code, reason, value = '', isOther = !isBegun) => {
    throw new MalformedFileError(reason, { code, line: parser.line, column: parser.column + 1, value }, isOther)
  }
  const open: XmlElement[] = []
  let ready: XmlElement[] = []
  let depth = 0
  let chars = 0
  let elements = 0

  parser.on('error', (error) => {
    const said = error.message.replace(/^(?:undefined:)?\d+:\d+: |\.$/g, '')
    const code = PARSER_FAULTS.find(([pattern]) => pattern.test(said))?.[1]
    fail(code ?? 'not_xml', said, code ? '' : said.slice(0, 200))
  })
  parser.on('xmldecl', ({ encoding }) => {
    isBegun = true
    if (encoding && !/^utf-?8$/i.test(encoding)) otherEncoding(encoding)
  })
  parser.on('doctype', () => fail('document_type', 'a document type is not allowed'))
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    isBegun = true
    if (depth === 1 && name !== root)
      fail('other_element', `the file starts with <${name}>, not with <${root}>`, name, true)
    if (depth === 2 && name !== channel) fail('other_element', `<${name}> is not expected here`, name)
    if (depth > XML_LIMITS.depth) fail('too_deep', 'the elements are nested too deeply')
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
      if (Reflect.get(parser, 'entity')) fail('bare_ampersand', 'an ampersand that is not written as &amp;')
      from = to
    }
    parser.write(text.slice(from))
  }

  const notUtf8 = () => fail('not_utf8', 'the text from here on is not UTF-8')
  const otherEncoding = (name: string) =>
    fail('encoding', `the encoding is ${name}, only UTF-8 can be read`, name, false)
  let bytes = 0
  let rest = ''
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  return {
    write(chunk) {
      if (bytes === 0 && UTF16_BEGINNING.test(Buffer.from(chunk.subarray(0, 2)).toString('hex')))
        otherEncoding('UTF-16')
      bytes += chunk.byteLength
      if (bytes > XML_LIMITS.bytes) fail('too_large', `the file is larger than ${MOST_MB} MB`, MOST_MB, false)
      const { text, isBroken } = decode(chunk)
      if (isBroken) {
        // Of what is wrong before, that is told.
        writeLines(rest + text)
        notUtf8()
      }
      // Only the new piece is searched: a line of many pieces would be searched as often as it has pieces.
      const lineEnd = text.lastIndexOf('\n') + 1
      const lines = lineEnd > 0 ? rest + text.slice(0, lineEnd) : ''
      rest = lineEnd > 0 ? text.slice(lineEnd) : rest + text
      if (rest.length > XML_LIMITS.recordChars) fail('line_too_long', 'one line is longer than can be read')
      writeLines(lines)
      return take()
    },
    end() {
      const { text, isBroken } = decode()
      writeLines(rest + text)
      if (bytes === 0) fail('empty', 'the file is empty')
      if (depth > 0) fail('cut_off', 'the file ends in the middle: something is cut off')
      if (isBroken) notUtf8()
      parser.close()
      return take()
    },
  }
}

type Fail = (code: ImportFault['code'], reason: string, value?: string, isOther?: boolean) => never
