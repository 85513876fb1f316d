import { expect, test } from 'vitest'
import {
  focusPicture,
  missingPictures,
  missingTarget,
  picturesFromOutside,
  picturesWithoutAlt,
} from './article-pictures.ts'

test('pictures of the text without alt text are found, with their captions', () => {
  const body = `<p>x</p><figure><img src="/a.png" alt="A bridge"><figcaption>Bridge</figcaption></figure>
    <figure><img src="/b.png" alt=" "><figcaption>Market, <em>early</em></figcaption></figure><p><img src="/c.png"></p>`
  expect(picturesWithoutAlt(body)).toEqual([
    { at: 1, src: '/b.png', caption: 'Market, early' },
    { at: 2, src: '/c.png', caption: '' },
  ])
  expect(picturesWithoutAlt('<p>words</p><img src="/a.png" alt="A bridge">')).toEqual([])
})

test('pictures on other sites are found; those of this site and of the library are not among them', () => {
  const body = `<p><img src="/a.png" alt="a"><img src="https://lh7-rt.googleusercontent.com/docsz/x" alt="b"></p>
    <figure><img src="https://cdn.example/c.webp" data-media-id="m1" alt="c"></figure>
    <figure><img src="//other.example/d.png" alt="d"><figcaption>Pier</figcaption></figure>
    <img src="${location.origin}/e.png" alt="e">`
  expect(picturesFromOutside(body)).toEqual([
    { at: 1, src: 'https://lh7-rt.googleusercontent.com/docsz/x', caption: '', host: 'lh7-rt.googleusercontent.com' },
    { at: 3, src: '//other.example/d.png', caption: 'Pier', host: 'other.example' },
  ])
})

test('pasted pictures that are missing are found by name, and the checklist leads to each', () => {
  const mark = (name: string, alt = '') => `<div data-missing-picture="${name}" data-alt="${alt}"></div>`
  expect(
    missingPictures(`<p>a</p>${mark('1.png', 'A pier')}<ul><li>${mark('2.png')}</li></ul>${mark('1.png')}`),
  ).toEqual([
    { at: 0, name: '1.png', alt: 'A pier' },
    { at: 1, name: '2.png', alt: '' },
    { at: 2, name: '1.png', alt: '' },
  ])
  expect(missingPictures('<p>data-missing-picture</p>')).toEqual([])

  const text = document.createElement('div')
  text.contentEditable = 'true'
  for (const name of ['1.png', '2.png']) {
    const card = document.createElement('div')
    card.dataset['missingPicture'] = name
    card.append(document.createElement('button'))
    text.append(card)
  }
  document.body.append(text)
  expect(focusPicture(missingTarget({ at: 1, name: '2.png', alt: '' }), () => text.focus())).toBe(true)
  expect(document.activeElement).toBe(text.querySelectorAll('button')[1])
  text.remove()
})
