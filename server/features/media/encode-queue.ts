import { createPersonQueue } from '../../http/person-queue.ts'

/**
 * Slots for all work that has a picture in memory: loading, decoding, encoding, storing. It takes cores and memory, so
 * two at once, and one of the same person: a person with a hundred pictures leaves the other place to the rest.
 */
export const withEncodeSlot = createPersonQueue({ running: 2, runningEach: 1, waiting: 256, waitingEach: 64 })

/** Whose slot the work of the system takes. */
export const SYSTEM = 'system'
