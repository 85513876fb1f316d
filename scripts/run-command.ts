import { errorSentence } from '../server/error-sentence.ts'

/** Within this time a second signal is the same wish: a terminal and npm both pass Ctrl+C on. */
const SAME_WISH_MS = 1000

/**
 * How a command of package.json runs. Where it throws, a sentence is printed instead of a stack, and the exit code is 1.
 * @param main may answer an exit code; its signal is aborted by Ctrl+C, so that it leaves nothing half done. Pressed again,
 *   Ctrl+C ends the process at once
 */
export async function runCommand(main: (stopping: AbortSignal) => Promise<number> | Promise<void>): Promise<void> {
  const stopping = new AbortController()
  let toldAt: number | undefined
  const stop = () => {
    toldAt ??= performance.now()
    if (performance.now() - toldAt > SAME_WISH_MS) process.exit(1)
    stopping.abort(new DOMException('Stopped.', 'AbortError'))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    process.exitCode = (await main(stopping.signal)) ?? 0
  } catch (error) {
    console.error(errorSentence(error))
    process.exitCode = 1
  }
}
