import { expect, it } from 'vitest'
import { createPersonQueue, createPersonSlots } from './person-queue.ts'

/** Tasks that end when told to; `started` says in which order they began. */
function tasks() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    end: async (name: string) => {
      ends.get(name)?.()
      // The next task starts in the rounds after.
      for (let round = 0; round < 10; round++) await Promise.resolve()
    },
    task: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name)
        ends.set(name, () => resolve(name))
      }),
  }
}
const many = { running: 2, runningEach: 2, waiting: 100, waitingEach: 100 }

it('two tasks run at once, some wait, and the rest are told to come back', async () => {
  const { started, task, end } = tasks()
  const run = createPersonQueue({ running: 2, runningEach: 2, waiting: 3, waitingEach: 3 })
  const accepted = ['1', '2', '3', '4', '5'].map((name) => run('kim', task(name)))
  await expect(run('kim', task('6'))).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 5 } })
  expect(started).toEqual(['1', '2'])
  for (const name of ['1', '2', '3', '4', '5']) await end(name)
  expect(await Promise.all(accepted)).toEqual(['1', '2', '3', '4', '5'])
})

it('a person who comes with one task does not wait for all fifty of another', async () => {
  const { started, task, end } = tasks()
  const run = createPersonQueue({ ...many, running: 1 })
  for (let n = 0; n < 50; n++) void run('kim', task(`kim ${n}`))
  void run('lee', task('lee 0'))
  void run('lee', task('lee 1'))
  void run('sam', task('sam 0'))
  for (let n = 0; n < 6; n++) await end(started.at(-1) ?? '')
  expect(started).toEqual(['kim 0', 'kim 1', 'lee 0', 'sam 0', 'kim 2', 'lee 1', 'kim 3'])
})

it('one person alone leaves a place free for others', async () => {
  const { started, task } = tasks()
  const run = createPersonQueue({ ...many, runningEach: 1 })
  void run('kim', task('kim 0'))
  void run('kim', task('kim 1'))
  void run('lee', task('lee 0'))
  await Promise.resolve()
  expect(started).toEqual(['kim 0', 'lee 0'])
})

it('a full line of one person does not close the queue for others', async () => {
  const { task, end } = tasks()
  const run = createPersonQueue({ running: 1, runningEach: 1, waiting: 10, waitingEach: 2 })
  for (let n = 0; n < 3; n++) void run('kim', task(`kim ${n}`))
  await expect(run('kim', task('kim 3'))).rejects.toMatchObject({ code: 'busy' })
  const other = run('lee', task('lee'))
  await end('kim 0')
  await end('kim 1')
  await end('lee')
  expect(await other).toBe('lee')
})

it('who stops waiting leaves the line, and takes no one’s turn', async () => {
  const { started, task, end } = tasks()
  const run = createPersonQueue({ ...many, running: 1 })
  void run('kim', task('1'))
  const gone = new AbortController()
  const waiting = run('kim', task('2'), gone.signal)
  void run('kim', task('3'))
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await end('1')
  expect(started).toEqual(['1', '3'])
})

it('a task that fails gives its place to the next', async () => {
  const run = createPersonQueue({ ...many, running: 1 })
  const failing = run('kim', () => Promise.reject(new Error('damaged')))
  const next = run('kim', () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('damaged')
  expect(await next).toBe('done')
  expect(await run('kim', () => Promise.resolve('again'))).toBe('again')
})

it('what one person has under way is counted for itself, and given back once', () => {
  const take = createPersonSlots({ each: 2, all: 3 })
  const give = take('kim')
  take('kim')
  expect(() => take('kim')).toThrow(expect.objectContaining({ code: 'busy' }))
  take('lee')
  expect(() => take('sam')).toThrow(expect.objectContaining({ code: 'busy' }))
  give()
  give()
  take('sam')
  expect(() => take('ann')).toThrow(expect.objectContaining({ code: 'busy' }))
})
