import { StrictMode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type {} from '@vitest/browser-playwright'
import { cdp, page, userEvent } from 'vitest/browser'
import { RichTextEditor } from './rich-text-editor.tsx'
import { Boundary, openForm, type } from './testing/editor-form.tsx'
import { mount, quietTime } from './testing/mount.tsx'

test('the value is shown, and what is typed is reported as HTML', async () => {
  const { editor, changes } = await openForm({ value: '<p>Hello</p>' })
  expect(editor.root.textContent).toBe('Hello')
  await type(editor, ' there')
  await expect.poll(() => changes.at(-1)).toBe(editor.getContent())
  expect(editor.getContent()).toContain('there')
})

test('an editor without an id gets editor_ and eight lowercase letters', async () => {
  const onBeforeInit = vi.fn()
  await openForm({ onBeforeInit })
  expect(onBeforeInit).toHaveBeenCalledOnce()
  expect(onBeforeInit.mock.calls[0]![0]).toMatch(/^editor_[a-z]{8}$/)
})

test('every editor without an id has one of its own', async () => {
  const ids: string[] = []
  for (let count = 0; count < 4; count++) await openForm({ onBeforeInit: (id) => ids.push(id) })
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(document.querySelectorAll(`#${id}`)).toHaveLength(1)
})

test('a given id is used, and a second element with it is an error for the nearest boundary', async () => {
  const { editor } = await openForm({ editorId: 'my_editor' })
  expect(document.getElementById('my_editor')?.contains(editor.root)).toBe(true)
  const onError = vi.fn()
  mount(
    <Boundary>
      <RichTextEditor editorId="my_editor" onError={onError} />
    </Boundary>,
  )
  await expect.element(page.getByText(/Caught: Another element already has the id/)).toBeVisible()
  expect(onError).toHaveBeenCalledOnce()
})

test('a mode that does not exist is an error', async () => {
  mount(
    <Boundary>
      <RichTextEditor mode={'watcher' as never} />
    </Boundary>,
  )
  await expect
    .element(page.getByText('Caught: The mode of the editor is "observer" or "listener", not "watcher".'))
    .toBeVisible()
})

test('a debounce of 5 ms is raised to 20, with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const { editor, changes } = await openForm({ observerDebounceTime: 5 })
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('20 ms'))
  const timer = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timer.mockRestore())
  await type(editor, 'x')
  await expect.poll(() => changes).toEqual(['<p>x</p>'])
  expect(timer.mock.calls.map(([, wait]) => wait)).toContain(20)
})

test('a debounce that is no number is raised to 20, and 20 itself is no reason to warn', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  await openForm({ observerDebounceTime: 20 })
  expect(warn).not.toHaveBeenCalled()
  await openForm({ observerDebounceTime: Number.NaN })
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('20 ms'))
})

test('left to itself it observes, with a debounce of 50 ms and the options of the contract', async () => {
  const observe = vi.spyOn(MutationObserver.prototype, 'observe')
  const timer = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => (observe.mockRestore(), timer.mockRestore()))
  const { editor } = await openForm()
  const options = () => observe.mock.calls.filter(([target]) => target === editor.root).map((call) => call[1])
  await expect.poll(options).toContainEqual({
    attributes: true,
    attributeFilter: ['src', 'style', 'type', 'name'],
    characterData: true,
    childList: true,
    subtree: true,
  })
  timer.mockClear()
  editor.root.querySelector('p')!.append('x')
  await expect.poll(() => timer.mock.calls.map(([, wait]) => wait)).toContain(50)
})

test('observer options reach MutationObserver as they are, and new ones replace them', async () => {
  const observe = vi.spyOn(MutationObserver.prototype, 'observe')
  onTestFinished(() => observe.mockRestore())
  const observerOptions = { childList: true, subtree: true, attributes: true, attributeFilter: ['lang'] }
  const { editor, change } = await openForm({ observerOptions })
  const last = () => observe.mock.calls.findLast(([target]) => target === editor.root)?.[1]
  await expect.poll(last).toEqual(observerOptions)
  change({ observerOptions: { characterData: true, subtree: true } })
  await expect.poll(last).toEqual({ characterData: true, subtree: true })
})

test('observer mode sees changes of the elements that are made past the engine', async () => {
  const { editor, changes } = await openForm({ value: '<p>old</p>' })
  editor.focus()
  await expect.poll(() => document.activeElement).toBe(editor.root)
  editor.root.querySelector('p')!.firstChild!.nodeValue = 'new'
  await expect.poll(() => changes).toEqual(['<p>new</p>'])
})

