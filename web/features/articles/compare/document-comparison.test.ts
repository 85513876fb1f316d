import { expect, test } from 'vitest'
import { FOOTNOTE_CHARACTER } from './document.ts'
import { compareBodies } from './document-comparison.ts'
import { writtenComparison } from './testing/written-comparison.ts'

const table = (...rows: string[][]) =>
  `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`
const figure = (src: string, alt = '', caption = '', attributes = '') =>
  `<figure><img src="${src}" alt="${alt}"${attributes}>${caption && `<figcaption>${caption}</figcaption>`}</figure>`
const mark = (name: number, number: number) =>
  `<sup><a id="fnref-0000000${name}" href="#fn-0000000${name}" role="doc-noteref" rel="noopener">${number}</a></sup>`
const notes = (...all: [name: number, text: string][]) =>
  `<ol class="footnotes">${all.map(([name, text]) => `<li id="fn-0000000${name}">${text} <a href="#fnref-0000000${name}" role="doc-backlink" rel="noopener" aria-label="Back to the text">↩</a></li>`).join('')}</ol>`
const LONG = 'The council met on Tuesday and agreed to repair the old bridge before winter.'
const OTHER = 'Ferries leave from the northern pier every twenty minutes until midnight.'

const cases: [name: string, before: string, after: string, lines: string[]][] = [
  ['equal texts have no change', `<p>${LONG}</p>`, `<p>${LONG}</p>`, [`= paragraph: ${LONG}`]],
  [
    'one changed word marks that word',
    '<p>The old bridge is closed.</p>',
    '<p>The new bridge is closed.</p>',
    ['~ paragraph: The [-old-]{+new+} bridge is closed.'],
  ],
  [
    'an added word',
    '<p>The bridge is closed.</p>',
    '<p>The long bridge is closed.</p>',
    ['~ paragraph: The {+long +}bridge is closed.'],
  ],
  [
    'a changed number',
    '<p>It cost 1,200 euros.</p>',
    '<p>It cost 1,450 euros.</p>',
    ['~ paragraph: It cost [-1,200-]{+1,450+} euros.'],
  ],
  ['a changed sign', '<p>It is open.</p>', '<p>It is open!</p>', ['~ paragraph: It is open[-.-]{+!+}']],
  [
    'Chinese is compared by character',
    '<p>北京大学今天开学。</p>',
    '<p>南京大学今天开学。</p>',
    ['~ paragraph: [-北-]{+南+}京大学今天开学。'],
  ],
  [
    'an inserted Chinese word',
    '<p>大桥今年重新开放。</p>',
    '<p>大桥今年秋天重新开放。</p>',
    ['~ paragraph: 大桥今年{+秋天+}重新开放。'],
  ],
  [
    'words around a short survivor are one change',
    '<p>We saw a red boat and left early today.</p>',
    '<p>We bought the harbour entirely and left early today.</p>',
    ['~ paragraph: We [-saw a red boat-]{+bought the harbour entirely+} and left early today.'],
  ],
  [
    'one of two words',
    '<p>First paragraph.</p>',
    '<p>First sentence.</p>',
    ['~ paragraph: First [-paragraph-]{+sentence+}.'],
  ],
  [
    'an added paragraph',
    `<p>${LONG}</p>`,
    `<p>${LONG}</p><p>${OTHER}</p>`,
    [`= paragraph: ${LONG}`, `+ paragraph: {+${OTHER}+}`],
  ],
  [
    'a removed paragraph',
    `<p>${OTHER}</p><p>${LONG}</p>`,
    `<p>${LONG}</p>`,
    [`- paragraph: [-${OTHER}-]`, `= paragraph: ${LONG}`],
  ],
  [
    'an unrelated paragraph is not compared by word',
    `<p>${LONG}</p>`,
    `<p>${OTHER}</p>`,
    [`- paragraph: [-${LONG}-]`, `+ paragraph: {+${OTHER}+}`],
  ],
  [
    'a paragraph inserted above leaves the changed one aligned',
    `<p>${LONG}</p>`,
    `<p>${OTHER}</p><p>${LONG.replace('old', 'ancient')}</p>`,
    [`+ paragraph: {+${OTHER}+}`, `~ paragraph: ${LONG.replace('old', '[-old-]{+ancient+}')}`],
  ],
  [
    'a moved paragraph',
    `<p>${OTHER}</p><p>${LONG}</p><h2>End</h2>`,
    `<p>${LONG}</p><h2>End</h2><p>${OTHER}</p>`,
    [`- moved paragraph: [-${OTHER}-]`, `= paragraph: ${LONG}`, '= h2: End', `+ moved paragraph: {+${OTHER}+}`],
  ],
  [
    'a heading by word',
    '<h2>The long winter</h2>',
    '<h2>The short winter</h2>',
    ['~ h2: The [-long-]{+short+} winter'],
  ],
  [
    'a paragraph that became a heading',
    '<p>The long winter</p>',
    '<h2>The long winter</h2>',
    ['~ h2: The long winter'],
  ],
  [
    'a list item',
    '<ul><li>Bring warm shoes</li><li>Bring water</li></ul>',
    '<ul><li>Bring dry shoes</li><li>Bring water</li></ul>',
    ['~ item: Bring [-warm-]{+dry+} shoes', '= item: Bring water'],
  ],
  [
    'an added list item',
    '<ol><li>Mix flour</li><li>Bake slowly</li></ol>',
    '<ol><li>Mix flour</li><li>Add sugar</li><li>Bake slowly</li></ol>',
    ['= item: Mix flour', '+ item: {+Add sugar+}', '= item: Bake slowly'],
  ],
  [
    'a nested list item',
    '<ul><li>Fruit<ul><li>Green apples</li></ul></li></ul>',
    '<ul><li>Fruit<ul><li>Red apples</li></ul></li></ul>',
    ['= item: Fruit', '~ item: [-Green-]{+Red+} apples'],
  ],
  [
    'a task that was done',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>Call the mayor</p></li></ul>',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Call the mayor</p></li></ul>',
    ['~ item: Call the mayor'],
  ],
  ['a list that became numbered', '<ul><li>Mix flour</li></ul>', '<ol><li>Mix flour</li></ol>', ['~ item: Mix flour']],
  [
    'program code keeps its lines',
    '<pre><code class="language-js">let a = 1\n  let b = 2</code></pre>',
    '<pre><code class="language-js">let a = 1\n  let b = 3</code></pre>',
    ['~ code: let a = 1\n  let b = [-2-]{+3+}'],
  ],
  [
    'a quote',
    '<blockquote><p>We will rebuild it soon.</p></blockquote>',
    '<blockquote><p>We will rebuild it later.</p></blockquote>',
    ['~ paragraph: We will rebuild it [-soon-]{+later+}.'],
  ],
  [
    'a paragraph that became a quote',
    `<p>${LONG}</p>`,
    `<blockquote><p>${LONG}</p></blockquote>`,
    [`~ paragraph: ${LONG}`],
  ],
  [
    'a footnote',
    '<p>Built in 1920.<sup>1</sup></p><ol><li>Archive, page 12</li></ol>',
    '<p>Built in 1920.<sup>1</sup></p><ol><li>Archive, page 14</li></ol>',
    ['= paragraph: Built in 1920.1', '~ item: Archive, page [-12-]{+14+}'],
  ],
  [
    'a footnote of ours: only what was changed, not the numbers that follow from it, nor the ways back',
    `<p>Built in 1920${mark(2, 1)}.</p>${notes([2, 'Archive, page 12'])}`,
    `<p>A bridge${mark(1, 1)}</p><p>Built in 1920${mark(2, 2)}.</p>${notes([1, 'Of wood'], [2, 'Archive, page 14'])}`,
    [
      `+ paragraph: {+A bridge+}{+${FOOTNOTE_CHARACTER}+}`,
      `= paragraph: Built in 1920${FOOTNOTE_CHARACTER}.`,
      '+ item: {+Of wood+}',
      '~ item: Archive, page [-12-]{+14+}',
    ],
  ],
  [
    'bold is formatting, not text',
    '<p>The old bridge</p>',
    '<p>The <strong>old</strong> bridge</p>',
    ['~ paragraph: The (+bold old) bridge'],
  ],
  [
    'bold of half a word',
    '<p>unhappy people</p>',
    '<p>un<strong>happy</strong> people</p>',
    ['~ paragraph: un(+bold happy) people'],
  ],
  [
    'a link to another address',
    '<p>See <a href="https://a.example">the plan</a></p>',
    '<p>See <a href="https://b.example">the plan</a></p>',
    ['~ paragraph: See (+link:https://b.example-link:https://a.example the plan)'],
  ],
  [
    'b and strong are the same',
    '<p><b>Old</b> town</p>',
    '<p><strong>Old</strong> town</p>',
    ['= paragraph: Old town'],
  ],
  [
    'a line break',
    '<p>One street<br>two rivers</p>',
    '<p>One street<br>three rivers</p>',
    ['~ paragraph: One street\n[-two-]{+three+} rivers'],
  ],
  [
    'a removed picture',
    `<p>${LONG}</p>${figure('/m/a.jpg', 'A boat')}`,
    `<p>${LONG}</p>`,
    [`= paragraph: ${LONG}`, '- picture /m/a.jpg: [-A boat-]'],
  ],
  [
    'an added picture',
    `<p>${LONG}</p>`,
    `<p>${LONG}</p>${figure('/m/a.jpg', 'A boat', 'At noon')}`,
    [`= paragraph: ${LONG}`, '+ picture /m/a.jpg: {+A boat+} | {+At noon+}'],
  ],
  [
    'a replaced picture',
    figure('/m/a.jpg', 'A boat'),
    figure('/m/b.jpg', 'A boat'),
    ['~ picture /m/a.jpg > /m/b.jpg: A boat'],
  ],
  [
    'a picture with another alt text',
    figure('/m/a.jpg', 'A red boat'),
    figure('/m/a.jpg', 'A blue boat'),
    ['~ picture /m/a.jpg: A [-red-]{+blue+} boat'],
  ],
  [
    'a picture with another caption',
    figure('/m/a.jpg', '', 'The pier, photo: Ann'),
    figure('/m/a.jpg', '', 'The pier, photo: Ben'),
    ['~ picture /m/a.jpg: The pier, photo: [-Ann-]{+Ben+}'],
  ],
  [
    'a resized picture',
    figure('/m/a.jpg', '', '', ' width="640"'),
    figure('/m/a.jpg', '', '', ' width="320"'),
    ['~ picture /m/a.jpg'],
  ],
  [
    'a moved picture',
    `${figure('/m/a.jpg')}<p>${LONG}</p><p>${OTHER}</p>`,
    `<p>${LONG}</p><p>${OTHER}</p>${figure('/m/a.jpg')}`,
    ['- moved picture /m/a.jpg', `= paragraph: ${LONG}`, `= paragraph: ${OTHER}`, '+ moved picture /m/a.jpg'],
  ],
  [
    'one picture of three in a gallery',
    `<figure class="gallery">${figure('/m/a.jpg')}${figure('/m/b.jpg')}${figure('/m/c.jpg')}</figure>`,
    `<figure class="gallery">${figure('/m/a.jpg')}${figure('/m/c.jpg')}</figure>`,
    ['= picture /m/a.jpg', '- picture /m/b.jpg', '= picture /m/c.jpg'],
  ],
  [
    'another video',
    '<iframe src="https://player.vimeo.com/1"></iframe>',
    '<iframe src="https://player.vimeo.com/2"></iframe>',
    ['~ iframe https://player.vimeo.com/1 > https://player.vimeo.com/2'],
  ],
  [
    'a pasted picture that was missing',
    '<div data-missing-picture="a.png" data-alt="b"></div><p>a</p>',
    '<p>a</p><div data-missing-picture="c.png"></div>',
    ['- missing a.png', '= paragraph: a', '+ missing c.png'],
  ],
  ['another album', '<div data-album="a"></div>', '<div data-album="b"></div>', ['~ album a > b']],
  [
    'a removed divider',
    `<p>${LONG}</p><hr><p>${OTHER}</p>`,
    `<p>${LONG}</p><p>${OTHER}</p>`,
    [`= paragraph: ${LONG}`, '- rule', `= paragraph: ${OTHER}`],
  ],
  [
    'one cell of a table',
    table(['Day', 'Trains'], ['Monday', '12'], ['Tuesday', '14']),
    table(['Day', 'Trains'], ['Monday', '12'], ['Tuesday', '15']),
    ['~ table ==\n= Day | Trains\n= Monday | 12\n~ Tuesday | [-14-]{+15+}'],
  ],
  [
    'words in a cell',
    table(['Open until noon', 'Yes']),
    table(['Open until midnight', 'Yes']),
    ['~ table ==\n~ Open until [-noon-]{+midnight+} | Yes'],
  ],
  [
    'an added row',
    table(['Monday', '12'], ['Wednesday', '9']),
    table(['Monday', '12'], ['Tuesday', '14'], ['Wednesday', '9']),
    ['~ table ==\n= Monday | 12\n+ {+Tuesday+} | {+14+}\n= Wednesday | 9'],
  ],
  [
    'a removed row',
    table(['Monday', '12'], ['Tuesday', '14'], ['Wednesday', '9']),
    table(['Monday', '12'], ['Wednesday', '9']),
    ['~ table ==\n= Monday | 12\n- [-Tuesday-] | [-14-]\n= Wednesday | 9'],
  ],
  [
    'an added column',
    table(['Day', 'Trains'], ['Monday', '12']),
    table(['Day', 'Buses', 'Trains'], ['Monday', '3', '12']),
    ['~ table =+=\n= Day | {+Buses+} | Trains\n= Monday | {+3+} | 12'],
  ],
  [
    'a removed column and a changed cell',
    table(['Day', 'Buses', 'Trains'], ['Monday', '3', '12'], ['Tuesday', '4', '14']),
    table(['Day', 'Trains'], ['Monday', '12'], ['Tuesday', '15']),
    ['~ table =-=\n= Day | [-Buses-] | Trains\n= Monday | [-3-] | 12\n~ Tuesday | [-4-] | [-14-]{+15+}'],
  ],
  [
    'a table with nothing in common is another table',
    table(['Noon']),
    table(['Midnight']),
    ['- table -\n- [-Noon-]', '+ table +\n+ {+Midnight+}'],
  ],
  [
    'what a script would say is no text',
    `<p>${LONG}</p><script>alert(1)</script>`,
    `<p>${LONG}</p>`,
    [`= paragraph: ${LONG}`],
  ],
]

