import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfVersion } from './comparison.ts'
import { documentText } from './document.ts'
import { compareBodies } from './document-comparison.ts'
import { readDocument } from './document-reader.ts'

const WORDS =
  'bridge river council winter 大桥 今年 开放 the of a , . ! 1,200 naïve e\u0301t\u00e9 \u00a0 👩‍🚀 مرحبا'.split(' ')
const text = fc
  .array(
    fc.constantFrom(
      ...WORDS,
      '<b>bold</b>',
      '<a href="https://a.example/x">link</a>',
      '<i>half</i>way',
      '<br>',
      '<img src="/m/i.png" alt="dot">',
    ),
    { maxLength: 12 },
  )
  .map((words) => words.join(' '))
const cells = (width: number) =>
  fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 })
const tables = fc.integer({ min: 1, max: 4 }).chain(cells)
const wrapped = (tag: string) => text.map((inner) => `<${tag}>${inner}</${tag}>`)
const tableOf = (rows: string[][]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row.map((cell, index) => `<td${index === 0 && row.length > 2 ? ' colspan="2"' : ''}>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`
const block = fc.oneof(
  ...['p', 'h2', 'h3', 'blockquote', 'pre', 'div'].map(wrapped),
  fc
    .array(text, { minLength: 1, maxLength: 4 })
    .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), text)
    .map(
      ([name, caption]) =>
        `<figure><img src="/m/${name}.jpg" alt="${name}"><figcaption>${caption}</figcaption></figure>`,
    ),
  tables.map(tableOf),
  fc.constantFrom(
    '<hr>',
    '<div data-album="one"></div>',
    '<iframe src="https://player.vimeo.com/1"></iframe>',
    'loose text',
  ),
)
const blocks = fc.array(block, { maxLength: 8 })
/** The same blocks with some left out, doubled, moved or with other words. */
const edited = (original: string[]) =>
  fc
    .array(fc.tuple(fc.nat(), fc.constantFrom('drop', 'repeat', 'swap', 'word', 'insert'), block), { maxLength: 5 })
    .map((edits) => {
      const copy = [...original]
      for (const [at, edit, other] of edits) {
        const index = copy.length > 0 ? at % copy.length : 0
        if (edit === 'insert' || copy.length === 0) copy.splice(index, 0, other)
        else if (edit === 'drop') copy.splice(index, 1)
        else if (edit === 'repeat') copy.splice(index, 0, copy[index]!)
        else if (edit === 'swap') copy.push(...copy.splice(index, 1))
        else copy[index] = copy[index]!.replace(/bridge|大桥|the|<b>bold<\/b>/, 'changed')
      }
      return copy
    })
const versions = blocks.chain((original) => fc.tuple(fc.constant(original), edited(original)))

test('the comparison holds exactly the text of both versions, whatever was changed', () => {
  fc.assert(
    fc.property(versions, ([old, now]) => {
      const [before, after] = [old.join(''), now.join('')]
      const comparison = compareBodies(before, after)
      expect(textOfVersion(comparison, 'before')).toBe(documentText(readDocument(before)))
      expect(textOfVersion(comparison, 'after')).toBe(documentText(readDocument(after)))
    }),
    { numRuns: 400 },
  )
})

test('reading an article loses no word of it', () => {
  const words = (value: string) => value.replace(/[\s\uFFFC]+/g, '')
  fc.assert(
    fc.property(blocks, (parts) => {
      const html = parts.join('')
      expect(words(documentText(readDocument(html)))).toBe(words(html.replace(/<[^>]*>/g, '')))
    }),
  )
})

test('a version compared with itself has no change', () => {
  fc.assert(
    fc.property(blocks, (parts) => {
      const { blocks: compared } = compareBodies(parts.join(''), parts.join(''))
      expect(compared.filter(({ change }) => change !== 'same')).toEqual([])
    }),
  )
})

const paragraph = (seed: number, word: string) =>
  `<p>${Array.from({ length: 60 }, (_, index) => (index % 7 === 3 ? word : `w${(seed * 31 + index * 17) % 900}`)).join(' ')}</p>`
const longArticle = (word: string, from = 0) =>
  Array.from({ length: 800 }, (_, index) => paragraph(index + from, index % 3 === 0 ? word : 'same')).join('')

test('48,000 words with a change in every third paragraph are compared in seconds, by word', () => {
  const started = performance.now()
  const comparison = compareBodies(longArticle('old'), longArticle('new'))
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(comparison.isCoarse).toBe(false)
  const changed = comparison.blocks.filter(({ change }) => change === 'changed')
  expect(changed).toHaveLength(267)
})

test('48,000 words replaced by 48,000 others end in time, too', () => {
  const other = longArticle('new').replaceAll('w', 'v')
  const started = performance.now()
  const comparison = compareBodies(longArticle('old'), other)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(textOfVersion(comparison, 'after')).toBe(documentText(readDocument(other)))
})

const oneParagraph = longArticle('old').replaceAll(/<\/?p>/g, ' ')

test('a word added to a paragraph of 48,000 words is found', () => {
  const comparison = compareBodies(`<p>${oneParagraph}</p>`, `<p>${oneParagraph} end</p>`)
  expect(comparison.isCoarse).toBe(false)
  expect(comparison.blocks).toMatchObject([{ change: 'changed', segments: [{ change: 'same' }, { text: ' end' }] }])
})

test('a paragraph too long for that is shown as a whole, and the comparison says so', () => {
  const book = oneParagraph.repeat(2)
  const comparison = compareBodies(`<p>${book}</p>`, `<p>${book} end</p>`)
  expect(comparison.isCoarse).toBe(true)
  expect(comparison.blocks.map(({ change }) => change)).toEqual(['removed', 'added'])
})