test('observer options decide what is seen', async () => {
  const { editor, changes } = await openForm({
    value: '<p>old</p>',
    observerOptions: { attributeFilter: ['data-other'] },
  })
  await type(editor, 'x')
  await quietTime()
  expect(changes).toEqual([])
})

test('listener mode reports what the engine itself tells', async () => {
  const on = vi.fn()
  const { editor, changes } = await openForm({
    mode: 'listener',
    onReady: (made) => vi.spyOn(made, 'on').mockImplementation(on),
  })
  await expect.poll(() => on.mock.calls.map(([event]) => event as string)).toContain('update')
  on.mock.calls.find(([event]) => event === 'update')![1]()
  await quietTime()
  expect(changes).toEqual([])
  expect(editor.getContent()).toBe('')
})

test('typing in listener mode is reported', async () => {
  const { editor, changes } = await openForm({ mode: 'listener' })
  await type(editor, 'abc')
  await expect.poll(() => changes.at(-1)).toBe('<p>abc</p>')
})

test('while typing goes on, a report comes at least every second', async () => {
  const { editor, changes } = await openForm({ observerDebounceTime: 600_000 })
  await type(editor, 'a')
  await expect.poll(() => changes).toEqual(['<p>a</p>'])
})

test('nothing is reported while a composition is open, and the finished word is reported once', async () => {
  for (const mode of ['observer', 'listener'] as const) {
    const { editor, changes, unmount } = await openForm({ mode })
    await type(editor, 'a')
    await expect.poll(() => changes).toEqual(['<p>a</p>'])
    await cdp().send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
    await cdp().send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
    expect(editor.isComposing()).toBe(true)
    await quietTime()
    expect(changes).toEqual(['<p>a</p>'])
    await cdp().send('Input.insertText', { text: '你好' })
    await expect.poll(() => changes).toEqual(['<p>a</p>', '<p>a你好</p>'])
    unmount()
  }
})

test('a value that arrives during a composition waits; what was typed says that it began from the older one', async () => {
  const { editor, changes, begunFrom, outside } = await openForm({ value: '<p >a</p>' })
  await type(editor, 'b')
  await expect.poll(() => changes).toEqual(['<p>ab</p>'])
  await cdp().send('Input.imeSetComposition', { text: 'hao', selectionStart: 3, selectionEnd: 3 })
  outside.setValue('<p>from outside</p>')
  await quietTime(100)
  expect(editor.isComposing()).toBe(true)
  await cdp().send('Input.insertText', { text: '好' })
  await expect.poll(() => changes).toEqual(['<p>ab</p>', '<p>ab好</p>'])
  expect(editor.getContent()).toBe('<p>ab好</p>')
  expect(begunFrom).toEqual([
    { given: '<p >a</p>', written: '<p>a</p>' },
    { given: '<p>ab</p>', written: '<p>ab</p>' },
  ])
})

test('leaving the text reports at once', async () => {
  const { editor, changes } = await openForm({ observerDebounceTime: 900 })
  await type(editor, 'x')
  editor.root.blur()
  expect(changes).toEqual(['<p>x</p>'])
})

test('saving takes the very last key: flush reports it in the same moment', async () => {
  const { editor, changes, handle } = await openForm({ observerDebounceTime: 900 })
  await type(editor, 'x')
  handle.current!.flush()
  expect(changes).toEqual(['<p>x</p>'])
  expect(handle.current!.getContent()).toBe('<p>x</p>')
})

test('a pending change is reported when the editor goes away, and nothing after that', async () => {
  for (const mode of ['observer', 'listener'] as const) {
    const { editor, changes, unmount } = await openForm({ mode, observerDebounceTime: 900 })
    const destroy = vi.spyOn(editor, 'destroy')
    await type(editor, 'x')
    unmount()
    expect(changes).toEqual(['<p>x</p>'])
    await expect.poll(() => destroy.mock.calls.length).toBe(1)
    await quietTime(1000)
    expect(changes).toEqual(['<p>x</p>'])
  }
})

test('a value set from outside is shown and not reported back', async () => {
  const { editor, changes, outside } = await openForm({ value: '<p>one</p>' })
  outside.setValue('<p>two</p>')
  await expect.poll(() => editor.getContent()).toBe('<p>two</p>')
  await quietTime()
  expect(changes).toEqual([])
})

