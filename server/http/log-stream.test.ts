import { expect, it, vi } from 'vitest'
import { createLogStream } from './log-stream.ts'

const line = (level: number, msg: string) => `${JSON.stringify({ level, msg })}\n`

function record() {
  const written: string[] = []
  return { written, stream: createLogStream({ write: (text) => written.push(text) }) }
}

it('lines of calls are written together', async () => {
  const { written, stream } = record()
  stream.write(line(30, 'one'))
  stream.write(line(30, 'two'))
  expect(written).toEqual([])
  await vi.waitFor(() => expect(written).toEqual([line(30, 'one') + line(30, 'two')]))
})

it('a warning is written at once, after what came before it', () => {
  const { written, stream } = record()
  stream.write(line(30, 'one'))
  stream.write(line(40, 'careful'))
  expect(written).toEqual([line(30, 'one') + line(40, 'careful')])
})

it('nothing is lost at the end', () => {
  const { written, stream } = record()
  stream.write(line(30, 'last'))
  stream.flush()
  stream.flush()
  expect(written).toEqual([line(30, 'last')])
})
