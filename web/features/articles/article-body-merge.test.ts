import { describe, expect, it } from 'vitest'
import { blocksOf, bothBodies, mergeBodies } from './article-body-merge.ts'

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
const merge = (base: string, mine: string, theirs: string) => mergeBodies({ sent: base, stored: base }, mine, theirs)
const both = (html: string) => ({ mine: html, theirs: html })

describe('the blocks of a text', () => {
  it.each([
    ['', []],
    ['<p>a</p><hr><p>b<br>c</p>', ['<p>a</p>', '<hr>', '<p>b<br>c</p>']],
    ['<ul><li><p>a</p></li></ul><p>b</p>', ['<ul><li><p>a</p></li></ul>', '<p>b</p>']],
    [
      '<figure><img src="a" alt="1 > 0"><figcaption>x</figcaption></figure>y',
      ['<figure><img src="a" alt="1 > 0"><figcaption>x</figcaption></figure>', 'y'],
    ],
    ['<p>a</p><!-- </p> --><p>b</p>', ['<p>a</p>', '<!-- </p> --><p>b</p>']],
  ])('of %j', (html, blocks) => {
    expect(blocksOf(html)).toEqual(blocks)
    expect(blocksOf(html).join('')).toBe(html)
  })
})

describe('two people change one text', () => {
  it.each([
    ['in paragraphs far apart', p('a', 'b', 'c'), p('A', 'b', 'c'), p('a', 'b', 'C'), p('A', 'b', 'C')],
    ['in neighbours', p('a', 'b'), p('A', 'b'), p('a', 'B'), p('A', 'B')],
    ['one deletes, the other changes another one', p('a', 'b', 'c'), p('b', 'c'), p('a', 'b', 'C'), p('b', 'C')],
    ['one inserts before what the other changes', p('a', 'b'), p('a', 'x', 'b'), p('a', 'B'), p('a', 'x', 'B')],
    ['both append', p('a'), p('a', 'mine'), p('a', 'theirs'), p('a', 'theirs', 'mine')],
    ['both make the same change', p('a', 'b'), p('a', 'B'), p('a', 'B'), p('a', 'B')],
    [
      'one splits a paragraph, the other changes a later one',
      p('ab', 'c', 'd'),
      p('a', 'b', 'c', 'd'),
      p('ab', 'c', 'D'),
      p('a', 'b', 'c', 'D'),
    ],
    [
      'equal paragraphs',
      p('', 'a', '', 'b', ''),
      p('', 'A', '', 'b', ''),
      p('', 'a', '', 'B', ''),
      p('', 'A', '', 'B', ''),
    ],
  ])('%s: nothing is asked', (_name, base, mine, theirs, merged) =>
    expect(merge(base, mine, theirs)).toEqual(both(merged)),
  )

  const ul = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`
  it.each([
    ['different items', ul('a', 'b', 'c'), ul('A', 'b', 'c'), ul('a', 'b', 'C'), ul('A', 'b', 'C')],
    [
      'one adds after the first, the other at the end',
      ul('a', 'b'),
      ul('a', 'x', 'b'),
      ul('a', 'B', 'y'),
      ul('a', 'x', 'B', 'y'),
    ],
    [
      'items of a list in an item',
      `<ol><li><p>a</p>${ul('b', 'c')}</li></ol>`,
      `<ol><li><p>a</p>${ul('B', 'c')}</li></ol>`,
      `<ol><li><p>A</p>${ul('b', 'c', 'd')}</li></ol>`,
      `<ol><li><p>A</p>${ul('B', 'c', 'd')}</li></ol>`,
    ],
    [
      'paragraphs of a quotation',
      `<blockquote>${p('a', 'b')}</blockquote>`,
      `<blockquote>${p('A', 'b')}</blockquote>`,
      `<blockquote>${p('a', 'B')}</blockquote>`,
      `<blockquote>${p('A', 'B')}</blockquote>`,
    ],
  ])('in one list, %s: nothing is asked', (_name, base, mine, theirs, merged) =>
    expect(merge(p('x') + base, p('x') + mine, p('x') + theirs)).toEqual(both(p('x') + merged)),
  )

  it('in the same item: only that one differs', () => {
    expect(merge(ul('a', 'b'), ul('A1', 'b'), ul('A2', 'B'))).toEqual({ mine: ul('A1', 'B'), theirs: ul('A2', 'B') })
    const table = (text: string) => `<table><tbody><tr><td>${text}</td></tr></tbody></table>`
    expect(merge(table('a'), table('b'), table('c'))).toEqual({ mine: table('b'), theirs: table('c') })
  })

  it('both of what differs: mine, then theirs, and once what is the same', () => {
    expect(bothBodies(p('a', 'B1', 'c'), p('a', 'B2', 'c', 'd'))).toBe(p('a', 'B1', 'B2', 'c', 'd'))
    expect(bothBodies(ul('a', 'b1'), ul('a', 'b2'))).toBe(ul('a', 'b1', 'b2'))
    expect(bothBodies(p('a'), p('a'))).toBe(p('a'))
    expect(bothBodies('', p('b'))).toBe(p('b'))
  })

  it('in the same paragraph: only that one differs, the rest is merged on both sides', () => {
    expect(merge(p('a', 'b', 'c'), p('A1', 'b', 'c'), p('A2', 'b', 'C'))).toEqual({
      mine: p('A1', 'b', 'C'),
      theirs: p('A2', 'b', 'C'),
    })
    expect(merge(p('a', 'b', 'c'), p('c'), p('a', 'B', 'c'))).toEqual({ mine: p('c'), theirs: p('a', 'B', 'c') })
  })

  it('what the server cleaned is no change of theirs', () => {
    const base = { sent: '<p class="x">a</p><p>b</p>', stored: '<p>a</p><p>b</p>' }
    expect(mergeBodies(base, '<p class="x">a!</p><p>b</p>', p('a', 'B'))).toEqual(
      both(p('B').replace(/^/, '<p class="x">a!</p>')),
    )
    expect(mergeBodies({ sent: p('a', ''), stored: p('a') }, p('A', ''), p('a', 'b'))).toBeUndefined()
  })

  it('whoever changes what, each block is as someone wrote it and nothing is lost without a question', () => {
    let seed = 7
    const roll = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    for (let round = 0; round < 500; round++) {
      const base = Array.from({ length: roll(8) }, (_, at) => `b${at}`)
      const changed = (who: string) =>
        base.flatMap((text, at) => [[text], [text], [text], [`${who}${at}`], [], [text, `${who}+${at}`]][roll(6)]!)
      const [mine, theirs] = [changed('m'), changed('t')]
      const merged = merge(p(...base), p(...mine), p(...theirs))!
      const written = (text: string, who: string) => text.startsWith(who)
      for (const [side, who, own] of [
        ['mine', 'm', mine],
        ['theirs', 't', theirs],
      ] as const)
        for (const text of own) if (written(text, who)) expect(merged[side]).toContain(`<p>${text}</p>`)
      if (merged.mine === merged.theirs)
        for (const text of [...mine, ...theirs])
          if (!base.includes(text)) expect(merged.mine).toContain(`<p>${text}</p>`)
      expect(merge(p(...base), p(...theirs), p(...mine)) !== undefined).toBe(true)
    }
  })
})
