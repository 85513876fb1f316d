import type { ImportFault } from '#contract/import-reasons.ts'
import { MalformedFileError } from './malformed-file.ts'

/** A value of the file below one of the containers that are walked. */
export type JsonRow = {
  /** Names of properties and indexes from the root down to it. */
  path: (string | number)[]
  value: unknown
  line: number
  /** Its first characters, where it is larger than can be read; `value` is undefined then. */
  cut?: string
}

export type JsonRowsReader = { write: (chunk: Uint8Array) => JsonRow[]; end: () => JsonRow[] }

type Options = {
  /** What becomes of the value at a path: its own values are rows, it is a row, or it is passed over without being read. */
  plan: (path: (string | number)[], isContainer: boolean) => 'walk' | 'row' | 'skip'
  maxBytes: number
  maxRowBytes: number
}

type Frame = { isArray: boolean; key: string | number; count: number }
/** What may come next outside of a row. */
type Expected = 'value' | 'firstValue' | 'firstKey' | 'key' | 'colon' | 'next' | 'end'

const DEEPEST = 100
const KEY_MAX = 1000
const CUT_CHARS = 2000
const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, COMMA, COLON, LINE_END] = [
  ...Buffer.from('"\\{}[],:\n'),
] as [number, number, number, number, number, number, number, number, number]
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf])
const isSpace = (byte: number) => byte === 0x20 || byte === LINE_END || byte === 0x0d || byte === 0x09
const isDelimiter = (byte: number) => isSpace(byte) || byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY

/**
 * Reads a JSON file piece by piece and gives its rows in their order, so that neither the file nor what is not wanted of it is
 * ever held as a whole. Never quotes the file in what it says: it may hold passwords.
 * `write` and `end` throw MalformedFileError.
 */