test('text typed while a value from outside is on its way is reported and not lost', async () => {
  const { editor, changes } = await openForm({ observerDebounceTime: 20 }, (html) => {
    // The next key comes between the report and the parent's answer to it.
    if (html === '<p>a</p>') editor.root.querySelector('p')!.firstChild!.nodeValue = 'ab'
    return html.toUpperCase().replaceAll('P>', 'p>')
  })
  await type(editor, 'a')
  await expect.poll(() => editor.getContent()).toBe('<p>AB</p>')
  expect(changes.map((html) => html.toLowerCase())).toEqual(['<p>a</p>', '<p>ab</p>'])
})

test('an equal value is not set again', async () => {
  const { editor, changes, outside } = await openForm({ value: '<p>one</p>' })
  const set = vi.spyOn(editor, 'setContent')
  await type(editor, 'x')
  await expect.poll(() => changes.length).toBe(1)
  outside.setValue('')
  outside.setValue(editor.getContent())
  await quietTime()
  expect(set).not.toHaveBeenCalled()
})

test('a parent that normalises the value does not start a loop', async () => {
  const { editor, changes, outside } = await openForm({}, (html) => html.toUpperCase())
  await type(editor, 'abc')
  await expect.poll(() => editor.getContent()).toBe('<p>ABC</p>')
  const { renders } = outside
  const reports = changes.length
  await quietTime(400)
  expect(outside.renders).toBe(renders)
  expect(changes.length).toBe(reports)
})

test('a change from outside leaves the undo history of the rest as it was', async () => {
  const { editor, changes, outside } = await openForm({ value: '<p>first</p><p>second</p>' })
  await type(editor, 'typed')
  await expect.poll(() => changes.at(-1)).toBe(editor.getContent())
  outside.setValue(editor.getContent().replace('second', 'changed outside'))
  await expect.poll(() => editor.root.textContent).toContain('changed outside')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(() => editor.getContent()).toBe('<p>first</p><p>changed outside</p>')
})

test('two editors work side by side and share one tag per file', async () => {
  const [one, two] = [await openForm({ value: '<p>1</p>' }), await openForm({ value: '<p>2</p>' })]
  await type(one.editor, 'x')
  await expect.poll(() => one.changes.length).toBeGreaterThan(0)
  expect(two.changes).toEqual([])
  expect(two.editor.getContent()).toBe('<p>2</p>')
  expect(document.querySelectorAll('script[src$="/editor/editor.all.min.js"]')).toHaveLength(1)
  expect(document.querySelectorAll('link[href$="/editor/editor.css"]')).toHaveLength(1)
})

test("StrictMode's double mount makes one editor and calls back once", async () => {
  const [onReady, onBeforeInit] = [vi.fn(), vi.fn()]
  const { host } = mount(
    <StrictMode>
      <RichTextEditor value="<p>x</p>" onReady={onReady} onBeforeInit={onBeforeInit} />
    </StrictMode>,
  )
  await expect.poll(() => onReady.mock.calls.length).toBe(1)
  await quietTime(100)
  expect(onReady).toHaveBeenCalledOnce()
  expect(onBeforeInit).toHaveBeenCalledOnce()
  expect(host.querySelectorAll('[role=textbox]')).toHaveLength(1)
})

test('the mode may change while one writes: nothing is lost and nothing told twice', async () => {
  const { editor, changes, change } = await openForm({ observerDebounceTime: 900 })
  await type(editor, 'a')
  change({ mode: 'listener', observerDebounceTime: 30 })
  await expect.poll(() => changes).toEqual(['<p>a</p>'])
  await type(editor, 'b')
  await expect.poll(() => changes).toEqual(['<p>a</p>', '<p>ab</p>'])
})

test('what is pending is reported when the page is hidden', async () => {
  const { editor, changes } = await openForm({ observerDebounceTime: 900 })
  await type(editor, 'x')
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => state.mockRestore())
  document.dispatchEvent(new Event('visibilitychange'))
  expect(changes).toEqual(['<p>x</p>'])
})

test('the config reaches the engine, with translated texts that it may replace', async () => {
  const { host } = await openForm({ config: { label: 'Body', messages: { bold: 'Fett' } } })
  expect(host.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('Body')
  expect(host.querySelector('[aria-label=Fett]')).not.toBeNull()
  expect(host.querySelector('[aria-label=Italic]')).not.toBeNull()
})
