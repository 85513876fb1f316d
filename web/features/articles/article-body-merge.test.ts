import { describe, expect, it } from 'vitest'
import { blocksOf } from './article-body-blocks.ts'
import { mergeBodies } from './article-body-merge.ts'
import { isWellFormed } from './article-html-tags.ts'

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
const sidesOf = (merged: ReturnType<typeof mergeBodies>) => merged && { mine: merged.mine, theirs: merged.theirs }
const merge = (base: string, mine: string, theirs: string) =>
  sidesOf(mergeBodies({ sent: base, stored: base }, mine, theirs))
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

  const word = 'Back to the text'
  /** With notes inline as in `text[note]`, whose names are their first letters. */
  const noted = (...texts: string[]) => {
    const notes: string[] = []
    const idOf = (note: string) => note.charCodeAt(0).toString(16).padStart(8, '0')
    const text = p(...texts).replaceAll(/\[(.*?)\]/g, (_, note: string) => {
      notes.push(
        `<li id="fn-${idOf(note)}">${note} <a href="#fnref-${idOf(note)}" role="doc-backlink" rel="noopener" aria-label="${word}">↩</a></li>`,
      )
      return `<sup><a id="fnref-${idOf(note)}" href="#fn-${idOf(note)}" role="doc-noteref" rel="noopener">${notes.length}</a></sup>`
    })
    return notes.length > 0 ? `${text}<ol class="footnotes">${notes.join('')}</ol>` : text
  }
  it.each([
    ['each adds one', ['a', 'b', 'c'], ['a', 'b', 'c[x]'], ['a[y]', 'b', 'c'], ['a[y]', 'b', 'c[x]']],
    [
      'one adds, the other changes a later note',
      ['a', 'b[x 1]'],
      ['a[y]', 'b[x 1]'],
      ['a', 'b[x 2]'],
      ['a[y]', 'b[x 2]'],
    ],
    ['one removes, the other writes on', ['a[x]', 'b[y]'], ['a', 'b[y]'], ['a[x]', 'b[y]', 'c'], ['a', 'b[y]', 'c']],
    ['in different sentences', ['Rain. Wind.'], ['Rain[x]. Wind.'], ['Rain. Wind[y].'], ['Rain[x]. Wind[y].']],
  ])('footnotes, %s: nothing is asked', (_name, base, mine, theirs, merged) =>
    expect(merge(noted(...base), noted(...mine), noted(...theirs))).toEqual(both(noted(...merged))),
  )

  it('in the same note: only that paragraph differs, with its note', () => {
    expect(merge(noted('a[x 1]', 'b'), noted('a[x 2]', 'b'), noted('a[x 3]', 'B[y]'))).toEqual({
      mine: noted('a[x 2]', 'B[y]'),
      theirs: noted('a[x 3]', 'B[y]'),
    })
  })

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
  })

  it('in the same paragraph: only that one differs, the rest is merged on both sides', () => {
    expect(merge(p('a', 'b', 'c'), p('A1', 'b', 'c'), p('A2', 'b', 'C'))).toEqual({
      mine: p('A1', 'b', 'C'),
      theirs: p('A2', 'b', 'C'),
    })
    expect(merge(p('a', 'b', 'c'), p('c'), p('a', 'B', 'c'))).toEqual({ mine: p('c'), theirs: p('a', 'B', 'c') })
  })

  const cells = (row: string) => row.split(' ').map((cell) => `<td colspan="1"><p>${cell}</p></td>`)
  const rows = (...all: string[]) => all.map((row) => `<tr>${cells(row).join('')}</tr>`).join('')
  const table = (...all: string[]) => `<table><colgroup><col></colgroup><tbody>${rows(...all)}</tbody></table>`
  it.each([
    ['different rows', table('a b', 'c d'), table('A b', 'c d'), table('a b', 'c D'), table('A b', 'c D')],
    ['different cells of a row', table('a b'), table('A b'), table('a B'), table('A B')],
    [
      'one adds a row, the other changes one',
      table('a b', 'c d'),
      table('a b', 'x y', 'c d'),
      table('a b', 'c D'),
      table('a b', 'x y', 'c D'),
    ],
    [
      'one removes a row, the other another',
      table('a b', 'c d', 'e f'),
      table('c d', 'e f'),
      table('a b', 'c d'),
      table('c d'),
    ],
    ['cells that others already have', table('a b'), table('b b'), table('a a'), table('b a')],
  ])('in one table, %s: nothing is asked', (_name, base, mine, theirs, merged) =>
    expect(merge(p('x') + base, p('x') + mine, p('x') + theirs)).toEqual(both(p('x') + merged)),
  )

  it('in the same cell: only that one differs', () =>
    expect(merge(table('a b', 'c d'), table('a B1', 'C d'), table('a B2', 'c D'))).toEqual({
      mine: table('a B1', 'C D'),
      theirs: table('a B2', 'C D'),
    }))

  it.each([
    ['another column', table('a b', 'c d'), table('a b x', 'c d x'), table('a B', 'c d')],
    ['merged cells', table('a b'), table('a b').replace('colspan="1"', 'colspan="2"'), table('a B')],
    ['rows of different lengths', table('a b', 'c'), table('A b', 'c'), table('a b', 'C')],
    [
      'widths of columns',
      table('a'),
      table('A').replace('<col>', '<col width="1">'),
      table('a').replace('<col>', '<col width="2">'),
    ],
  ])('a table with %s is asked about as a whole', (_name, base, mine, theirs) =>
    expect(merge(base, mine, theirs)).toEqual({ mine, theirs }),
  )

  it.each([
    ['in different sentences', 'Rain. Wind. Snow.', 'Rain!! Wind. Snow.', 'Rain. Wind. Ice.', 'Rain!! Wind. Ice.'],
    ['in neighbours', 'Rain. Wind.', 'Heavy rain. Wind.', 'Rain. No wind.', 'Heavy rain. No wind.'],
    ['one adds at the end', 'Rain. Wind. Snow.', 'Rain. Wind. Snow. Ice.', 'Sun. Wind. Snow.', 'Sun. Wind. Snow. Ice.'],
    ['one takes one out', 'Rain. Wind. Sun. Snow.', 'Wind. Sun. Snow.', 'Rain. Wind. Sun. Ice.', 'Wind. Sun. Ice.'],
    [
      'in Chinese',
      '下雨了。刮风了。下雪了！',
      '下大雨了。刮风了。下雪了！',
      '下雨了。刮风了。结冰了！',
      '下大雨了。刮风了。结冰了！',
    ],
    [
      'with elements inside',
      'A <em>red</em> boat. The <a href="/x.html">other. One</a> sank.',
      'A <em>blue</em> boat. The <a href="/x.html">other. One</a> sank.',
      'A <em>red</em> boat. The <a href="/x.html">other. One</a> floats.',
      'A <em>blue</em> boat. The <a href="/x.html">other. One</a> floats.',
    ],
    ['at a line break', 'Rain.<br>Wind.', 'Sun.<br>Wind.', 'Rain.<br>Storm.', 'Sun.<br>Storm.'],
  ])('of one paragraph, %s: nothing is asked', (_name, base, mine, theirs, merged) => {
    expect(merge(p(base), p(mine), p(theirs))).toEqual(both(p(merged)))
    expect(merge(ul(base, 'x'), ul(mine, 'x'), ul(theirs, 'x'))).toEqual(both(ul(merged, 'x')))
    const heading = (text: string) => `<h2 id="a">${text}</h2>`
    expect(merge(heading(base), heading(mine), heading(theirs))).toEqual(both(heading(merged)))
  })

  it.each([
    ['the same sentence', 'Rain. Wind.', 'Heavy rain. Wind.', 'Rain again. Wind.'],
    ['two sentences added at one place', 'Rain.', 'Rain. Mine.', 'Rain. Theirs.'],
    ['one added beside a changed one', 'Rain. Wind.', 'Rain. Mine. Wind.', 'Rain. Storm.'],
    ['one removed beside a changed one', 'Rain. Wind. Snow.', 'Rain. Snow.', 'Rain. Wind. Ice.'],
    ['an end inside an element', '<em>Rain. Wind.</em>', '<em>Sun. Wind.</em>', '<em>Rain. Storm.</em>'],
    ['a shortened word', 'Dr. Mayer came.', 'Mr. Mayer came.', 'Dr. Mayer left.'],
    [
      'a period inside',
      'Copydesk 2.0 is here, e.g. there',
      'Copydesk 2.0 was here, e.g. there',
      'Copydesk 2.0 is here, e.g. somewhere',
    ],
  ])('%s is asked about', (_name, base, mine, theirs) =>
    expect(merge(p(base), p(mine), p(theirs))).toEqual({ mine: p(mine), theirs: p(theirs) }),
  )

  it('in one sentence of a paragraph: the other sentences are merged on both sides', () =>
    expect(merge(p('Rain. Wind. Snow.'), p('Sun. Wind. Ice.'), p('Rain. Wind. Hail.'))).toEqual({
      mine: p('Sun. Wind. Ice.'),
      theirs: p('Sun. Wind. Hail.'),
    }))

  it('what the server cleaned is no change of theirs', () => {
    const base = { sent: '<p class="x">a</p><p>b</p>', stored: '<p>a</p><p>b</p>' }
    expect(mergeBodies(base, '<p class="x">a!</p><p>b</p>', p('a', 'B'))).toEqual({
      ...both(p('B').replace(/^/, '<p class="x">a!</p>')),
      base: { sent: '<p class="x">a</p><p>B</p>', stored: p('a', 'B') },
    })
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
      // From its base it can be merged once more: nothing is there twice, and nothing of mine is taken out.
      const { base: began } = mergeBodies({ sent: p(...base), stored: p(...base) }, p(...mine), p(...theirs))!
      expect(sidesOf(mergeBodies(began, merged.mine, p(...theirs)))).toEqual(merged)
    }
  })

  it('random changes of different sentences all survive, in well-formed HTML; of the same sentence they are always asked about', () => {
    let seed = 11
    const roll = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    const marked = (text: string) =>
      [text, `<em>${text}</em>`, `<strong>Note. <a href="/b.c?d">${text}</a></strong>`, `${text}<br>again`][roll(4)]!
    const sentence = (text: string) =>
      `${['', 'The ', '他说'][roll(3)]}${marked(text)}${['.', '!', '?', '。', '？”'][roll(5)]}`
    const joined = (sentences: readonly string[]) => p(sentences.join(' '))
    const names = { mine: 'Mine', theirs: 'Theirs' }
    for (let round = 0; round < 1000; round++) {
      const base = Array.from({ length: 1 + roll(8) }, (_, at) => sentence(`Word${at}`))
      const who = base.map(() => ['Mine', 'Theirs', 'None'][roll(3)]!)
      const changed = (side: string) => base.map((text, at) => (who[at] === side ? sentence(`${side}${at}`) : text))
      const [ours, others] = [changed('Mine'), changed('Theirs')]
      const merged = merge(joined(base), joined(ours), joined(others))!
      expect(isWellFormed(merged.mine)).toBe(true)
      expect(merged.mine).toBe(merged.theirs)
      who.forEach((side, at) => {
        if (side !== 'None') expect(merged.mine).toContain(`${side}${at}`)
        else expect(merged.mine).toContain(base[at])
      })
      const same = roll(base.length)
      const asked = (side: string) =>
        joined(
          base.map((text, at) =>
            at === same ? sentence(`${side}${at}`) : who[at] === side ? sentence(`${side}${at}`) : text,
          ),
        )
      const [mine, theirs] = [asked('Mine'), asked('Theirs')]
      const open = merge(joined(base), mine, theirs)!
      expect(open.mine).not.toBe(open.theirs)
      for (const side of ['mine', 'theirs'] as const) {
        expect(isWellFormed(open[side])).toBe(true)
        expect(open[side]).toContain(`${names[side]}${same}`)
      }
    }
  })
})
