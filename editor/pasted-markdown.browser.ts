import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { htmlOfMarkdown } from './html/markdown.ts'
import { give, open, write } from './testing/writing.ts'

/** What the editor holds after this text was pasted into it. */
function pasted(text: string, html = ''): string {
  const editor = open(html)
  editor.focus()
  give(editor, { 'text/plain': text })
  return editor.getContent()
}

test.each([
  ['headings', '## North\n\nIce.\n\n### Winter ###', '<h2>North</h2><p>Ice.</p><h3>Winter</h3>'],
  ['a heading of the first level, which is the title’s', '# Ports\n## North', '<h2>Ports</h2><h3>North</h3>'],
  ['underlined headings', 'Ports\n=====\nNorth\n-----\nIce', '<h2>Ports</h2><h3>North</h3><p>Ice</p>'],
  [
    'bold, italic, struck and code',
    'A **bold** and __bold__, *slanted* and _slanted_, ~~gone~~, ==marked== and `a < b` word',
    '<p>A <strong>bold</strong> and <strong>bold</strong>, <em>slanted</em> and <em>slanted</em>, <s>gone</s>, <mark>marked</mark> and <code>a &lt; b</code> word</p>',
  ],
  [
    'marks in each other',
    '***both*** and **bold with *slanted***',
    '<p><strong><em>both</em></strong> and <strong>bold with <em>slanted</em></strong></p>',
  ],
  ['Chinese without spaces', '这是**重点。**内容', '<p>这是<strong>重点。</strong>内容</p>'],
  [
    'Chinese without spaces, twice',
    '这是**「重点」**内容，还有**重点。**见',
    '<p>这是<strong>「重点」</strong>内容，还有<strong>重点。</strong>见</p>',
  ],
  ['escaped signs', 'Not \\*slanted\\*, but **bold**', '<p>Not *slanted*, but <strong>bold</strong></p>'],
  [
    'nested lists',
    '- Oars\n  - Ash\n    - Long\n- Sails\n\n1. First\n   * Inner\n2. Second',
    '<ul><li>Oars<ul><li>Ash<ul><li>Long</li></ul></li></ul></li><li>Sails</li></ul><ol><li>First<ul><li>Inner</li></ul></li><li>Second</li></ol>',
  ],
  [
    'a list below a number, indented too little',
    '10. Ten\n   - Inner\n11. Eleven',
    '<ol start="10"><li>Ten</li></ol><ul><li>Inner</li></ul><ol start="11"><li>Eleven</li></ol>',
  ],
  ['a rule below several lines', 'Rain\nSnow\n---\n*Sun*', '<p>Rain</p><p>Snow</p><hr><p><em>Sun</em></p>'],
  ['a list indented by tabs', '* One\n\t* Two\n* Three', '<ul><li>One<ul><li>Two</li></ul></li><li>Three</li></ul>'],
  ['a list that begins at three', '3. Third\n4. Fourth', '<ol start="3"><li>Third</li><li>Fourth</li></ol>'],
  [
    'items with paragraphs and gaps',
    '- One\n\n  More of it\n- Two\n  goes on',
    '<ul><li><p>One</p><p>More of it</p></li><li>Two goes on</li></ul>',
  ],
  [
    'task lists',
    '- [x] Done\n- [ ] Open\n  - [ ] Inner',
    '<ul data-type="taskList"><li data-checked="true" data-type="taskItem">Done</li><li data-checked="false" data-type="taskItem">Open<ul data-type="taskList"><li data-checked="false" data-type="taskItem">Inner</li></ul></li></ul>',
  ],
  [
    'tables',
    '| Port | Boats |\n|:-----|------:|\n| **Hull** | 3 |\n| a \\| b |\n\nAfter',
    '<table><thead><tr><th>Port</th><th>Boats</th></tr></thead><tbody><tr><td><strong>Hull</strong></td><td>3</td></tr><tr><td>a | b</td><td></td></tr></tbody></table><p>After</p>',
  ],
  [
    'links',
    '[The *plan*](https://example.com/a_b_c "t"), [mail](ada@example.org), <https://example.com> and [x](javascript:alert(1))',
    '<p><a title="t" href="https://example.com/a_b_c">The <em>plan</em></a>, <a href="mailto:ada@example.org">mail</a>, <a href="https://example.com">https://example.com</a> and [x](javascript:alert(1))</p>',
  ],
  [
    'bare addresses beside it',
    '**See** https://example.com/a_b_c_d',
    '<p><strong>See</strong> <a href="https://example.com/a_b_c_d">https://example.com/a_b_c_d</a></p>',
  ],
  [
    'fences with their language',
    'Run:\n```js\nconst a = 1 < 2 // *no*\n\n  # no\n```\n~~~\nplain\n~~~',
    '<p>Run:</p><pre><code class="language-javascript">const a = 1 &lt; 2 // *no*\n\n  # no</code></pre><pre><code>plain</code></pre>',
  ],
  [
    'quotations, also in each other',
    '> Rain, *and*\n> > Snow\n> - Ice\n> - Hail\n\nSun',
    '<blockquote><p>Rain, <em>and</em></p><blockquote><p>Snow</p></blockquote><ul><li>Ice</li><li>Hail</li></ul></blockquote><p>Sun</p>',
  ],
  ['rules', 'Rain\n\n---\n\nSun\n\n* * *\n\nIce', '<p>Rain</p><hr><p>Sun</p><hr><p>Ice</p>'],
  [
    'lines that a program broke',
    `**Ferries** leave from the northern quay every morning at seven and\ncome back at night`,
    '<p><strong>Ferries</strong> leave from the northern quay every morning at seven and come back at night</p>',
  ],
  [
    'lines that the person broke',
    'Ferry at *seven*\nBack at nine',
    '<p>Ferry at <em>seven</em></p><p>Back at nine</p>',
  ],
  [
    'HTML in it is text',
    '**Bold** <b>no</b> &amp; &#60; <script>x</script>',
    '<p><strong>Bold</strong> &lt;b&gt;no&lt;/b&gt; &amp;amp; &amp;#60; &lt;script&gt;x&lt;/script&gt;</p>',
  ],
])('Markdown is pasted as what it means: %s', (_, text, html) => {
  expect(pasted(text)).toBe(html)
})

