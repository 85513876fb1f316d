import { encodeImage, type EncodeAs, type EncodedImage } from './image-encode.ts'
import { createGate } from './image-gate.ts'

/** For all work on pixels in this process: it takes cores and memory. */
export const inTurn = createGate({ running: 2, waiting: 30 })

/** @throws ProblemError as encodeImage, and busy when too many wait */
export const encodeInTurn = (bytes: Buffer, as?: EncodeAs, signal?: AbortSignal): Promise<EncodedImage> =>
  inTurn(async () => {
    signal?.throwIfAborted()
    return encodeImage(bytes, as)
  })
