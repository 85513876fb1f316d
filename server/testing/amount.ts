/** `npm run test:full` does everything in the numbers of the specification. */
export const isFull = process.env['TEST_FULL'] === '1'

/** How many of something a test makes or does. The steps and what must hold are the same for both; `short` is what `npm test` has the time for. */
export const amount = ({ full, short }: { full: number; short: number }): number => (isFull ? full : short)
