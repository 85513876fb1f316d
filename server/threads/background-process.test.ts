import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../db/embedded/cluster.ts'
import { processEnv } from '../testing/process-env.ts'
import { callBackgroundProcess, ProcessEndedError } from './background-process.ts'
import type { TestCall, TestReply } from './testing/background-worker.ts'

const module = new URL('./testing/background-worker.ts', import.meta.url)
const call = (input: TestCall) => callBackgroundProcess<TestCall, TestReply>(module, input)

it('a call is worked in a process that gives way to ours, and values come back as they are', async () => {
  const date = new Date(0)
  const reply = await call({ act: 'answer', date })
  expect(reply.date).toEqual(date)
  expect(reply.priority).toBeGreaterThan(getPriority())
})

it('a process that is killed is an error for who called', async () => {
  await expect(call({ act: 'end' })).rejects.toThrow(ProcessEndedError)
})

it.each(['SIGKILL', 'SIGTERM'] as const)('it ends with the process that called it, which %s ended', async (signal) => {
  const caller = `import { callBackgroundProcess } from ${JSON.stringify(new URL('./background-process.ts', import.meta.url))}
    await callBackgroundProcess(new URL(${JSON.stringify(module)}), { act: 'wait' })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', caller], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: processEnv,
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  const pid = Number(String(said))
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  expect(isAlive(pid)).toBe(true)
  child.kill(signal)
  await expect.poll(() => isAlive(pid)).toBe(false)
})
