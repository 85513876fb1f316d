import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showProgress } from './build-progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(isTerminal: boolean) {
  let said = ''
  const progress = showProgress({ isTerminal, write: (text) => (said += text), now: () => Date.now() })
  return { ...progress, said: () => said }
}

it('counts the seconds of a build on a terminal, in one line', () => {
  const { begin, stop, said } = watch(true)
  const done = begin('the console')
  vi.advanceTimersByTime(3000)
  expect(said().split('\r').at(-1)).toBe('\u001b[KBuilding the console … 3 s')
  expect(said()).not.toContain('\n')
  vi.advanceTimersByTime(9000)
  done()
  expect(said().split('\r').at(-1)).toBe('\u001b[KBuilt the console in 12 s\n')
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

it('says in a log when a build begins, and how long it took', () => {
  const { begin, stop, said } = watch(false)
  const [console_, editor] = [begin('the console'), begin('the editor')]
  vi.advanceTimersByTime(4000)
  editor()
  vi.advanceTimersByTime(1000)
  console_('the console could not be built:\nno such file')
  stop()
  expect(said()).toBe(
    'Building the console …\nBuilding the editor …\nBuilt the editor in 4 s\nthe console could not be built:\nno such file\n',
  )
})
