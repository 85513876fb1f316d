import { Activity, createRef } from 'react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { EditorLoadError, loadEditorResources } from './load-editor-resources.ts'
import { RichTextEditor, type RichTextEditorHandle } from './rich-text-editor.tsx'
import { Boundary, missing, openForm } from './testing/editor-form.tsx'
import { mount, quietTime } from './testing/mount.tsx'

// Most of these are about what comes after the engine.
beforeAll(() => loadEditorResources({ homeUrl: '/editor' }))

test('going away during the load is silent', async () => {
  const [onReady, onError, complain] = [vi.fn(), vi.fn(), vi.spyOn(console, 'error')]
  onTestFinished(() => complain.mockRestore())
  const { unmount } = mount(<RichTextEditor onReady={onReady} onError={onError} {...missing} />)
  unmount()
  await quietTime()
  expect(onReady).not.toHaveBeenCalled()
  expect(onError).not.toHaveBeenCalled()
  expect(complain).not.toHaveBeenCalled()
})

test('going away while a script is on its way is silent, and makes nothing when the script comes', async () => {
  const [onBeforeInit, onReady, onError, complain] = [vi.fn(), vi.fn(), vi.fn(), vi.spyOn(console, 'error')]
  onTestFinished(() => complain.mockRestore())
  const getEditor = vi.spyOn(window.CopydeskEditor!, 'getEditor')
  onTestFinished(() => getEditor.mockRestore())
  const url = `/editor-faults/late.js?${crypto.randomUUID()}`
  const { unmount } = mount(
    <RichTextEditor {...{ onBeforeInit, onReady, onError }} dependencies={[url, 'editor.all.min.js']} />,
  )
  await expect.poll(() => document.querySelector(`script[src$="${url}"]`)).not.toBeNull()
  unmount()
  await quietTime(700)
  for (const called of [onBeforeInit, onReady, onError, complain, getEditor]) expect(called).not.toHaveBeenCalled()
})

test('a script that never answers is given up after half a minute, and Retry opens the editor', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timer.mockRestore())
  const onError = vi.fn()
  const [silent, onReady] = [`/editor-faults/first-silent.js?${crypto.randomUUID()}`, vi.fn()]
  mount(
    <RichTextEditor
      value="<p>kept</p>"
      dependencies={[silent, 'editor.config.js', 'editor.all.min.js', 'editor.css']}
      onError={onError}
      onReady={onReady}
    />,
  )
  await expect.poll(() => timer.mock.calls.find(([, wait]) => wait === 30_000)).toBeDefined()
  expect(document.querySelector(`script[src$="${silent}"]`)).not.toBeNull()
  ;(timer.mock.calls.find(([, wait]) => wait === 30_000)![0] as () => void)()
  await expect.element(page.getByRole('alert').getByText('no answer within 30 s')).toBeVisible()
  expect(onError).toHaveBeenCalledOnce()
  expect(onError.mock.calls[0]![0]).toMatchObject({ url: expect.stringContaining(silent) })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('kept')).toBeVisible()
  expect(onReady).toHaveBeenCalledOnce()
})

test('a start page in place of the scripts is a failed load, and Retry loads the real ones', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => complain.mockRestore())
  const form = (homeUrl: string) => (
    <RichTextEditor
      value="<p>kept</p>"
      homeUrl={homeUrl}
      dependencies={homeUrl === '/editor/' ? undefined : ['page.js']}
    />
  )
  const { render } = mount(form('/editor-faults/'))
  await expect.element(page.getByRole('alert').getByText(/\/editor-faults\/page\.js$/)).toBeVisible()
  render(form('/editor/'))
  await expect.element(page.getByText('kept')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
})

