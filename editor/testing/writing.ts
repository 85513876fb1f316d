import { afterEach, expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { EditorConfig } from '../config.ts'
import { openEditor } from './open-editor.ts'

/** What `open` opened. */
export const opened = new Set<ReturnType<typeof openEditor>>()

afterEach(() => {
  for (const editor of opened) editor.remove()
  opened.clear()
  delete document.documentElement.dataset.mantineColorScheme
})

/** An editor that is removed after the test. */
export function open(html = '', config: EditorConfig = {}) {
  const editor = openEditor(html, config)
  opened.add(editor)
  return editor
}

/** Presses these keys in the text. */
export async function write(editor: ReturnType<typeof openEditor>, keys: string) {
  editor.focus()
  await expect.poll(() => document.activeElement).toBe(editor.root)
  await userEvent.keyboard(keys)
}

/** Pastes. */
export function give(editor: ReturnType<typeof openEditor>, data: Record<string, string>, files: File[] = []) {
  const clipboardData = new DataTransfer()
  for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
  for (const file of files) clipboardData.items.add(file)
  editor.root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}
