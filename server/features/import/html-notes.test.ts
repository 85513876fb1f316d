import { describe, expect, it } from 'vitest'
import { convertBody, type ConvertedBody } from './body-conversion.ts'

function stored(content: string, footnotes: { id: string; content: string }[] = []): ConvertedBody {
  const known = { attachments: new Map(), pictures: new Map() }
  const answer = convertBody({
    format: 'wordpress',
    siteUrl: '',
    content,
    footnotes: JSON.stringify(footnotes),
    ownAttachments: [],
    known,
  })
  if (!('body' in answer)) throw new Error('the text was not converted')
  return answer.body
}

/** With the names of the notes as numbers, in the order of their marks. */
function html(content: string, footnotes?: { id: string; content: string }[]): string {
  const names: string[] = []
  return stored(content, footnotes).html.replace(/(?<=fn(?:ref)?-)[0-9a-f]{8}/g, (name) => {
    if (!names.includes(name)) names.push(name)
    return String(names.indexOf(name) + 1)
  })
}

const mark = (n: number) => `<sup><a id="fnref-${n}" href="#fn-${n}" role="doc-noteref" rel="noopener">${n}</a></sup>`
const back = (n: number, words = 'Back to the text') =>
  `<a href="#fnref-${n}" role="doc-backlink" rel="noopener" aria-label="${words}">↩</a>`
const list = (...notes: string[]) =>
  `<ol class="footnotes">${notes.map((text, at) => `<li id="fn-${at + 1}">${text} ${back(at + 1)}</li>`).join('')}</ol>`

const coreMark = (id: string, label: string) =>
  `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">${label}</a></sup>`
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n`

describe('notes of an imported article lead to their marks, and back', () => {
  it('of the footnotes block', () => {
    expect(
      html(`${paragraph(`Built${coreMark('7b1c', '1')} and closed${coreMark('9d2e', '2')}.`)}<!-- wp:footnotes /-->`, [
        { id: '7b1c', content: 'The <em>archive</em>.' },
        { id: '9d2e', content: 'The mayor.' },
      ]),
    ).toBe(`<p>Built${mark(1)} and closed${mark(2)}.</p>${list('The <em>archive</em>.', 'The mayor.')}`)
  })

  it.each([
    [
      'a plugin that writes the mark in a link',
      '<p>Built<a href="#fn1" id="fnref1"><sup>[1]</sup></a>.</p>\n<ol>\n<li id="fn1">The archive. <a href="#fnref1">back</a></li>\n</ol>',
      `<p>Built${mark(1)}.</p>${list('The archive.')}`,
    ],
    [
      'Markdown',
      '<p>Built<sup id="fnref-1-12"><a href="#fn-1-12" class="jetpack-footnote">1</a></sup>.</p>\n<div class="footnotes">\n<hr />\n<ol><li id="fn-1-12"><p>The archive. <a href="#fnref-1-12">&#8617;</a></p></li></ol></div>',
      `<p>Built${mark(1)}.</p>${list('The archive.')}`,
    ],
    [
      'names instead of ids',
      'Built<sup><a name="ref1" href="#n1">1</a></sup>.\n<ol>\n<li><a name="n1"></a>The archive. <a href="#ref1">^</a></li>\n</ol>',
      `<p>Built${mark(1)}.</p>${list('The archive.')}`,
    ],
    [
      'Word, whose notes are paragraphs',
      'Built<a href="#_ftn1" name="_ftnref1">[1]</a> and closed<a href="#_ftn2" name="_ftnref2">[2]</a>.\n\n<a href="#_ftnref1" name="_ftn1">[1]</a> The archive.\n\n<a href="#_ftnref2" name="_ftn2">[2]</a> The mayor.\n\nEnd',
      `<p>Built${mark(1)} and closed${mark(2)}.</p><p>End</p>${list('The archive.', 'The mayor.')}`,
    ],
    [
      'a plugin with two marks for one note',
      '<p>Built<a href="#fn1" id="r1">1</a> and closed<a href="#fn1" id="r2">1</a>.</p>\n<ol>\n<li id="fn1">The archive. <a href="#r1">↩</a> <a href="#r2">↩</a></li>\n</ol>',
      `<p>Built${mark(1)} and closed${mark(2)}.</p>${list('The archive.', 'The archive.')}`,
    ],
  ])('of %s', (_name, content, after) => {
    expect(html(content)).toBe(after)
  })

  it('of a post without a block for them', () => {
    expect(html(paragraph(`Built${coreMark('7b1c', '1')}.`), [{ id: '7b1c', content: 'The archive.' }])).toBe(
      `<p>Built${mark(1)}.</p>${list('The archive.')}`,
    )
  })

  it('in the words of the article’s language', () => {
    expect(
      html(`${paragraph(`建于一九二〇年${coreMark('7b1c', '1')}。`)}<!-- wp:footnotes /-->`, [
        { id: '7b1c', content: '档案馆。' },
      ]),
    ).toContain(back(1, '返回正文'))
  })

  it('with the same names at each import, and others in another article', () => {
    const of = (text: string) =>
      stored(
        `<p>a<a href="#fn1" id="fnref1">1</a></p>\n<ol>\n<li id="fn1">${text} <a href="#fnref1">back</a></li>\n</ol>`,
      ).html
    const names = (text: string) => /fn-[0-9a-f]{8}/.exec(of(text))?.[0]
    expect(names('One')).toBeDefined()
    expect(names('One')).toBe(names('One'))
    expect(names('One')).not.toBe(names('Two'))
  })
})

describe('a link within the article that leads nowhere', () => {
  it('is text: a mark without its note, a note without its mark, a place that is not kept', () => {
    expect(html(paragraph(`Built${coreMark('7b1c', '1')}.`))).toBe('<p>Built<sup>1</sup>.</p>')
    expect(html('<!-- wp:footnotes /-->', [{ id: '7b1c', content: 'The archive.' }])).toBe(
      '<ol><li>The archive.</li></ol>',
    )
    expect(html('<p><a href="#part">Part</a></p>\n<h2 id="part">Part</h2>')).toBe('<p>Part</p><h2>Part</h2>')
  })
  it('is told as lost in the report', () => {
    expect(stored('<p><a href="#part">Part</a></p>').losses).toEqual([{ element: 'a', count: 1 }])
  })
})

it('the end of a page is told as lost in the report', () => {
  expect(stored('a\n<!--nextpage-->\nb\n<!--nextpage-->\nc').losses).toEqual([{ element: '<!--nextpage-->', count: 2 }])
})
