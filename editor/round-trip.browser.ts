import { describe, expect, test } from 'vitest'
import { openEditor, roundTrip } from './testing/open-editor.ts'

const samples = await Promise.all(
  ['64-block-test-data.xml', 'themeunittestdata.wordpress.xml'].map(async (name) => {
    const reply = await fetch(`/editor-samples/${name}`)
    const isThere = reply.headers.get('content-type')?.includes('xml') === true
    return { name, bodies: isThere ? bodiesOf(await reply.text()) : [] }
  }),
)

function bodiesOf(xml: string): { title: string; html: string }[] {
  const items = [...new DOMParser().parseFromString(xml, 'text/xml').querySelectorAll('item')]
  return items
    .map((item) => ({
      title: item.querySelector('title')?.textContent ?? '',
      html: item.getElementsByTagName('content:encoded')[0]?.textContent ?? '',
    }))
    .filter(({ html }) => html.trim())
}

const COUNTED =
  'img,iframe,video,audio,table,thead,tfoot,tr,td,th,ul,ol,li,h1,h2,h3,h4,h5,h6,blockquote,cite,figure,figcaption,details,sup,sub,pre,hr,a[href]'.split(
    ',',
  )

function contentOf(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  // Only what can run or submit is taken out on purpose.
  for (const element of page.querySelectorAll(
    'script,style,form,input,button,select,iframe:not([src^="https://www.youtube"],[src^="https://player.vimeo"])',
  ))
    element.remove()
  return {
    text: (page.body.textContent ?? '').replace(/\s+/g, ''),
    counts: Object.fromEntries(COUNTED.map((selector) => [selector, page.querySelectorAll(selector).length])),
  }
}

describe.each(samples)('articles of $name', ({ name, bodies }) => {
  if (bodies.length === 0) {
    test(`are not on this machine: ${name} lies outside the repository`, () => expect(bodies).toEqual([]))
    return
  }
  test.each(bodies)('$title opens and saves with its text and every picture, table, list and heading', ({ html }) => {
    const saved = roundTrip(html)
    expect(contentOf(saved)).toEqual(contentOf(html))
    expect(roundTrip(saved)).toBe(saved)
  })

  test('are mostly editable: few blocks are kept as raw HTML', () => {
    let kept = 0
    let blocks = 0
    const editor = openEditor('', {
      onUnknownContent: (list) => {
        kept += list.filter(({ kind }) => kind === 'kept').length
      },
    })
    for (const { html } of bodies) {
      editor.setContent(html)
      blocks += editor.root.childElementCount
    }
    editor.remove()
    expect(kept / blocks).toBeLessThan(0.05)
  })
})

test.each([
  [
    'a figure with a caption',
    '<figure class="wp-block-image alignleft"><img src="/a.jpg" alt="A"><figcaption>Caption</figcaption></figure>',
  ],
  ['a linked picture', '<figure><a href="/x"><img src="/a.jpg" alt=""></a></figure>'],
  [
    'a gallery',
    '<figure class="wp-block-gallery columns-2"><figure><img src="/a.jpg"></figure><figure><img src="/b.jpg"></figure><figcaption>Two</figcaption></figure>',
  ],
  [
    'a table with head and foot',
    '<table class="is-style-stripes"><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody><tfoot><tr><td>S</td></tr></tfoot></table>',
  ],
  [
    'column widths',
    '<table><colgroup><col style="width: 120px;"><col style="width: 200px;"></colgroup><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  ['a quote with its source', '<blockquote class="wp-block-quote"><p>Said</p><cite>Who</cite></blockquote>'],
  ['alignment as class', '<p class="has-text-align-center">x</p>'],
  ['alignment as style', '<p style="text-align: right;">x</p>'],
  [
    'sup, sub, mark and small',
    '<p>E<sup>2</sup> H<sub>2</sub>O <mark class="hl">m</mark> <small>s</small> <kbd>k</kbd></p>',
  ],
  ['a foldable section', '<details open=""><summary>More</summary><p>Text</p></details>'],
  ['nested lists', '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>'],
  ['a task list', '<ul data-type="taskList"><li data-type="taskItem" data-checked="true">done</li></ul>'],
  ['code with a language', '<pre><code class="language-js">a  &lt; b\n\nc</code></pre>'],
  ['a verse', '<pre class="wp-block-verse">one\n  <em>two</em></pre>'],
  [
    'an embedded player',
    '<iframe src="https://www.youtube.com/embed/abc" width="560" height="315" allowfullscreen=""></iframe>',
  ],
  ['a video with sources', '<video controls="" poster="/p.jpg"><source src="/v.mp4" type="video/mp4"></video>'],
  [
    'columns',
    '<div class="wp-block-columns"><div class="wp-block-column"><p>a</p></div><div class="wp-block-column"><h2>b</h2></div></div>',
  ],
  ['a callout', '<div class="callout callout-tip"><p>x</p></div>'],
  [
    'a table caption, which the schema does not know',
    '<table><caption>T</caption><tbody><tr><td>1</td></tr></tbody></table>',
  ],
  ['a link to a new tab', '<p><a target="_blank" rel="noopener" href="https://example.com/">x</a></p>'],
])('%s comes back to the letter', (_, html) => {
  expect(normal(roundTrip(html))).toBe(normal(html))
})

/** Attribute order aside. */
function normal(html: string): string {
  const box = new DOMParser().parseFromString(html, 'text/html').body
  for (const element of box.querySelectorAll('*')) {
    const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as const).toSorted(
      ([a], [b]) => a.localeCompare(b),
    )
    for (const [name] of attributes) element.removeAttribute(name)
    for (const [name, value] of attributes) element.setAttribute(name, value)
  }
  return box.innerHTML
}

test('ids are dropped, scripts removed, and the person is told of both kinds', () => {
  const told: string[] = []
  const editor = openEditor('', {
    onUnknownContent: (list) => told.push(...list.map(({ kind, tag }) => `${kind} ${tag}`)),
  })
  editor.setContent(
    '<p id="a">x</p><table><caption>T</caption><tbody><tr><td>1</td></tr></tbody></table><script>1</' +
      'script><form><p>y</p></form>',
  )
  expect(editor.getContent()).toBe(
    '<p>x</p><table><caption>T</caption><tbody><tr><td>1</td></tr></tbody></table><p>y</p>',
  )
  expect(told.toSorted()).toEqual(['kept table', 'removed form', 'removed script'])
  editor.remove()
})

test('the cached HTML is what TipTap itself would write', () => {
  const editor = openEditor(
    samples.flatMap(({ bodies }) => bodies.map(({ html }) => html)).join('\n') || '<p>a</p><ul><li>b</li></ul>',
  )
  expect(editor.getContent() === editor.getReferenceContent()).toBe(true)
  editor.remove()
})

test('an empty article is an empty text', () => {
  expect(roundTrip('')).toBe('')
  expect(roundTrip('<p></p>')).toBe('')
})
