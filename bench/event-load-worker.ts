import { parentPort, workerData } from 'node:worker_threads'
import { eventCall, eventSender } from './event-calls.ts'

/** So many calls, the first of them with this number, so many at a time. */
export type EventLoad = { url: string; articles: readonly string[]; first: number; calls: number; connections: number }
export type EventLoadResult = { statuses: Map<number, number>; seconds: number }

const { url, articles, first, calls, connections } = workerData as EventLoad
const { send, close } = eventSender(connections)
const left = Array.from({ length: calls }, (_, n) => eventCall(articles, first + n)).values()
const statuses = new Map<number, number>()
parentPort!.postMessage('begins')
const began = performance.now()
const sender = async () => {
  for (const call of left) {
    const status = await send(url, call)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
}
await Promise.all(Array.from({ length: connections }, sender))
close()
parentPort!.postMessage({ statuses, seconds: (performance.now() - began) / 1000 } satisfies EventLoadResult)
