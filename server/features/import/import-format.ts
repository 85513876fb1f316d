import type { ImportRun } from '#contract/import.ts'
import { createGhostReader } from './ghost-reader.ts'
import type { SourceReader } from './import-records.ts'
import { createWordpressReader } from './wordpress-reader.ts'

const [OPEN_OBJECT, OPEN_ARRAY] = [0x7b, 0x5b]
/** White space, and the mark that some programs put before UTF-8. */
const BEFORE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

/** By the first sign of the file: Ghost writes JSON, WordPress XML. */
export function formatOf(beginning: Uint8Array): ImportRun['source'] {
  const first = beginning.find((byte) => !BEFORE.has(byte))
  return first === OPEN_OBJECT || first === OPEN_ARRAY ? 'ghost' : 'wordpress'
}

/** @param address of the old site, for a file that does not say it */
export const createReader = (beginning: Uint8Array, address: string): SourceReader =>
  formatOf(beginning) === 'ghost' ? createGhostReader(address) : createWordpressReader()
