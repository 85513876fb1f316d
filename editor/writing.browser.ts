import axe from 'axe-core'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { give, open, write } from './testing/writing.ts'

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const wordItem = (style: string, marker: string, text: string) =>
  `<p class=MsoListParagraph style='mso-list:${style}'><![if !supportLists]><span><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span></span><![endif]>${text}</p>`

test.each([
  ['## Title', '<h2>Title</h2>'],
  ['- one', '<ul><li>one</li></ul>'],
  ['1. one', '<ol><li>one</li></ol>'],
  ['> said', '<blockquote><p>said</p></blockquote>'],
  ['**bold** ', '<p><strong>bold</strong> </p>'],
  ['[[ ] task', '<ul data-type="taskList"><li data-checked="false" data-type="taskItem">task</li></ul>'],
])('typing %s makes what Markdown makes of it', async (keys, html) => {
  const editor = open()
  await write(editor, keys)
  await expect.poll(() => editor.getContent()).toBe(html)
})

test.each([
  ['the [[bridge](https://example.com/a_(b)) ', '<p>the <a href="https://example.com/a_(b)">bridge</a> </p>'],
  ['[[mail](ada@example.com) ', '<p><a href="mailto:ada@example.com">mail</a> </p>'],
  ['[[here](/a/b) ', '<p><a href="/a/b">here</a> </p>'],
  ['[[site](example.com) ', '<p><a href="https://example.com">site</a> </p>'],
  ['[[bad](javascript:alert) ', '<p>[bad](javascript:alert) </p>'],
  ['[[bad](data:text/html,x) ', '<p>[bad](data:text/html,x) </p>'],
])('typing %s makes the link that it says, or none', async (keys, html) => {
  const editor = open()
  await write(editor, keys)
  await expect.poll(() => editor.getContent()).toBe(html)
})