export function createJsonRows({ plan, maxBytes, maxRowBytes }: Options): JsonRowsReader {
  const frames: Frame[] = []
  let expected: Expected = 'value'
  let [bytes, line, column] = [0, 1, 0]
  let ready: JsonRow[] = []
  /** The value, or name, that is being read. */
  let current:
    | { kind: 'container' | 'string' | 'literal'; isKey: boolean; isWanted: boolean; line: number; column: number }
    | undefined
  let [depth, inString, isEscaped] = [0, false, false]
  let parts: Uint8Array[] = []
  let size = 0

  const fail = (code: ImportFault['code'], reason: string, value = '', at = { line, column: column || 1 }): never => {
    throw new MalformedFileError(reason, { code, ...at, value }, frames.length === 0 && expected === 'value')
  }
  const notJson = (at?: { line: number; column: number }) => fail('not_json', 'this is not JSON', '', at)
  const pathOf = () => frames.map(({ key }) => key)
  const afterValue = () => {
    expected = frames.length ? 'next' : 'end'
  }

  function begin(kind: 'container' | 'string' | 'literal', isKey: boolean, isWanted: boolean) {
    current = { kind, isKey, isWanted, line, column }
    ;[depth, inString, isEscaped, parts, size] = [0, kind === 'string', false, [], 0]
  }

  function keep(piece: Uint8Array) {
    if (!current?.isWanted || piece.length === 0) return
    size += piece.length
    if (current.isKey && size > KEY_MAX) fail('line_too_long', 'a name is longer than can be read')
    // Of what is too large its beginning is kept, which names it.
    if (size <= maxRowBytes) parts.push(piece.slice())
    else parts = [Buffer.concat(parts).subarray(0, CUT_CHARS)]
  }

  function complete() {
    const done = current
    if (!done) return
    current = undefined
    if (done.isWanted) {
      const text = decode(parts, done)
      parts = []
      if (size > maxRowBytes) ready.push({ path: pathOf(), value: undefined, line: done.line, cut: text })
      else if (done.isKey) return nameOf(parse(text, done))
      else ready.push({ path: pathOf(), value: parse(text, done), line: done.line })
    }
    afterValue()
  }

  function nameOf(name: unknown) {
    const frame = frames.at(-1)
    if (frame) frame.key = String(name)
    expected = 'colon'
  }

  function decode(of: Uint8Array[], at: { line: number; column: number }): string {
    try {
      return new TextDecoder('utf-8', { fatal: size <= maxRowBytes }).decode(Buffer.concat(of))
    } catch {
      return fail('not_utf8', 'this text is not UTF-8', '', at)
    }
  }

  function parse(text: string, { line: fromLine, column: fromColumn }: { line: number; column: number }): unknown {
    try {
      return JSON.parse(text)
    } catch (error) {
      // What the parser says quotes the file; only the place is taken.
      const position = Number(/position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0)
      const before = text.slice(0, position).split('\n')
      const last = before.at(-1)?.length ?? 0
      return notJson({
        line: fromLine + before.length - 1,
        column: before.length > 1 ? last + 1 : fromColumn + last,
      })
    }
  }

  function open(isArray: boolean) {
    const path = pathOf()
    const choice = plan(path, true)
    if (choice !== 'walk') return begin('container', false, choice === 'row')
    if (frames.length >= DEEPEST) fail('too_deep', 'the values are nested too deeply')
    frames.push({ isArray, key: isArray ? 0 : '', count: 0 })
    expected = isArray ? 'firstValue' : 'firstKey'
  }

  function close(isArray: boolean) {
    if (frames.pop()?.isArray !== isArray) notJson()
    afterValue()
  }

  /** One byte outside of all rows. */
  function step(byte: number) {
    if (isSpace(byte) || (frames.length === 0 && BYTE_ORDER_MARK.has(byte))) return
    const frame = frames.at(-1)
    switch (expected) {
      case 'firstKey':
      case 'key':
        if (expected === 'firstKey' && byte === CLOSE_OBJECT) return close(false)
        if (byte !== QUOTE) notJson()
        return begin('string', true, true)
      case 'colon':
        if (byte !== COLON) notJson()
        expected = 'value'
        return
      case 'next':
        if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) return close(byte === CLOSE_ARRAY)
        if (byte !== COMMA || !frame) return void notJson()
        if (frame.isArray) frame.key = ++frame.count
        expected = frame.isArray ? 'value' : 'key'
        return
      case 'firstValue':
      case 'value':
        if (expected === 'firstValue' && byte === CLOSE_ARRAY) return close(true)
        if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) return open(byte === OPEN_ARRAY)
        if (!frame || isDelimiter(byte) || byte === COLON) return void notJson()
        return begin(byte === QUOTE ? 'string' : 'literal', false, plan(pathOf(), false) === 'row')
      case 'end':
        notJson()
    }
  }

  /** Whether the byte is the last of the value that is being read. */
  function endsValue(byte: number): boolean {
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) inString = false
      return !inString && depth === 0
    }
    if (byte === QUOTE) inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > DEEPEST) fail('too_deep', 'the values are nested too deeply')
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) return --depth <= 0
    return false
  }

  function write(chunk: Uint8Array): JsonRow[] {
    bytes += chunk.length
    const megabytes = String(maxBytes / 1024 ** 2)
    if (bytes > maxBytes) fail('too_large', `the file is larger than ${megabytes} MB`, megabytes)
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === LINE_END) [line, column] = [line + 1, 0]
      // The bytes of one character count once.
      else if ((byte & 0xc0) !== 0x80) column++
      if (!current) {
        step(byte)
        // `step` may have begun a value.
        const begun = current as { kind: string } | undefined
        if (!begun) continue
        from = at
        if (begun.kind === 'container') depth = 1
        continue
      }
      if (current.kind === 'literal') {
        if (!isDelimiter(byte)) continue
        keep(chunk.subarray(from, at))
        complete()
        step(byte)
        continue
      }
      if (!endsValue(byte)) continue
      keep(chunk.subarray(from, at + 1))
      complete()
    }
    if (current) keep(chunk.subarray(from))
    return take()
  }

  const take = () => {
    const taken = ready
    ready = []
    return taken
  }

  return {
    write,
    end() {
      if (bytes === 0) fail('empty', 'the file is empty')
      if (current || expected !== 'end') fail('cut_off', 'the file ends in the middle: something is cut off')
      return take()
    },
  }
}
