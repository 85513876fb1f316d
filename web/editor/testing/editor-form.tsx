import { Activity, Component, createRef, type ReactNode, useState } from 'react'
import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { LoadedEditor } from '../editor-adapter.ts'
import {
  RichTextEditor,
  type RichTextEditorHandle,
  type RichTextEditorProps,
  type ShownText,
} from '../rich-text-editor.tsx'
import { mount } from './mount.tsx'

/** An editor whose parent keeps the value, as a form does. */
export async function openForm(props: Partial<RichTextEditorProps> = {}, normalise = (html: string) => html) {
  const changes: string[] = []
  const begunFrom: ShownText[] = []
  let isReady!: (editor: LoadedEditor) => void
  let hasFailed!: (error: Error) => void
  const ready = new Promise<LoadedEditor>((resolve, reject) => {
    isReady = resolve
    hasFailed = reject
  })
  const outside = { setValue: (_html: string) => {}, renders: 0 }
  const handle = createRef<RichTextEditorHandle>()
  function Form({ hidden = false, extra = {} }: { hidden?: boolean; extra?: Partial<RichTextEditorProps> }) {
    const [value, setValue] = useState(props.value ?? '')
    outside.setValue = setValue
    outside.renders++
    return (
      <Activity mode={hidden ? 'hidden' : 'visible'}>
        <RichTextEditor
          ref={handle}
          {...props}
          {...extra}
          value={value}
          onChange={(html, before) => {
            changes.push(html)
            begunFrom.push(before)
            setValue(normalise(html))
          }}
          onReady={(editor) => {
            props.onReady?.(editor)
            isReady(editor)
          }}
          onError={(error) => {
            props.onError?.(error)
            hasFailed(error)
          }}
        />
      </Activity>
    )
  }
  const view = mount(<Form />)
  const editor = await ready
  return {
    ...view,
    editor,
    changes,
    begunFrom,
    handle,
    outside,
    hide: () => view.render(<Form hidden />),
    show: () => view.render(<Form />),
    change: (extra: Partial<RichTextEditorProps>) => view.render(<Form extra={extra} />),
  }
}

export async function type(editor: LoadedEditor, text: string) {
  editor.focus()
  await expect.poll(() => document.activeElement).toBe(editor.root)
  await userEvent.keyboard(text)
}

export function paste(editor: LoadedEditor, file: File) {
  const clipboardData = new DataTransfer()
  clipboardData.items.add(file)
  editor.root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

export const missing: Partial<RichTextEditorProps> = { homeUrl: '/nothing-here/', dependencies: ['gone.js?status=404'] }

export class Boundary extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: '' }
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message ? <p>Caught: {this.state.message}</p> : this.props.children
  }
}
