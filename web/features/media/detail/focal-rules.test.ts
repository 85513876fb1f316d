import { expect, it } from 'vitest'
import { cropAround, moved, objectPosition, pointAt } from './focal-rules.ts'

const wide = { width: 2000, height: 1000 }

it('cuts a square out of the middle of a wide picture', () => {
  expect(cropAround({ x: 0.5, y: 0.5 }, wide, 1)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 })
})

it('stays within the picture when the focal point is at its edge', () => {
  expect(cropAround({ x: 1, y: 0 }, wide, 1)).toEqual({ left: 0.5, top: 0, width: 0.5, height: 1 })
  expect(cropAround({ x: 0.1, y: 0.9 }, { width: 1000, height: 4000 }, 1)).toMatchObject({ left: 0, top: 0.75 })
})

it('says to CSS where the same part is', () => {
  expect(objectPosition({ x: 1, y: 0 }, wide, 1)).toBe('100% 50%')
  expect(objectPosition({ x: 0.5, y: 0 }, wide, 1)).toBe('50% 50%')
  expect(objectPosition({ x: 0, y: 0 }, wide, 2)).toBe('50% 50%')
})

it('never leaves the picture, however far the keys are held', () => {
  expect(moved({ x: 0.99, y: 0.01 }, { x: 0.05, y: -0.05 })).toEqual({ x: 1, y: 0 })
  expect(pointAt(0.33333, -3)).toEqual({ x: 0.333, y: 0 })
})
