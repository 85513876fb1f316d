import type { EditorConfig } from '../config.ts'
import type { CopydeskEditorHandle } from '../get-editor.ts'
import type {} from '../engine.ts'

// The very files that are delivered, not their sources.
for (const name of ['editor.config.js', 'editor.all.min.js']) await load('script', { src: `/editor/${name}` })
await load('link', { rel: 'stylesheet', href: '/editor/editor.css' })

function load(tag: 'script' | 'link', attributes: Record<string, string>): Promise<void> {
  const element = Object.assign(document.createElement(tag), attributes)
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error(`${element.outerHTML} failed to load`)))
    document.head.append(element)
  })
}

/** A fresh editor on the page; `remove` takes it away again. */
export function openEditor(
  html = '',
  config: EditorConfig = {},
): CopydeskEditorHandle & { host: HTMLElement; remove: () => void } {
  const host = document.createElement('div')
  host.id = `host-${crypto.randomUUID()}`
  document.body.append(host)
  const editor = window.CopydeskEditor!.getEditor(host.id, config)
  editor.setContent(html)
  return Object.assign(editor, {
    host,
    remove: () => {
      editor.destroy()
      host.remove()
    },
  })
}

/** What setContent and getContent make of some HTML. */
export function roundTrip(html: string): string {
  const editor = openEditor(html)
  const written = editor.getContent()
  editor.remove()
  return written
}
