import { setPriority } from 'node:os'

/** On a busy core such a process gets about a tenth: its work goes on, and who waits for an answer hardly notices. */
const NICENESS = 10

/** The side of the process (see background-process.ts): answers its only call by `work`, and ends. A failure belongs into the reply. */
export function answerOneCall<Call, Reply>(work: (input: Call) => Promise<Reply>): void {
  setPriority(NICENESS)
  // Ctrl+C reaches this process as well; when work is to end is for the other one to say.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.once('message', async (input) => {
    const reply = await work(input as Call)
    process.send?.(reply, () => process.disconnect())
  })
}
