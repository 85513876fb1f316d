import { expect, it } from 'vitest'
import { inlineReusable } from './wordpress-reusable.ts'

const blocks = (texts: Record<string, string>) => (id: string) => texts[id]
const reference = (id: number | string, more = '') => `<!-- wp:block {"ref":${id}${more}} /-->`
const PARAGRAPH = '<!-- wp:paragraph --><p>Write to us</p><!-- /wp:paragraph -->'

it('a reusable block is put to each place that shows it, also inside of another one', () => {
  const textOf = blocks({ 7: PARAGRAPH, 8: `<h2>More</h2>${reference(7)}` })
  expect(inlineReusable(`a ${reference(7)} b ${reference(8)} c`, textOf)).toBe(
    `a ${PARAGRAPH} b <h2>More</h2>${PARAGRAPH} c`,
  )
  expect(inlineReusable(reference(7, ',"content":{"title":{"content":"Other"}}'), textOf)).toBe(PARAGRAPH)
})

it('what the file does not have stays a reference, and so does what is none', () => {
  const content = `${reference(9)} <!-- wp:block {} /--> <!-- wp:block {"ref" /--> <!-- wp:blocks {"ref":7} /-->`
  expect(inlineReusable(content, blocks({ 7: PARAGRAPH }))).toBe(content)
})

it('a block that shows itself is shown once, and not without end', () => {
  const textOf = blocks({ 1: `one ${reference(2)}`, 2: `two ${reference(1)}` })
  expect(inlineReusable(reference(1), textOf)).toBe(`one two ${reference(1)}`)
})

it('blocks that multiply end at the size of a post', () => {
  const ten = (id: number) => reference(id).repeat(10)
  const textOf = blocks({ 1: ten(2), 2: ten(3), 3: ten(4), 4: ten(5), 5: '灯'.repeat(1000) })
  const most = 100_000
  expect(Buffer.byteLength(inlineReusable(ten(1), textOf, most))).toBeLessThanOrEqual(most)
})

it('very many beginnings of references without an end take no time to speak of', () => {
  const content = '<!-- wp:block {"ref":7'.repeat(40_000)
  expect(inlineReusable(content, blocks({ 7: PARAGRAPH }))).toBe(content)
})
