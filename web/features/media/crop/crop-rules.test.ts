import { expect, it } from 'vitest'
import {
  beginCrop,
  mirrored,
  type Crop,
  ratioOf,
  rectangleOf,
  seenSize,
  turned,
  withArea,
  withRatio,
  withSide,
  withStart,
} from './crop-rules.ts'

const size = { width: 1200, height: 800 }
const begun = beginCrop(size)
const cut = (x: number, y: number, width: number, height: number): Crop => withArea(begun, { x, y, width, height })
const area = (crop: Crop) => {
  const { x, y, width, height } = rectangleOf(crop)
  return [x, y, width, height]
}

it('it begins with the whole picture', () => {
  expect(area(begun)).toEqual([0, 0, 1200, 800])
  expect(begun).toMatchObject({ rotate: 0, flip: false, ratio: 'free' })
})

it('a turn takes the rectangle along, and four make one', () => {
  const crop = cut(100, 50, 300, 200)
  const right = turned(crop, 90)
  expect(seenSize(right)).toEqual({ width: 800, height: 1200 })
  expect([right.rotate, area(right)]).toEqual([90, [550, 100, 200, 300]])
  expect(turned(right, -90)).toEqual(crop)
  expect(turned(turned(turned(right, 90), 90), 90)).toEqual(crop)
})

it('a mirrored picture is turned as it is seen', () => {
  const crop = mirrored(cut(100, 50, 300, 200))
  expect([crop.flip, area(crop)]).toEqual([true, [800, 50, 300, 200]])
  // To the right as it is seen: the picture itself turns to the left, then is mirrored.
  expect([turned(crop, 90).rotate, area(turned(crop, 90))]).toEqual([270, [550, 800, 200, 300]])
  expect(mirrored(mirrored(crop))).toEqual(crop)
})

it('a ratio takes as much of the picture as it can, or as much as was chosen', () => {
  expect(area(withRatio(begun, '1:1', false))).toEqual([200, 0, 800, 800])
  expect(area(withRatio(begun, '16:9', false))).toEqual([0, 62, 1200, 675])
  expect(area(withRatio(begun, '4:3', true))).toEqual([300, 0, 600, 800])
  expect(area(withRatio(withRatio(begun, '1:1', false), 'picture', false))).toEqual([0, 0, 1200, 800])
  // The same place and about as many pixels.
  expect(area(withRatio(cut(500, 300, 200, 200), '4:3', false))).toEqual([484, 313, 231, 173])
  expect(area(withRatio(cut(500, 300, 200, 200), 'free', false))).toEqual([500, 300, 200, 200])
})

it('a ratio goes on when the picture is turned: what lay is upright', () => {
  const crop = turned(withRatio(begun, '3:2', false), 90)
  expect(crop.upright).toBe(true)
  expect(ratioOf(crop)).toBeCloseTo(2 / 3)
  expect(area(crop)).toEqual([0, 0, 800, 1200])
  expect(ratioOf(turned(withRatio(begun, 'picture', false), 90))).toBeCloseTo(2 / 3)
})

it('a number that is typed is what it becomes, and the other side follows the ratio', () => {
  expect(area(withSide(begun, 'width', 500))).toEqual([0, 0, 500, 800])
  expect(area(withSide(cut(1000, 0, 200, 200), 'width', 300))).toEqual([900, 0, 300, 200])
  const square = withRatio(begun, '1:1', false)
  expect(area(withSide(square, 'height', 333))).toEqual([200, 0, 333, 333])
  expect(area(withSide(withRatio(begun, '16:9', false), 'width', 100))).toEqual([0, 62, 100, 56])
  expect(area(withStart(cut(0, 0, 200, 200), 'x', 1000))).toEqual([1000, 0, 200, 200])
})

it('what is too large, too small or outside is the nearest that is possible', () => {
  expect(area(withSide(begun, 'height', 9000))).toEqual([0, 0, 1200, 800])
  expect(area(withSide(begun, 'width', 3))).toEqual([0, 0, 16, 800])
  expect(area(withSide(withRatio(begun, '1:1', false), 'width', 1100))).toEqual([200, 0, 800, 800])
  expect(area(withStart(cut(0, 0, 200, 200), 'y', 700))).toEqual([0, 600, 200, 200])
  expect(area(cut(-5, 790, 10, 30))).toEqual([0, 770, 16, 30])
})

it('what is dragged is rounded to whole pixels, never beyond the edge, in its ratio', () => {
  expect(area(cut(10.4, 20.6, 100.5, 50.2))).toEqual([10, 21, 101, 50])
  expect(area(cut(1099.6, 0, 100.4, 800))).toEqual([1100, 0, 100, 800])
  expect(area(withArea(withRatio(begun, '16:9', false), { x: 0, y: 0, width: 640.4, height: 360.2 }))).toEqual([
    0, 0, 640, 360,
  ])
})

it('a picture smaller than the least crop keeps its side', () => {
  expect(area(withSide(beginCrop({ width: 400, height: 10 }), 'height', 5))).toEqual([0, 0, 400, 10])
  expect(area(withRatio(beginCrop({ width: 400, height: 10 }), '1:1', false))).toEqual([195, 0, 10, 10])
})
