import { afterEach, expect, it, vi } from 'vitest'
import { captureConsole, singleLine } from './log-lines.ts'

const original = { ...console }
afterEach(() => {
  Object.assign(console, original)
  vi.restoreAllMocks()
})

it.each(['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)(
  'R39 what a library says by console.%s is one line of JSON, whatever users put into it',
  (name) => {
    const written: string[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0)
    captureConsole()
    console[name]('Found in %s', 'a\n{"level":30,"msg":"forged"}\r\u2028b\u0085c\u001b[2J')
    vi.restoreAllMocks()
    expect(written).toHaveLength(1)
    // eslint-disable-next-line no-control-regex
    expect(written[0]).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+\n$/)
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      level: expect.any(Number),
      msg: expect.stringMatching(/^Found in a\n/),
    })
  },
)

it('a line stays the same JSON', () => {
  const value = { msg: 'é\u2028\u0085\u007f世界' }
  expect(JSON.parse(singleLine(JSON.stringify(value)))).toEqual(value)
})
