import { parentPort } from 'node:worker_threads'

export type ThreadReply<Reply> = { value: Reply } | { failure: unknown }

/** The side of the thread (see limited-thread.ts): answers each call by `work`, in turn. */
export function answerCalls<Call, Reply>(work: (input: Call) => Reply) {
  const port = parentPort
  if (!port) throw new Error('this module runs in a worker thread')
  const answer = (input: Call): ThreadReply<Reply> => {
    try {
      return { value: work(input) }
    } catch (failure) {
      return { failure }
    }
  }
  port.on('message', (input: Call) => port.postMessage(answer(input)))
  port.postMessage('ready')
}
