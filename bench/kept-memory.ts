/** What a started process must be given, so that `keptMemoryOf` can reach it. */
export const inspected = (port: number) => ({ NODE_OPTIONS: `--expose-gc --inspect=127.0.0.1:${port}` })

/**
 * Everything is collected, so that free pages go back to the system, but compiled code stays: without it the server
 * answers as slowly as one that has just started.
 */
const MEASURE = `process.getBuiltinModule('node:v8').setFlagsFromString('--no-flush-bytecode');
gc({ type: 'major', flavor: 'last-resort' });
process.memoryUsage().rss`

/**
 * Tells what a process keeps when its garbage was collected, as the system counts it: V8 collects as late as it can, so what it
 * takes before says only how much garbage waits.
 * @param port where the inspector of a process listens that was started with `inspected`
 * @returns `megabytes` collects and measures: nothing else runs in the process for a quarter of a second
 */
export async function keptMemoryOf(port: number): Promise<{ megabytes: () => Promise<number>; close: () => void }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error(`No inspector listens on port ${port}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let asked = 0
  const megabytes = () =>
    new Promise<number>((resolve, reject) => {
      const id = ++asked
      const onMessage = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: { result: { value?: number } } }
        if (answer.id !== id) return
        socket.removeEventListener('message', onMessage)
        const bytes = answer.result?.result.value
        if (bytes === undefined) reject(new Error(`The inspector answered ${String(data)}`))
        else resolve(bytes / 1024 ** 2)
      }
      socket.addEventListener('message', onMessage)
      socket.send(
        JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression: MEASURE, returnByValue: true } }),
      )
    })
  return { megabytes, close: () => socket.close() }
}