test('a failed editor that is hidden and shown again waits for Retry, and has told its error once', async () => {
  const onError = vi.fn()
  const form = (mode: 'hidden' | 'visible') => (
    <Activity mode={mode}>
      <RichTextEditor onError={onError} {...missing} />
    </Activity>
  )
  const { host, render } = mount(form('visible'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  render(form('hidden'))
  await expect.poll(() => getComputedStyle(host.querySelector('[role=alert]')!).display).toBe('none')
  render(form('visible'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await quietTime()
  expect(onError).toHaveBeenCalledOnce()
})

test('a failure that is not one of loading goes to onError and to the nearest boundary, without Retry', async () => {
  const onError = vi.fn()
  const getEditor = vi.spyOn(window.CopydeskEditor!, 'getEditor').mockImplementation(() => {
    throw new Error('The engine is out of order.')
  })
  onTestFinished(() => getEditor.mockRestore())
  mount(
    <Boundary>
      <RichTextEditor onError={onError} />
    </Boundary>,
  )
  await expect.element(page.getByText('Caught: The engine is out of order.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(0)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'The engine is out of order.' }))
})

test('it says first that it is there, then that it is ready, and nothing again when its parent renders', async () => {
  const told: string[] = []
  const { editor, change } = await openForm({
    value: '<p>x</p>',
    onBeforeInit: (id) => told.push(`before ${document.getElementById(id)!.childElementCount}`),
    onReady: (made) => told.push(`ready ${made.getContent()}`),
    onError: () => told.push('error'),
  })
  change({ config: { label: 'Other' } })
  change({ observerDebounceTime: 70 })
  change({ mode: 'listener' })
  await quietTime()
  expect(told).toEqual(['before 0', 'ready <p>x</p>'])
  expect(document.body.contains(editor.root)).toBe(true)
})

test('five editors that mount at once share one tag per file', async () => {
  const url = `/editor-faults/shared.js?${crypto.randomUUID()}`
  const onReady = vi.fn()
  mount(
    <>
      {[1, 2, 3, 4, 5].map((number) => (
        <RichTextEditor
          key={number}
          onReady={onReady}
          dependencies={[url, 'editor.config.js', 'editor.all.min.js', 'editor.css']}
        />
      ))}
    </>,
  )
  await expect.poll(() => onReady.mock.calls.length).toBe(5)
  for (const name of [url, '/editor/editor.config.js', '/editor/editor.all.min.js', '/editor/editor.css'])
    expect(document.querySelectorAll(`[data-editor-resource$="${name}"]`)).toHaveLength(1)
})

test('a failed load says what to check, names the address, keeps the cause, and the text stays', async () => {
  const [onError, onChange] = [vi.fn(), vi.fn()]
  const handle = createRef<RichTextEditorHandle>()
  mount(<RichTextEditor ref={handle} value="<p>kept</p>" onError={onError} onChange={onChange} {...missing} />)
  const alert = page.getByRole('alert')
  for (const text of [
    'The editor resources failed to load',
    'Check that the resource exists and that the home URL is configured correctly.',
    new RegExp('^http.*/nothing-here/gone\\.js'),
    'The text of the article is safe.',
  ]) {
    await expect.element(alert.getByText(text)).toBeVisible()
  }
  expect(onError).toHaveBeenCalledOnce()
  const error = onError.mock.calls[0]![0] as EditorLoadError
  expect(error).toBeInstanceOf(EditorLoadError)
  expect(error.message).toMatch(
    /failed to load.*Check that the resource exists and that the home URL is configured correctly/,
  )
  expect(error.cause).toBeInstanceOf(Error)
  expect(onChange).not.toHaveBeenCalled()
  expect(handle.current!.getContent()).toBe('<p>kept</p>')
})

test('Retry loads again and opens the editor with the text', async () => {
  const ready = vi.fn()
  const view = mount(<RichTextEditor value="<p>kept</p>" onReady={ready} {...missing} />)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(document.querySelectorAll('[data-editor-resource*="gone.js"]')).toHaveLength(0)
  view.render(<RichTextEditor value="<p>kept</p>" onReady={ready} homeUrl="/editor/" />)
  await expect.element(page.getByText('kept')).toBeVisible()
  expect(ready).toHaveBeenCalledOnce()
})
