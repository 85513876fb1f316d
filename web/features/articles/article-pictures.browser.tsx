import { expect, test } from 'vitest'
import { picturesWithoutAlt } from './article-pictures.ts'

test('pictures of the text without alt text are found, with their captions', () => {
  const body = `<p>x</p><figure><img src="/a.png" alt="A bridge"><figcaption>Bridge</figcaption></figure>
    <figure><img src="/b.png" alt=" "><figcaption>Market, <em>early</em></figcaption></figure><p><img src="/c.png"></p>`
  expect(picturesWithoutAlt(body)).toEqual([
    { at: 1, src: '/b.png', caption: 'Market, early' },
    { at: 2, src: '/c.png', caption: '' },
  ])
  expect(picturesWithoutAlt('<p>words</p><img src="/a.png" alt="A bridge">')).toEqual([])
})
