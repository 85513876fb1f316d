import { describe, expect, it } from 'vitest'
import { chosenBody, isPlace, piecesOf, type Place, type Side } from './article-body-places.ts'

const p = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')
const ul = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`
const table = (...rows: string[]) =>
  `<table><tbody>${rows
    .map(
      (row) =>
        `<tr>${row
          .split(' ')
          .map((cell) => `<td><p>${cell}</p></td>`)
          .join('')}</tr>`,
    )
    .join('')}</tbody></table>`
const places = (mine: string, theirs: string): Place[] => piecesOf(mine, theirs).filter(isPlace)
const shown = (mine: string, theirs: string) =>
  places(mine, theirs).map((place) => [place.mine, place.theirs, place.both])

describe('a place with a footnote', () => {
  const noted = (text: string, note: string) =>
    `<p>${text}<sup><a id="fnref-00000001" href="#fn-00000001" role="doc-noteref" rel="noopener">1</a></sup></p><ol class="footnotes"><li id="fn-00000001">${note} <a href="#fnref-00000001" role="doc-backlink" rel="noopener" aria-label="Back">↩</a></li></ol>`
  it('is shown with its note, and chosen with it', () => {
    const [mine, theirs] = [noted('a', 'one'), noted('a', 'two')]
    const [place, ...more] = places(mine, theirs)
    expect(more).toEqual([])
    expect(place!.alone(place!.mine)).toBe(mine)
    expect(chosenBody(mine, theirs, 'theirs')).toBe(theirs)
    expect(chosenBody(mine, theirs, new Map([[place!.id, 'mine']]))).toBe(mine)
    expect(chosenBody(mine, theirs, 'both')).toMatch(/one.*two|two.*one/)
  })
})

describe('the places at which two versions of a text differ', () => {
  it.each<[string, string, string, [string, string, string][]]>([
    ['the same text', p('a'), p('a'), []],
    [
      'paragraphs far apart',
      p('A1', 'b', 'C1'),
      p('A2', 'b', 'C2'),
      [
        [p('A1'), p('A2'), p('A1', 'A2')],
        [p('C1'), p('C2'), p('C1', 'C2')],
      ],
    ],
    [
      'neighbours',
      p('A1', 'B1'),
      p('A2', 'B2'),
      [
        [p('A1'), p('A2'), p('A1', 'A2')],
        [p('B1'), p('B2'), p('B1', 'B2')],
      ],
    ],
    [
      'sentences before and after that both have are there once',
      p('First. My middle. Last.'),
      p('First. Their middle. Last.'),
      [[p('First. My middle. Last.'), p('First. Their middle. Last.'), p('First. My middle. Their middle. Last.')]],
    ],
    [
      'one sentence that both went on with',
      p('The mayor speaks loudly'),
      p('The mayor speaks softly'),
      [[p('The mayor speaks loudly'), p('The mayor speaks softly'), p('The mayor speaks loudly softly')]],
    ],
    [
      'one went on where the other did not',
      p('The mayor speaks'),
      p('The mayor speaks today'),
      [[p('The mayor speaks'), p('The mayor speaks today'), p('The mayor speaks today')]],
    ],
    [
      'a link is not cut',
      p('See <a href="/a">the bridge</a> here now'),
      p('See <a href="/a">the bridge</a> there now'),
      [
        [
          p('See <a href="/a">the bridge</a> here now'),
          p('See <a href="/a">the bridge</a> there now'),
          p('See <a href="/a">the bridge</a> here there now'),
        ],
      ],
    ],
    [
      'Chinese, without spaces',
      p('市长今天讲话。大桥五月开放。'),
      p('市长今天讲话。大桥六月开放。'),
      [[p('市长今天讲话。大桥五月开放。'), p('市长今天讲话。大桥六月开放。'), p('市长今天讲话。大桥五六月开放。')]],
    ],
    ['only in one version', p('a'), p('a', 'b'), [['', p('b'), p('b')]]],
    [
      'an item: both are two items',
      ul('a', 'b1'),
      ul('a', 'b2'),
      [['<li><p>b1</p></li>', '<li><p>b2</p></li>', '<li><p>b1</p></li><li><p>b2</p></li>']],
    ],
    [
      'a list in an item',
      `<ul><li>${p('a')}${ul('b1')}</li></ul>`,
      `<ul><li>${p('a')}${ul('b2')}</li></ul>`,
      [['<li><p>b1</p></li>', '<li><p>b2</p></li>', '<li><p>b1</p></li><li><p>b2</p></li>']],
    ],
    [
      'a quotation',
      `<blockquote>${p('a', 'b1')}</blockquote>`,
      `<blockquote>${p('a', 'b2')}</blockquote>`,
      [[p('b1'), p('b2'), p('b1', 'b2')]],
    ],
    [
      'cells: both stay in the cell',
      table('a b1', 'c1 d'),
      table('a b2', 'c2 d'),
      [
        [p('b1'), p('b2'), p('b1', 'b2')],
        [p('c1'), p('c2'), p('c1', 'c2')],
      ],
    ],
    [
      'cells without paragraphs',
      '<table><tr><td>a</td></tr></table>',
      '<table><tr><td>b</td></tr></table>',
      [['<td>a</td>', '<td>b</td>', '<td><p>a</p><p>b</p></td>']],
    ],
    [
      'a row',
      table('a b'),
      table('a b', 'c d'),
      [
        [
          '',
          table('c d').slice('<table><tbody>'.length, -'</tbody></table>'.length),
          table('c d').slice('<table><tbody>'.length, -'</tbody></table>'.length),
        ],
      ],
    ],
    ['a table with another column', table('a'), table('a b'), [[table('a'), table('a b'), table('a') + table('a b')]]],
  ])('%s', (_name, mine, theirs, found) => expect(shown(mine, theirs)).toEqual(found))

  it('a place in a list or a table is shown in it, a cell in its row', () => {
    expect(places(ul('a', 'b1'), ul('a', 'b2'))[0]!.alone('<li>x</li>')).toBe('<ul><li>x</li></ul>')
    expect(places(table('a b1', 'c d'), table('a b2', 'c d'))[0]!.alone(p('x'))).toBe(table('a x'))
  })

  it('one choice for each; none may be missing', () => {
    const [mine, theirs] = [p('A1', 'b', 'C1') + ul('d1'), p('A2', 'b', 'C2') + ul('d2')]
    const [first, second, third] = places(mine, theirs).map(({ id }) => id)
    const choose = (...sides: [string | undefined, Side][]) =>
      chosenBody(mine, theirs, new Map(sides as [string, Side][]))
    expect(choose([first, 'mine'], [second, 'theirs'], [third, 'both'])).toBe(p('A1', 'b', 'C2') + ul('d1', 'd2'))
    expect(choose([first, 'mine'], [second, 'theirs'])).toBeUndefined()
    expect(chosenBody(mine, theirs, undefined)).toBeUndefined()
    expect(chosenBody(mine, mine, undefined)).toBe(mine)
  })

  it('the same two versions at two places are two places', () => {
    const [mine, theirs] = [p('x1', 'a', 'x1'), p('x2', 'a', 'x2')]
    expect(new Set(places(mine, theirs).map(({ id }) => id)).size).toBe(2)
  })

  it('whatever the texts are, one side of all places is the text of that side', () => {
    let seed = 5
    const roll = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    const few = <One>(make: () => One): One[] => Array.from({ length: roll(4) }, make)
    const word = () => ['a', 'b', 'c', ''][roll(4)]!
    const block = (depth = 0): string =>
      [
        () => p(word()),
        () => `<h2>${word()}</h2>`,
        () => '<hr>',
        () => ul(...few(word), word()),
        () => table(...few(() => `${word()} ${word()}`), 'x y'),
        () => (depth > 2 ? p('deep') : `<blockquote>${p(word())}${few(() => block(depth + 1)).join('')}</blockquote>`),
        () => (depth > 2 ? p('deep') : `<ol><li>${p(word())}${block(depth + 1)}</li></ol>`),
      ][roll(7)]!()
    for (let round = 0; round < 1000; round++) {
      const text = few(block)
      const changed = () => text.flatMap((one) => [[one], [one], [block()], [], [one, block()]][roll(5)]!).join('')
      const [mine, theirs] = [changed(), changed()]
      expect(chosenBody(mine, theirs, 'mine')).toBe(mine)
      expect(chosenBody(mine, theirs, 'theirs')).toBe(theirs)
      for (const { id } of places(mine, theirs)) expect(id).not.toBe('')
    }
  })
})