test('a pasted picture of another site is one, and links stay text where they lead nowhere', async () => {
  const left: unknown[] = []
  const editor = open('', { onPicturesLeft: (pictures) => left.push(pictures) })
  editor.focus()
  give(editor, { 'text/plain': '![A river](https://example.com/river.png)\n\n![no](javascript:alert(1))' })
  expect(editor.getContent()).toBe(
    '<figure><img src="https://example.com/river.png" alt="A river"></figure><p>![no](javascript:alert(1))</p>',
  )
  await expect.poll(() => left).toMatchObject([{ outside: 1, hosts: ['example.com'] }])
})

test.each([
  '5 * 3 * 2 is 30, and 2*3*4 is 24, 2**3**4 is large',
  'snake_case_name and another_one_',
  '#hashtag #another',
  '#1 in the list',
  '- 5 degrees',
  '- 5 degrees\nat night',
  'A. Smith came',
  'a == b and x==y==z',
  '1. Introduction',
  '1984. A great year',
  'A price* and terms*',
  'a | b',
  '~5 to ~6 and a ~~ b',
  'C:\\*.txt and *.md, **/*.ts',
  '---',
  'An `unfinished code and [brackets] (here)',
  '```',
  '>_< and 3 > 2',
  '/* a comment */',
  'Soup\n-\nFish',
  'Rain\n~~~\nSun',
  '你好~我来了~再见',
  '1984. A great year\n1985. A bad one',
  '[Ada]: Yes [1]',
  'Ada <ada@example.org> wrote',
])('text that only looks like Markdown stays as it is: %s', (text) => {
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': text })
  expect(editor.root.textContent).toBe(text.replaceAll('\n', ''))
  expect(
    editor.root.querySelectorAll('em, strong, s, code, h1, h2, h3, ul, ol, li, hr, blockquote, table'),
  ).toHaveLength(0)
})