test.each(cases)('%s', (_name, before, after, lines) => {
  expect(writtenComparison(before, after)).toEqual(lines)
})

test('the other direction says the opposite', () => {
  const mirror: Record<string, string> = { removed: 'added', added: 'removed' }
  for (const [, before, after] of cases) {
    const changes = (one: string, other: string) =>
      compareBodies(one, other)
        .blocks.map(({ change }) => change)
        .toSorted()
    expect(changes(after, before)).toEqual(
      changes(before, after)
        .map((change) => mirror[change] ?? change)
        .toSorted(),
    )
  }
})

test('a difference that only the HTML has is said', () => {
  expect(compareBodies('<p><b>Old</b></p>', '<p><strong>Old</strong></p>').onlyMarkup).toBe(true)
  expect(compareBodies('<p>Old</p>', '<p>Old</p>').onlyMarkup).toBe(false)
  expect(compareBodies('<p>Old</p>', '<p>New</p>').onlyMarkup).toBe(false)
})

test('an attribute that is not shown is named', () => {
  const [block] = compareBodies('<p>Rue</p>', '<p lang="fr">Rue</p>').blocks
  expect(block).toMatchObject({ type: 'text', change: 'changed', after: { attributes: { lang: 'fr' } } })
})

test('a picture within a line whose alt text changed keeps both texts', () => {
  const line = (alt: string) => `<p>Here <img src="/m/a.png" alt="${alt}"> it is</p>`
  const [block] = compareBodies(line('a dot'), line('a star')).blocks
  expect(block).toMatchObject({ change: 'changed' })
  expect(block?.type === 'text' && block.segments.find(({ picture }) => picture)).toMatchObject({
    picture: { alt: 'a star' },
    pictureWas: { alt: 'a dot' },
  })
})

test('merged cells keep their place in the grid', () => {
  const head = '<tr><th colspan="2">Trains</th><th>Buses</th></tr>'
  const rows = (last: string) => `<table>${head}<tr><td>a</td><td>b</td><td>${last}</td></tr></table>`
  expect(writtenComparison(rows('c'), rows('d'))).toEqual(['~ table ===\n= Trains |  | Buses\n~ a | b | [-c-]{+d+}'])
})

test('what is the same in both versions has the numbers of the newer one: of footnotes, of items of a list', () => {
  const { blocks } = compareBodies(
    `<p>Built in 1920${mark(2, 1)}.</p>${notes([2, 'Archive'])}`,
    `<p>A bridge${mark(1, 1)}</p><p>Built in 1920${mark(2, 2)}.</p>${notes([1, 'Of wood'], [2, 'Archive'])}`,
  )
  const [, built, , archive] = blocks
  expect(built).toMatchObject({ change: 'same', segments: [{}, { number: 2 }, {}] })
  expect(archive).toMatchObject({ change: 'same', number: 2 })
})
