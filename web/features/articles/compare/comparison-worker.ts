/** Compares texts beside the page: a long article would stop typing and scrolling for seconds. */
import { compareBodies } from './document-comparison.ts'

export type ComparisonRequest = { before: string; after: string }

self.addEventListener('message', ({ data: { before, after } }: MessageEvent<ComparisonRequest>) => {
  self.postMessage(compareBodies(before, after))
})
