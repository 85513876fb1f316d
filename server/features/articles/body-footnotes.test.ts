import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFootnotes } from '#contract/footnote-reader.ts'
import { withNotesAtEnd, withNotesInline } from '#contract/footnotes.ts'
import { sanitizeBody } from './body-html.ts'
import { plainText } from './body-html-text.ts'

const name = (n: number) => String(n).padStart(8, '0')
const mark = (n: number, number = n) =>
  `<sup><a id="fnref-${name(n)}" href="#fn-${name(n)}" role="doc-noteref" rel="noopener">${number}</a></sup>`
const back = (n: number, words = 'Back to the text') =>
  `<a href="#fnref-${name(n)}" role="doc-backlink" rel="noopener" aria-label="${words}">↩</a>`
const note = (n: number, text: string) => `<li id="fn-${name(n)}">${text && `${text} `}${back(n)}</li>`
const list = (...notes: string[]) => `<ol class="footnotes">${notes.join('')}</ol>`

const body = `<p>Built${mark(1)} and <strong>closed${mark(2)}</strong>.</p>${list(note(1, 'The <em>archive</em>.'), note(2, 'The <a href="/mayor" rel="noopener">mayor</a>.'))}`

describe('footnotes of a body', () => {
  it('are kept as they are', () => {
    expect(sanitizeBody(body)).toBe(body)
  })

  it.each([
    [
      'are numbered in the order of the text, with one list at its end',
      `${list(note(2, 'b'), note(1, 'a'))}<p>x${mark(1, 7)}</p><ol><li>y${mark(2, 7)}</li></ol>`,
      `<p>x${mark(1)}</p><ol><li>y${mark(2)}</li></ol>${list(note(1, 'a'), note(2, 'b'))}`,
    ],
    [
      'of the older form get the new one',
      '<p>x<sup><a id="note-ref-00000001" href="#note-00000001" rel="noopener">1</a></sup></p><h2>Notes</h2><ol><li id="note-00000001">a <a href="#note-ref-00000001" rel="noopener" aria-label="Back to the text">↩</a></li></ol>',
      `<p>x${mark(1)}</p><h2>Notes</h2>${list(note(1, 'a'))}`,
    ],
    [
      'are lines of text, whatever they were in',
      `<p>x${mark(1)}</p><ol><li id="fn-${name(1)}"><p>One.</p><ul><li>Two <b>three</b></li></ul><h2>Four</h2><p>${back(1)}</p></li></ol>`,
      `<p>x${mark(1)}</p>${list(note(1, 'One.<br>Two <b>three</b><br>Four'))}`,
    ],
    [
      'take the line above them and the box around them along',
      `<p>x${mark(1)}</p><div><hr><ol>${note(1, 'a')}</ol></div>`,
      `<p>x${mark(1)}</p>${list(note(1, 'a'))}`,
    ],
    [
      'may be empty while they are written',
      `<p>x${mark(1)}</p>${list(note(1, ''))}`,
      `<p>x${mark(1)}</p>${list(note(1, ''))}`,
    ],
    [
      'leave other items of their list where they are',
      `<p>x${mark(1)}</p><ol class="footnotes"><li>other</li>${note(1, 'a')}</ol><p>end</p>`,
      `<p>x${mark(1)}</p><ol><li>other</li></ol><p>end</p>${list(note(1, 'a'))}`,
    ],
    [
      'with several marks have a note for each',
      `<p>x${mark(1)} y${mark(1)} z<sup><a href="#fn-${name(1)}">1</a></sup></p>${list(note(1, 'a'))}`,
      `<p>x${mark(1)} y${mark(2)} z${mark(3)}</p>${list(note(1, 'a'), note(2, 'a'), note(3, 'a'))}`,
    ],
    [
      'lead back in the language of the text',
      `<p>建于一九二〇年${mark(1)}。</p>${list(note(1, '档案馆。'))}`,
      `<p>建于一九二〇年${mark(1)}。</p><ol class="footnotes"><li id="fn-${name(1)}">档案馆。 ${back(1, '返回正文')}</li></ol>`,
    ],
  ])('%s', (_what, given, clean) => {
    expect(sanitizeBody(given)).toBe(clean)
    expect(sanitizeBody(clean)).toBe(clean)
  })
})

