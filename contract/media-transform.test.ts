import { expect, it } from 'vitest'
import { MediaTransform, transformFault } from './media-transform.ts'

const size = { width: 400, height: 300 }
const fault = (given: object, of = size) => transformFault(MediaTransform.parse(given), of)

it('a part of the picture, a turn and a mirror image can be made', () => {
  expect(fault({ crop: { x: 0, y: 0, width: 400, height: 299 } })).toBeUndefined()
  expect(fault({ crop: { x: 384, y: 284, width: 16, height: 16 } })).toBeUndefined()
  for (const rotate of [90, 180, 270]) expect(fault({ rotate })).toBeUndefined()
  expect(fault({ flip: true })).toBeUndefined()
})

it('the rectangle is one of the picture as it is turned', () => {
  const crop = { x: 0, y: 100, width: 300, height: 300 }
  expect(fault({ crop })).toMatchObject({ path: 'crop.y', code: 'crop_outside' })
  expect(fault({ crop, rotate: 90 })).toBeUndefined()
  expect(fault({ crop, rotate: 180 })).toMatchObject({ path: 'crop.y' })
})

it('what is outside, too small or the picture itself is refused, with the field', () => {
  const crop = { x: 0, y: 0, width: 100, height: 100 }
  expect(fault({ crop: { ...crop, x: 301 } })).toEqual({ path: 'crop.x', code: 'crop_outside', limit: 300 })
  expect(fault({ crop: { ...crop, width: 401 } })).toEqual({ path: 'crop.width', code: 'crop_outside', limit: 400 })
  expect(fault({ crop: { ...crop, height: 15 } })).toEqual({ path: 'crop.height', code: 'crop_too_small', limit: 16 })
  expect(fault({})).toEqual({ path: 'crop', code: 'changes_nothing' })
  expect(fault({ crop: { x: 0, y: 0, ...size } })).toEqual({ path: 'crop', code: 'changes_nothing' })
})

it('a picture that is smaller than the least crop can still be turned, and cut in its other direction', () => {
  const line = { width: 400, height: 2 }
  expect(fault({ rotate: 90 }, line)).toBeUndefined()
  expect(fault({ crop: { x: 0, y: 0, width: 200, height: 2 } }, line)).toBeUndefined()
  expect(fault({ crop: { x: 0, y: 0, width: 200, height: 1 } }, line)).toMatchObject({ path: 'crop.height' })
})
