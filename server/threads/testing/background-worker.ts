/** A process in the background for tests. */
import { getPriority } from 'node:os'
import { answerOneCall } from '../answer-one-call.ts'

export type TestCall = { act: 'answer' | 'end' | 'wait'; date?: Date }
export type TestReply = { priority: number; date: Date | undefined }

answerOneCall(async ({ act, date }: TestCall): Promise<TestReply> => {
  if (act === 'end') process.kill(process.pid, 'SIGKILL')
  if (act !== 'answer') {
    console.log(process.pid)
    await new Promise(() => setInterval(() => undefined, 1000))
  }
  return { priority: getPriority(), date }
})
