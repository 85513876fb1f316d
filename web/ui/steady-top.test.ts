import { expect, it } from 'vitest'
import { steadyTop } from './steady-top.ts'

it('the axis of a live chart grows when a value does not fit, and stays when values get a little smaller', () => {
  expect(steadyTop(100, 40, 100)).toBe(100)
  expect(steadyTop(100, 130, 100)).toBe(200)
  expect(steadyTop(200, 90, 100)).toBe(200)
  expect(steadyTop(1000, 90, 100)).toBe(100)
  expect(steadyTop(1, 0.3, 1)).toBe(1)
})

it('the axis of shares ends at the whole', () => {
  expect(steadyTop(1, 0.97, 1, 1)).toBe(1)
  expect(steadyTop(1, 1, 1, 1)).toBe(1)
})
