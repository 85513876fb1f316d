import { isUtf8 } from 'node:buffer'

/** Decodes a file piece by piece, without a piece at its end. `isBroken`: what follows the text is not UTF-8. */
export function createUtf8Decoder() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  /** The beginning of a character whose rest is in the next piece. */
  let begun: Uint8Array = new Uint8Array()
  return (piece?: Uint8Array): { text: string; isBroken: boolean } => {
    const bytes = Buffer.concat(piece ? [begun, piece] : [begun])
    try {
      const text = piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
      begun = bytes.subarray(wholeCharacters(bytes).length)
      return { text, isBroken: false }
    } catch {
      return { text: new TextDecoder().decode(validStart(bytes)), isBroken: true }
    }
  }
}

/** Halves the search, as this is only asked once a decoder has failed. */
function validStart(bytes: Buffer): Buffer {
  let [good, broken] = [0, bytes.length]
  while (broken - good > 1) {
    const middle = Math.floor((good + broken) / 2)
    if (isUtf8(wholeCharacters(bytes.subarray(0, middle)))) good = middle
    else broken = middle
  }
  return wholeCharacters(bytes.subarray(0, good))
}

/** Without the beginning of a character at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  const last = bytes.subarray(-3).findLastIndex((byte) => byte < 0x80 || byte >= 0xc0)
  const first = Math.max(0, bytes.length - 3) + last
  const byte = last < 0 ? 0 : bytes[first]!
  const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  return last >= 0 && first + length > bytes.length ? bytes.subarray(0, first) : bytes
}