test('the slash menu finds a block by name and inserts it', async () => {
  const editor = open()
  await write(editor, '/divi')
  await expect.element(page.getByRole('option', { name: 'Divider' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => editor.getContent()).toContain('<hr>')
  expect(editor.root.textContent).toBe('')
})

test('the slash menu finds the media library by the word picture, too', async () => {
  const editor = open('', { pickImage: async () => null })
  await write(editor, '/picture')
  await expect.element(page.getByRole('option', { name: 'From the media library' })).toBeVisible()
})

test.each([
  ['embed', '视频或嵌入内容'],
  ['table', '表格'],
  ['quote', '引用'],
])('the slash menu of a Chinese console finds a block by its English name, too: %s', async (typed, label) => {
  const editor = open('', { messages: { embed: '视频或嵌入内容', table: '表格', quote: '引用' } })
  await write(editor, `/${typed}`)
  await expect.element(page.getByRole('option', { name: label })).toBeVisible()
})

test('a slash menu that finds nothing names no row as chosen', async () => {
  const editor = open()
  await write(editor, '/zzz')
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1)
  expect(editor.root.getAttribute('aria-activedescendant')).toBeNull()
})

test('Alt+F10 goes to the toolbar, arrows move in it, Escape returns to the text', async () => {
  const editor = open('<p>x</p>')
  await write(editor, '{Alt>}{F10}{/Alt}')
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  await expect.poll(() => toolbar.element().contains(document.activeElement)).toBe(true)
  const first = document.activeElement
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).not.toBe(first)
  expect(toolbar.element().querySelectorAll('button[tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(editor.root)
})

test('a link is made with the keyboard, with rel and target', async () => {
  const editor = open('<p>word</p>')
  await write(editor, '{Control>}a{/Control}{Control>}k{/Control}')
  await userEvent.keyboard('example.com/page{Tab} {Enter}')
  await expect
    .poll(() => editor.getContent())
    .toBe('<p><a target="_blank" rel="noopener" href="https://example.com/page">word</a></p>')
})

test('what is written behind a link is not a part of it, what is written within it is', async () => {
  const editor = open('<p>See <a href="/a">the plan</a></p>')
  await write(editor, '{Control>}{End}{/Control} for more')
  await expect.poll(() => editor.getContent()).toBe('<p>See <a href="/a">the plan</a> for more</p>')
  await write(editor, `{Control>}{Home}{/Control}{ArrowRight>7/} new`)
  await expect.poll(() => editor.getContent()).toBe('<p>See <a href="/a">the new plan</a> for more</p>')
})

test('who makes, changes or removes a link writes on, and no word of it goes with the next key', async () => {
  const editor = open('<p>the plan</p>')
  await write(editor, '{Control>}a{/Control}{Control>}k{/Control}')
  await userEvent.keyboard('example.com/a{Enter} is')
  await expect.poll(() => editor.getContent()).toBe('<p><a href="https://example.com/a">the plan</a> is</p>')
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight>3/}')
  await expect.element(page.getByRole('toolbar', { name: 'Link' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('example.com/b{Enter}n')
  await expect.poll(() => editor.getContent()).toBe('<p><a href="https://example.com/b">then plan</a> is</p>')
  await page.getByRole('button', { name: 'Remove link' }).click()
  await userEvent.keyboard('!')
  await expect.poll(() => editor.getContent()).toBe('<p>then! plan is</p>')
})

test('a link to an article of our own stays one when only its tab is changed', async () => {
  const link = '<a data-article-id="0198c0de-0000-7000-8000-000000000001" href="/weather">x</a>'
  const editor = open(`<p>${link}</p>`)
  await write(editor, '{Control>}a{/Control}{Control>}k{/Control}')
  await userEvent.keyboard('{Tab} {Enter}')
  await expect
    .poll(() => editor.getContent())
    .toBe(`<p>${link.replace('<a ', '<a target="_blank" rel="noopener" ')}</p>`)
  await userEvent.keyboard('{Control>}a{/Control}{Control>}k{/Control}')
  await userEvent.keyboard('/snow{Tab} {Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p><a href="/snow">x</a></p>')
})

test('the link of a picture is shown where it is changed, and can be removed there', async () => {
  const editor = open(`<figure><a href="/x"><img src="${PIXEL}" alt="x" width="90" height="90"></a></figure>`)
  editor.focus()
  await page.elementLocator(editor.host.querySelector('.cde-picture')!).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('textbox', { name: 'Address' })).toHaveValue('/x')
  await page.getByRole('button', { name: 'Remove link' }).click()
  await expect.poll(() => editor.getContent()).not.toContain('<a')
})

test('a link with nothing selected inserts its text', async () => {
  const editor = open('<p>see</p>')
  await write(editor, '{Control>}{End}{/Control} {Control>}k{/Control}')
  await userEvent.keyboard('example.com/a{Tab}the plan{Enter}')
  await expect.poll(() => editor.getContent()).toBe('<p>see <a href="https://example.com/a">the plan</a></p>')
})

test('a link without a text shows its address', async () => {
  const editor = open('<p>see</p>')
  await write(editor, '{Control>}{End}{/Control} {Control>}k{/Control}')
  await userEvent.keyboard('example.com/b{Enter}')
  await expect
    .poll(() => editor.getContent())
    .toContain('<a href="https://example.com/b">https://example.com/b</a></p>')
})

test.each([
  [
    'a picture',
    `<figure><img src="${PIXEL}" alt="x"></figure>`,
    '.cde-picture',
    `<a href="https://example.com/a"><img`,
  ],
  ['a divider', '<hr><p>x</p>', 'hr', '<hr><p><a href="https://example.com/a">'],
])('a link for %s that is chosen does not close without doing anything', async (_, html, chosen, result) => {
  const editor = open(html)
  editor.focus()
  await page.elementLocator(editor.host.querySelector(chosen)!).click()
  await expect.poll(() => editor.host.querySelector('.ProseMirror-selectednode')).not.toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('example.com/a{Enter}')
  await expect.poll(() => editor.getContent()).toContain(result)
})

test('a link to a script is refused with a reason', async () => {
  const editor = open('<p>word</p>')
  await write(editor, '{Control>}k{/Control}')
  await userEvent.keyboard('javascript:alert(1){Enter}')
  await expect.element(page.getByText(/^Enter a web address/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(editor.getContent()).toBe('<p>word</p>')
})

test('a numbered list right after bullets stays numbered, and each keeps its nesting', async () => {
  const editor = open()
  editor.focus()
  give(editor, {
    'text/html': [
      wordItem('l0 level1 lfo1', '·', 'Bread'),
      wordItem('l0 level2 lfo1', 'o', 'Rye'),
      wordItem('l0 level1 lfo1', '·', 'Milk'),
      wordItem('l1 level1 lfo2', '1.', 'First'),
      wordItem('l1 level2 lfo2', 'a.', 'Part'),
      wordItem('l1 level1 lfo2', '2.', 'Second'),
      wordItem('l2 level1 lfo3', '1.', 'Another list'),
    ].join('\n'),
  })
  await expect
    .poll(() => editor.getContent())
    .toBe(
      '<ul><li>Bread<ul><li>Rye</li></ul></li><li>Milk</li></ul><ol><li>First<ol><li>Part</li></ol></li><li>Second</li></ol><ol><li>Another list</li></ol>',
    )
})

test('what is typed into the source is in the article, cleaned, and can be undone', async () => {
  const editor = open('<p>x</p>')
  const updates = vi.fn()
  editor.on('update', updates)
  await page.getByRole('button', { name: 'HTML source' }).click()
  await page.getByRole('textbox', { name: 'HTML source of the article' }).fill('<h2 onclick="x()">New</h2>')
  expect(editor.getContent()).toBe('<h2>New</h2>')
  expect(updates).toHaveBeenCalled()
  await page.getByRole('button', { name: 'HTML source' }).click()
  await write(editor, '{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('<p>x</p>')
})

test('one click leaves the source, also where what was typed brings a message above the text', async () => {
  const editor = open('<p>x</p>', {
    onUnknownContent: (list) => {
      if (list.length > 0) editor.host.style.marginBlockStart = '120px'
    },
  })
  const button = page.getByRole('button', { name: 'HTML source' })
  const source = page.getByRole('textbox', { name: 'HTML source of the article' })
  await button.click()
  await source.fill('<p>New</p><script>x()</script>')
  await button.click()
  await expect.element(source).not.toBeInTheDocument()
  expect(editor.getContent()).toBe('<p>New</p>')
})

test('full screen opens, and Escape leaves it', async () => {
  const editor = open('<p>x</p>')
  await page.getByRole('button', { name: 'Full screen' }).click()
  expect(getComputedStyle(editor.host.querySelector('.cde')!).position).toBe('fixed')
  await write(editor, '{Escape}')
  expect(getComputedStyle(editor.host.querySelector('.cde')!).position).toBe('relative')
})

test('words are counted, a Chinese character as one', async () => {
  const editor = open('<p>Two words 两个字</p>')
  expect(editor.words()).toEqual({ words: 5, characters: 11, minutes: 1 })
  await expect.element(page.getByText('5 words')).toBeVisible()
})

test('the count of characters says what it leaves out', async () => {
  open('<p>Two words</p>')
  await expect.element(page.getByText('8 characters without spaces')).toBeVisible()
})

test('texts come from the config', () => {
  const editor = open('', { messages: { bold: '加粗', words: (count) => `${count} 字` } })
  expect(editor.host.querySelector('[aria-label="加粗"]')).not.toBeNull()
})

test.each(['light', 'dark'])('axe finds nothing wrong in the %s theme', async (scheme) => {
  document.documentElement.dataset.mantineColorScheme = scheme
  document.body.style.background = scheme === 'dark' ? '#1c1b18' : '#fff'
  const editor = open(
    '<h2>Title</h2><p>Text <a href="/x">link</a> <mark>m</mark> <code>c</code> <span style="color: rgb(192, 40, 40);">red</span></p><ul data-type="taskList"><li data-type="taskItem" data-checked="true">done</li></ul><pre><code class="language-js">// note\nconst a = "b" + 1</code></pre><table><tr><th>h</th></tr><tr><td>c</td></tr></table><div class="callout callout-warning"><p>w</p></div><figure><img src="data:," alt="x"></figure><iframe src="https://www.youtube.com/embed/x" title="t"></iframe>',
  )
  const look = async () => {
    // A menu that is still fading in has half its contrast.
    await Promise.all(document.getAnimations().map((animation) => animation.finished))
    const { violations } = await axe.run(editor.host, { rules: { region: { enabled: false } } })
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
    )
  }
  await write(editor, '{Control>}{End}{/Control}{Enter}/')
  expect(await look()).toEqual([])
  await userEvent.keyboard('{Escape}{Control>}f{/Control}')
  expect(await look()).toEqual([])
  await userEvent.keyboard('{Escape}{Control>}k{/Control}')
  expect(await look()).toEqual([])
})