describe('what is no footnote is text', () => {
  it.each([
    ['a mark without a note', `<p>x${mark(1)}</p>`, '<p>x<sup>1</sup></p>'],
    ['a note without a mark', list(note(1, 'a')), '<ol><li>a </li></ol>'],
    [
      'a mark in a note',
      `<p>x${mark(1)}</p>${list(note(1, `a${mark(2)}`), note(2, 'b'))}`,
      `<p>x${mark(1)}</p><ol><li>b </li></ol>${list(note(1, 'a<sup>2</sup>'))}`,
    ],
    [
      'a note in a note',
      `<p>x${mark(1)}${mark(2)}</p>${list(`<li id="fn-${name(1)}">a<ol>${note(2, 'b')}</ol></li>`)}`,
      `<p>x${mark(1)}<sup>2</sup></p>${list(note(1, 'a<br>b'))}`,
    ],
    [
      'a mark in a link',
      `<p><a href="/x">x${mark(1)}</a></p>${list(note(1, 'a'))}`,
      '<p><a href="/x" rel="noopener">x<sup>1</sup></a></p><ol><li>a </li></ol>',
    ],
    [
      'a mark with the id of another',
      `<p>x<sup><a id="fnref-${name(2)}" href="#fn-${name(1)}">1</a></sup></p>${list(note(1, 'a'))}`,
      '<p>x<sup>1</sup></p><ol><li>a </li></ol>',
    ],
    [
      'an id of something else',
      `<h2 id="fn-${name(1)}">x</h2><p id="fnref-${name(1)}">y</p><a id="constructor" href="/z">z</a>`,
      '<h2>x</h2><p>y</p><a href="/z" rel="noopener">z</a>',
    ],
    [
      'a script for an address',
      `<p>x<sup><a id="fnref-${name(1)}" href="javascript:alert(1)//#fn-${name(1)}">1</a></sup></p>${list(note(1, 'a'))}`,
      '<p>x<sup>1</sup></p><ol><li>a </li></ol>',
    ],
    [
      'a role of a mark on another link',
      '<p>x<a href="/y" role="doc-noteref">y</a></p>',
      '<p>x<a href="/y" rel="noopener">y</a></p>',
    ],
    ['another role', `<p>x<a href="/y" role="button">y</a></p>`, '<p>x<a href="/y" rel="noopener">y</a></p>'],
  ])('%s', (_what, given, clean) => {
    expect(sanitizeBody(given)).toBe(clean)
    expect(sanitizeBody(clean)).toBe(clean)
  })

  it('a script in a note is taken out', () => {
    expect(
      sanitizeBody(`<p>x${mark(1)}</p>${list(note(1, 'a<script>alert(1)</script><img src=x onerror=alert(1)>'))}`),
    ).toBe(`<p>x${mark(1)}</p>${list(note(1, 'a<img src="x">'))}`)
  })
})

it('five thousand footnotes are kept, and one note with thousands of marks does not become thousands of copies', () => {
  const all = Array.from({ length: 5000 }, (_, at) => at + 1)
  const many = `<p>${all.map((n) => `x${mark(n)}`).join('')}</p>${list(...all.map((n) => note(n, 'a')))}`
  expect(sanitizeBody(many)).toBe(many)
  const long = 'word '.repeat(2000).trim()
  const bomb = `<p>${all.map(() => mark(1)).join('')}</p>${list(note(1, long))}`
  const defused = sanitizeBody(bomb)
  expect(defused.length).toBeLessThan(bomb.length)
  expect(readFootnotes(defused).notes).toHaveLength(6)
  expect(sanitizeBody(defused)).toBe(defused)
})

it('any pile of broken footnotes becomes text, and notes and marks that lead to each other', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[1, 2, 3].flatMap((n) => [
        mark(n),
        note(n, 'a'),
        back(n),
        `<li id="fn-${name(n)}">`,
        `<a href="#fn-${name(n)}">`,
      ]),
    ),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<ol class="footnotes">',
      '</ol>',
      '</li>',
      '<sup>',
      '</sup>',
      '</a>',
      '<div>',
      '</div>',
      '<hr>',
      '<b>',
      '</b>',
    ),
    fc.constantFrom(
      '<table><tr><td>',
      '</td></tr></table>',
      '<pre>',
      '</pre>',
      'x',
      ' ',
      '&amp;',
      '<br>',
      '<blockquote>',
      '<a href="/x">',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const once = sanitizeBody(pieces.join(''))
      expect(sanitizeBody(once)).toBe(once)
      const marks = [
        ...once.matchAll(/<sup><a id="fnref-(\w+)" href="#fn-\1" role="doc-noteref" rel="noopener">(\d+)<\/a><\/sup>/g),
      ]
      const notes = [...once.matchAll(/<li id="fn-(\w+)">/g)].map(([, id]) => id)
      expect(marks.map(([, id]) => id)).toEqual(notes)
      expect(marks.map(([, , number]) => Number(number))).toEqual(notes.map((_, at) => at + 1))
      expect(new Set(notes).size).toBe(notes.length)
      expect(once.match(/ id="/g)?.length ?? 0).toBe(2 * notes.length)
    }),
    { numRuns: 2000, seed: 20_261_128 },
  )
})

it('a body without footnotes stays the same to the byte', () => {
  const html =
    '<p>See <a href="#top" rel="noopener">above</a>, H<sub>2</sub>O<sup>2</sup>&nbsp;</p><ol start="3"><li>a</li></ol>'
  expect(sanitizeBody(html)).toBe(html.replace('&nbsp;', '\u00a0'))
  expect(readFootnotes(html).pieces).toEqual([html])
})

it('the text of a body has the notes, and neither their numbers nor the way back', () => {
  expect(plainText(`<p>Built in 1920${mark(1)}.</p>${list(note(1, 'The archive.'))}`)).toBe(
    'Built in 1920.\nThe archive.',
  )
})

it('a body with its notes inline is the same body again', () => {
  expect(withNotesAtEnd(withNotesInline(body), 'Back to the text')).toBe(body)
  expect(withNotesInline(body)).not.toContain('<ol')
  expect(withNotesAtEnd('<p>a</p>', '')).toBe('<p>a</p>')
})
