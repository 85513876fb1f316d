import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The process ended without an answer, as when the system ended it for want of memory. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError'
}

/**
 * Has one call worked in a process of its own that gives way to this one: for work that takes a whole core for many minutes. It ends
 * with this process, however that ends. The module answers by `answerOneCall`.
 * @param input and the reply are copied, as `structuredClone` does
 * @throws ProcessEndedError
 */
export function callBackgroundProcess<Call, Reply>(module: URL, input: Call): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(module), { serialization: 'advanced', execArgv: [] })
    child.once('message', (reply) => resolve(reply as Reply))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new ProcessEndedError(`The process in the background ended (${signal ?? code}) without an answer.`)),
    )
    child.send(input as object)
  })
}
