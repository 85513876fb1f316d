import { createHash, hash } from 'node:crypto'

const NEWLINE = 10
const WORDS = 8

export type TableDigest = {
  rows: number
  /** Of the COPY text. */
  bytes: number
  /** SHA-256 of the COPY text, in hexadecimal. */
  sha256: string
  /** The sum of the SHA-256 of all rows: the same in whatever order the rows are read. In hexadecimal. */
  fingerprint: string
}

/** Sums up the text of a COPY while it goes by. Rows are lines: COPY escapes a newline within a value. */
export function createTableDigest(): { add: (chunk: Buffer) => void; end: () => TableDigest } {
  const whole = createHash('sha256')
  const sums = new Uint32Array(WORDS)
  let carry: Buffer[] = []
  let rows = 0
  let bytes = 0
  const addRow = (row: Buffer) => {
    const digest = hash('sha256', row, 'buffer')
    for (let word = 0; word < WORDS; word++) sums[word]! += digest.readUInt32LE(word * 4)
    rows++
  }
  return {
    add(chunk) {
      whole.update(chunk)
      bytes += chunk.length
      let from = 0
      for (;;) {
        const end = chunk.indexOf(NEWLINE, from)
        if (end < 0) break
        const row = chunk.subarray(from, end)
        addRow(carry.length ? Buffer.concat([...carry, row]) : row)
        if (carry.length) carry = []
        from = end + 1
      }
      if (from < chunk.length) carry.push(chunk.subarray(from))
    },
    end() {
      if (carry.length) addRow(Buffer.concat(carry))
      carry = []
      return { rows, bytes, sha256: whole.digest('hex'), fingerprint: Buffer.from(sums.buffer).toString('hex') }
    },
  }
}
