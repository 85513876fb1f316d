import { Activity } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PickedImage } from './editor-adapter.ts'
import { RichTextEditor } from './rich-text-editor.tsx'
import { openForm, paste, type } from './testing/editor-form.tsx'
import { mount, quietTime } from './testing/mount.tsx'

test('a hidden screen reports first, then watches nothing, and watches again when shown', async () => {
  const disconnect = vi.spyOn(MutationObserver.prototype, 'disconnect')
  onTestFinished(() => disconnect.mockRestore())
  const { editor, changes, hide, show } = await openForm({ observerDebounceTime: 900 })
  await type(editor, 'x')
  hide()
  await expect.poll(() => changes).toEqual(['<p>x</p>'])
  expect(disconnect).toHaveBeenCalled()
  editor.root.querySelector('p')!.firstChild!.nodeValue = 'while hidden'
  await quietTime(1200)
  expect(changes).toEqual(['<p>x</p>'])
  show()
  await expect.poll(() => changes.at(-1)).toBe('<p>while hidden</p>')
  expect(document.body.contains(editor.root)).toBe(true)
  await type(editor, 'y')
  await expect.poll(() => changes.at(-1)).toContain('y')
})

test('an upload goes on in a hidden screen, and its picture is reported when the screen is shown', async () => {
  let finish!: (image: PickedImage) => void
  let signal: AbortSignal | undefined
  const { editor, changes, host, hide, show } = await openForm({
    value: '<p>text</p>',
    config: {
      uploadImage: (_, options) => {
        signal = options.signal
        return new Promise((resolve) => (finish = resolve))
      },
    },
  })
  editor.focus()
  paste(editor, new File([new Uint8Array([137, 80, 78, 71])], 'river.png', { type: 'image/png' }))
  await expect.element(page.getByRole('progressbar', { name: 'Uploading river.png' })).toBeVisible()
  hide()
  await expect.poll(() => getComputedStyle(editor.root.closest('[id^=editor_]')!).display).toBe('none')
  expect(signal!.aborted).toBe(false)
  finish({ src: '/media/river.webp', alt: 'River' })
  await expect.poll(() => editor.getContent()).toContain('/media/river.webp')
  await quietTime()
  expect(changes).toEqual([])
  show()
  await expect.poll(() => changes).toEqual(['<p>text</p><figure><img src="/media/river.webp" alt="River"></figure>'])
  expect(host.querySelectorAll('[role=textbox]')).toHaveLength(1)
})

test('a value that arrives while the screen is hidden is shown with it, and not reported back', async () => {
  const { editor, changes, outside, hide, show } = await openForm({ value: '<p>one</p>' })
  hide()
  outside.setValue('<p>two</p>')
  show()
  await expect.poll(() => editor.getContent()).toBe('<p>two</p>')
  await quietTime()
  expect(changes).toEqual([])
})

test('hidden and shown again and again it stays one editor, made once, with its undo history', async () => {
  const [onReady, onBeforeInit] = [vi.fn(), vi.fn()]
  const { editor, host, changes, hide, show } = await openForm({ onReady, onBeforeInit })
  await type(editor, 'x')
  await expect.poll(() => changes).toEqual(['<p>x</p>'])
  const box = editor.root.closest('[id^=editor_]')!
  for (let round = 0; round < 5; round++) {
    hide()
    await expect.poll(() => getComputedStyle(box).display).toBe('none')
    show()
    await expect.poll(() => getComputedStyle(box).display).not.toBe('none')
  }
  expect(onReady).toHaveBeenCalledOnce()
  expect(onBeforeInit).toHaveBeenCalledOnce()
  expect(host.querySelectorAll('[role=textbox]')).toHaveLength(1)
  await type(editor, '{Control>}z{/Control}')
  await expect.poll(() => changes).toEqual(['<p>x</p>', ''])
})

test('a screen hidden during the load makes its editor when it is shown', async () => {
  const [onReady, onBeforeInit] = [vi.fn(), vi.fn()]
  const form = (mode: 'hidden' | 'visible') => (
    <Activity mode={mode}>
      <RichTextEditor value="<p>x</p>" onReady={onReady} onBeforeInit={onBeforeInit} />
    </Activity>
  )
  const { host, render } = mount(form('visible'))
  await expect.poll(() => host.querySelector('[id^=editor_]')).not.toBeNull()
  render(form('hidden'))
  await quietTime()
  render(form('visible'))
  await expect.poll(() => onReady.mock.calls.length).toBe(1)
  expect(onBeforeInit).toHaveBeenCalledOnce()
  expect(host.querySelectorAll('[role=textbox]')).toHaveLength(1)
})

test('an editor dropped while its screen is hidden is destroyed', async () => {
  const { editor, hide, unmount, host } = await openForm()
  const destroy = vi.spyOn(editor, 'destroy')
  hide()
  await expect.poll(() => getComputedStyle(editor.root.closest('[id^=editor_]')!).display).toBe('none')
  expect(destroy).not.toHaveBeenCalled()
  unmount()
  host.remove()
  await expect.poll(() => destroy.mock.calls.length).toBe(1)
})
