import { setTimeout as pause } from 'node:timers/promises'

/** What a started process must be given, so that `collectGarbageOf` can reach it. */
export const inspected = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })

/**
 * Collects the garbage of a process that was started with `inspected`. V8 collects as late as it can: what a process takes
 * before says how much garbage waits, only what it takes afterwards says whether something is kept.
 * @param port where its inspector listens
 */
export async function collectGarbageOf(port: number): Promise<{ collect: () => Promise<void>; close: () => void }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error(`No inspector listens on port ${port}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let asked = 0
  const collect = () =>
    new Promise<void>((resolve) => {
      const id = ++asked
      const isAnswer = ({ data }: MessageEvent) => {
        if ((JSON.parse(String(data)) as { id?: number }).id !== id) return
        socket.removeEventListener('message', isAnswer)
        // Pages go back to the system shortly afterwards.
        void pause(500).then(resolve)
      }
      socket.addEventListener('message', isAnswer)
      socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    })
  return { collect, close: () => socket.close() }
}
