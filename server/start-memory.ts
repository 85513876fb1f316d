import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what only the start needed (about 120 MB of compiled schemas and source text): V8 would keep it for
 * minutes, and the first uploads would come on top of it. Takes some tenths of a second of the processor. KEEP_START_MEMORY is for
 * tests, which start a hundred servers for some seconds each.
 */
export function releaseStartMemory(): void {
  if (process.env['KEEP_START_MEMORY']) return
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}