test('undo once gives the text as it was on the clipboard, once more what was before', async () => {
  const editor = open()
  await write(editor, 'Before{Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p>Before</p><p></p>')
  give(editor, { 'text/plain': '## North\n\n- **Oars**\n- https://example.com' })
  expect(editor.getContent()).toBe(
    '<p>Before</p><h2>North</h2><ul><li><strong>Oars</strong></li><li><a href="https://example.com">https://example.com</a></li></ul>',
  )
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.getContent()).toBe('<p>Before</p><p>## North</p><p>- **Oars**</p><p>- https://example.com</p>')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editor.getContent()).toBe('<p>Before</p><p></p>')
  await userEvent.keyboard('{Control>}{Shift>}zz{/Shift}{/Control}')
  expect(editor.getContent()).toContain('<h2>North</h2>')
})

test('pasted without formatting, or from a program for code that shows it in colours', async () => {
  const editor = open()
  await write(editor, '{Control>}{Shift>}')
  give(editor, { 'text/plain': '## **North**' })
  await userEvent.keyboard('{/Shift}{/Control}')
  expect(editor.getContent()).toBe('<p>## **North**</p>')
  const next = open()
  next.focus()
  give(next, {
    'text/plain': '## **North**',
    'text/html': '<div style="color: #333"><span style="color: #800">##</span> **North**</div>',
    'vscode-editor-data': '{"version":1,"isFromEmptySelection":false,"mode":"markdown"}',
  })
  expect(next.getContent()).toBe('<h2><strong>North</strong></h2>')
})

test('inside a paragraph only its marks are taken over, and one writes on behind it', async () => {
  const editor = open()
  await write(editor, 'Before a ')
  await expect.poll(() => editor.root.textContent).toBe('Before a ')
  give(editor, { 'text/plain': '**bold** word ' })
  await userEvent.keyboard('and after')
  await expect.poll(() => editor.getContent()).toBe('<p>Before a <strong>bold</strong> word and after</p>')
})

test('in a code block, and in HTML that another program copied, the signs are text', () => {
  const code = open('<pre><code>x</code></pre>')
  code.focus()
  give(code, { 'text/plain': '# **no**' })
  expect(code.getContent()).toContain('# **no**')
  const editor = open()
  editor.focus()
  give(editor, { 'text/plain': '5 * 3 * 2 **no**', 'text/html': '<p>5 * 3 * 2 **no**</p>' })
  expect(editor.getContent()).toBe('<p>5 * 3 * 2 **no**</p>')
})

/**
 * How many times as long the work takes with four times the text: about 4 where it is linear, 16 where it is quadratic. On a
 * busy machine other work falls into the longer run more often: what looks too much is measured again, with both lengths.
 */
function growthOf(unit: string, length: number, work: (text: string) => void): number {
  const shortest = (signs: number) => {
    const text = unit.repeat(signs / unit.length)
    const times = [1, 2, 3].map(() => {
      const began = performance.now()
      work(text)
      return performance.now() - began
    })
    return Math.min(...times)
  }
  let growth = Infinity
  for (let tries = 0; growth >= MOST_GROWTH && tries < 4; tries++)
    // What takes less than this is mostly what any call takes.
    growth = Math.min(growth, shortest(length) / Math.max(shortest(length / 4), 30))
  return growth
}

const MOST_GROWTH = 10

test.each([
  '[^a]: b [^a]\n',
  'a\n-\n',
  '-\n-',
  '--\n',
  '|-|\n-\n',
  '-\na\n=\n',
  '|a|\n|-|-|\n',
  '[\\',
  '\\[',
  'https://a.b(',
  '1.*',
])('to read a hostile text costs no more than its length: %j', (unit) =>
  expect(growthOf(unit, 50_000, htmlOfMarkdown)).toBeLessThan(MOST_GROWTH),
)

test.each(['*a ', '[', '>', '`a``', '- ', '> - ', '1.*', '*_', '*~~__'])(
  'to paste a hostile text costs no more than its length: %j',
  (unit) => {
    const paste = (text: string) => {
      const editor = open()
      editor.focus()
      give(editor, { 'text/plain': `**x** ${text}` })
    }
    expect(growthOf(unit, 48_000, paste)).toBeLessThan(MOST_GROWTH)
  },
)
