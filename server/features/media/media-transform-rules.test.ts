import { expect, it } from 'vitest'
import { MediaTransform } from '#contract/media-transform.ts'
import { movedFocalPoint, nameOfEdited } from './media-transform-rules.ts'

const size = { width: 400, height: 200 }
const moved = (point: { x: number; y: number } | null, given: object) =>
  movedFocalPoint(point, MediaTransform.parse(given), size)

it('the focal point stays on what it is about when the picture is turned or mirrored', () => {
  const point = { x: 0.25, y: 0.1 }
  expect(moved(point, { rotate: 90 })).toEqual({ x: 0.9, y: 0.25 })
  expect(moved(point, { rotate: 180 })).toEqual({ x: 0.75, y: 0.9 })
  expect(moved(point, { rotate: 270 })).toEqual({ x: 0.1, y: 0.75 })
  expect(moved(point, { flip: true })).toEqual({ x: 0.75, y: 0.1 })
  expect(moved(point, { rotate: 90, flip: true })).toEqual({ x: 0.1, y: 0.25 })
  expect(moved(null, { rotate: 90 })).toBeNull()
})

it('it stays there in a part of the picture, and goes when it is cut off', () => {
  const point = { x: 0.25, y: 0.5 }
  expect(moved(point, { crop: { x: 100, y: 0, width: 100, height: 200 } })).toEqual({ x: 0, y: 0.5 })
  expect(moved(point, { crop: { x: 50, y: 50, width: 200, height: 100 } })).toEqual({ x: 0.25, y: 0.5 })
  expect(moved(point, { crop: { x: 101, y: 0, width: 100, height: 200 } })).toBeNull()
  expect(moved(point, { rotate: 90, crop: { x: 50, y: 0, width: 100, height: 200 } })).toEqual({ x: 0.5, y: 0.5 })
})

it('a new picture says in its name that it was made of another, in the same way each time', () => {
  expect(nameOfEdited('harbour.jpg', 1)).toBe('harbour (edited).jpg')
  expect(nameOfEdited('harbour.jpg', 2)).toBe('harbour (edited 2).jpg')
  expect(nameOfEdited('harbour (edited).jpg', 2)).toBe('harbour (edited 2).jpg')
  expect(nameOfEdited('harbour', 1)).toBe('harbour (edited)')
  expect(nameOfEdited('港口.webp', 1)).toBe('港口 (edited).webp')
  const long = nameOfEdited(`${'🏔'.repeat(98)}.jpg`, 1)
  expect(long.length).toBeLessThanOrEqual(200)
  expect(long).toMatch(/🏔 \(edited\)\.jpg$/u)
})
