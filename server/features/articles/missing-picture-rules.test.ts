import { expect, it } from 'vitest'
import { withoutMissingPictures } from './missing-picture-rules.ts'

const mark = '<div data-missing-picture="a.jpg" data-alt="A &gt; B"></div>'

it.each([
  ['between paragraphs', `<p>a</p>${mark}${mark}<p>b</p>`, '<p>a</p><p>b</p>'],
  ['alone', mark, ''],
  ['alone in an item of a list', `<ul><li>a</li><li><p></p>${mark}</li></ul>`, '<ul><li>a</li></ul>'],
  ['in the only item of a list', `<p>a</p><ul><li>${mark}</li></ul>`, '<p>a</p>'],
  ['in a quotation in a box', `<div class="callout"><blockquote>${mark}</blockquote></div><p>b</p>`, '<p>b</p>'],
  ['in a cell, which stays', `<table><tr><td>${mark}</td></tr></table>`, '<table><tr><td></td></tr></table>'],
  ['after text of an item', `<ul><li><p>a</p>${mark}</li></ul>`, '<ul><li><p>a</p></li></ul>'],
  ['beside an empty line of the writer', `<p></p>${mark}<p></p>`, '<p></p><p></p>'],
])('readers see nothing of a missing picture %s', (_where, stored, seen) => {
  expect(withoutMissingPictures(stored)).toBe(seen)
})

it('a text without one stays as it is', () => {
  const text = '<ul><li></li></ul><div></div><div data-album="1"></div>'
  expect(withoutMissingPictures(text)).toBe(text)
})
