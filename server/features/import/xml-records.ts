import { SaxesParser } from 'saxes'

/** A small tree of one record; `text` is its own text, CDATA included, without that of its children. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
  line: number
}

/** The file is not what it should be; `line` and `column` count from 1. */
export class MalformedFileError extends Error {
  override readonly name = 'MalformedFileError'
  readonly line: number
  readonly column: number
  constructor(reason: string, line: number, column: number) {
    super(`Line ${line}, column ${column}: ${reason}`)
    this.line = line
    this.column = column
  }
}

export const XML_LIMITS = { bytes: 256 * 1024 * 1024, recordBytes: 32 * 1024 * 1024, depth: 20 }

/**
 * Reads a file piece by piece and yields each child of `/<root>/<channel>` as a tree, in the order of the file.
 * Only well-formed XML in UTF-8 passes; there are no document types, so no entities but the five of XML itself.
 * @throws MalformedFileError
 */
export async function* readXmlRecords(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { root, channel }: { root: string; channel: string },
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ xmlns: true })
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const fail = (reason: string): never => {
    throw new MalformedFileError(reason, parser.line, parser.column + 1)
  }
  const open: XmlElement[] = []
  let ready: XmlElement[] = []
  let depth = 0
  let size = 0

  parser.on('error', (error) => fail(error.message.replace(/^(?:undefined:)?\d+:\d+: |\.$/g, '')))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) fail(`the encoding is ${encoding}, only UTF-8 can be read`)
  })
  parser.on('doctype', () => fail('a document type is not allowed'))
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    if (depth === 1 && name !== root) fail(`the file starts with <${name}>, not with <${root}>`)
    if (depth === 2 && name !== channel) fail(`<${name}> is not expected here`)
    if (depth > XML_LIMITS.depth) fail('the elements are nested too deeply')
    if (depth < 3) return
    const given = Object.fromEntries(Object.values(attributes).map((attribute) => [attribute.name, attribute.value]))
    const element = { name, attributes: given, text: '', children: [], line: parser.line }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (!element) return
    size += text.length
    if (size > XML_LIMITS.recordBytes) fail('one entry is larger than can be read')
    element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    depth--
    const element = open.pop()
    if (!element || depth !== 2) return
    ready.push(element)
    size = 0
  })

  // Line by line, because a bare `&` is otherwise noticed only at the next `;`, which may be far away.
  const write = (text: string) => {
    parser.write(text)
    if (Reflect.get(parser, 'entity')) fail('an ampersand that is not written as &amp;')
  }
  let bytes = 0
  let rest = ''
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > XML_LIMITS.bytes) fail(`the file is larger than ${XML_LIMITS.bytes / 1024 / 1024} MB`)
    const lines = (rest + decode(utf8, fail, chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > XML_LIMITS.recordBytes) fail('one line is longer than can be read')
    for (const line of lines) {
      write(line)
      parser.write('\n')
    }
    yield* ready
    ready = []
  }
  write(rest + decode(utf8, fail))
  if (bytes === 0) fail('the file is empty')
  if (depth > 0) fail('the file ends in the middle: something is cut off')
  parser.close()
  yield* ready
}

function decode(utf8: InstanceType<typeof TextDecoder>, fail: (reason: string) => never, chunk?: Uint8Array): string {
  try {
    return chunk ? utf8.decode(chunk, { stream: true }) : utf8.decode()
  } catch {
    return fail('the text from here on is not UTF-8')
  }
}
