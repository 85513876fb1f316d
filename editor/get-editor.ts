import { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { EditorConfig, ResolvedConfig } from './config.ts'
import { resolveConfig } from './config.ts'
import { extensionsFor } from './extensions.ts'
import { cleanPaste } from './html/clean-paste.ts'
import { readHtml } from './html/read-html.ts'
import { createHtmlWriter, installSerializer } from './html/write-html.ts'
import { pastedCopies } from './image-uploads.ts'
import { scrollSides } from './keep-in-sight.ts'
import { mountSurface } from './surface.ts'
import { findMatches, type Match } from './ui/find-in-text.ts'
import { countWords } from './ui/footer.ts'

export type EditorEvent = 'update' | 'focus' | 'blur' | 'compositionstart' | 'compositionend'

export interface CopydeskEditorHandle {
  /** HTML of the article; empty text when there is nothing in it. */
  getContent: () => string
  /** Replaces the article. Not reported as a change, and no step of the undo history. */
  setContent: (html: string) => void
  on: (event: EditorEvent, listener: () => void) => void
  off: (event: EditorEvent, listener: () => void) => void
  /** The element that holds the text; changes of the text are changes below it. */
  root: HTMLElement
  isComposing: () => boolean
  focus: () => void
  destroy: () => void
  /** Settles when the editor can be used. */
  ready: Promise<void>
  words: () => { words: number; characters: number; minutes: number }
  findText: (text: string, matchCase?: boolean) => Match[]
  setEditable: (editable: boolean) => void
  /** HTML as TipTap itself writes it: slow, and the measure of getContent. */
  getReferenceContent: () => string
}

/** Puts an editor into the element with this id. */
export function getEditor(id: string, config: EditorConfig = {}): CopydeskEditorHandle {
  const host = document.getElementById(id)
  if (!host) throw new Error(`there is no element with the id "${id}" to put the editor into`)
  const resolved = resolveConfig(window.CopydeskEditorDefaults ?? {}, config)
  const { editor, writeHtml } = createTipTap(resolved)
  const listeners = new Map<EditorEvent, Set<() => void>>()
  const emit = (event: EditorEvent) => listeners.get(event)?.forEach((listener) => listener())

  const toDoc = (html: string) => {
    const { doc, unknown } = readHtml(html, editor.schema, resolved.embedHosts)
    if (unknown.length > 0) resolved.onUnknownContent?.(unknown)
    return doc
  }
  const read = () => (isEmpty(editor.state.doc) ? '' : writeHtml(editor.state.doc))
  const surface = mountSurface(
    host,
    { editor, config: resolved },
    { read, write: (html) => replaceDoc(editor, toDoc(html), true) },
  )
  const root = editor.view.dom
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>()
  queueMicrotask(becomeReady)

  editor.on('update', () => emit('update'))
  editor.on('focus', () => emit('focus'))
  editor.on('blur', () => emit('blur'))
  root.addEventListener('compositionstart', () => emit('compositionstart'))
  // After ProseMirror has read the composed text: its listener was added before this one, and its flush may be delayed.
  root.addEventListener('compositionend', () => setTimeout(() => emit('compositionend'), 30))

  return {
    getContent: () => {
      surface.flushSource()
      return read()
    },
    setContent: (html) => {
      replaceDoc(editor, toDoc(html), false)
      surface.reloadSource()
    },
    on: (event, listener) => void (listeners.get(event) ?? listeners.set(event, new Set()).get(event)!).add(listener),
    off: (event, listener) => void listeners.get(event)?.delete(listener),
    root,
    isComposing: () => editor.view.composing,
    focus: () => editor.view.focus(),
    destroy: () => {
      listeners.clear()
      surface.destroy()
      editor.destroy()
    },
    ready,
    words: () => countWords(editor.state.doc),
    findText: (text, matchCase = false) => findMatches(editor.state.doc, text, matchCase),
    setEditable: (editable) => {
      surface.showTools(editable)
      editor.setEditable(editable, false)
    },
    getReferenceContent: () => editor.getHTML(),
  }
}

function createTipTap(config: ResolvedConfig) {
  const { messages } = config
  const editor: Editor = new Editor({
    element: document.createElement('div'),
    extensions: extensionsFor(config),
    // An object: TipTap parses a text with DOMParser, which Trusted Types forbid.
    content: { type: 'doc', content: [{ type: 'paragraph' }] },
    injectCSS: false,
    editable: config.editable ?? true,
    editorProps: {
      attributes: {
        class: 'cde-content',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': config.label ?? messages.editor,
      },
      transformPastedHTML: (html, view) => cleanPaste(html, pastedCopies(view).length),
      ...scrollSides(() => editor.view),
    },
  })
  return { editor, writeHtml: createHtmlWriter(installSerializer(editor.schema)) }
}

const isEmpty = (doc: Node) =>
  doc.childCount === 1 &&
  doc.firstChild!.type.name === 'paragraph' &&
  doc.firstChild!.childCount === 0 &&
  !doc.firstChild!.attrs.kept

/** Changes only what differs, so that the cursor, the scroll position and the undo history stay. */
function replaceDoc(editor: Editor, next: Node, byPerson: boolean) {
  const { doc } = editor.state
  const start = doc.content.findDiffStart(next.content)
  if (start === null) return
  let { a, b } = doc.content.findDiffEnd(next.content)!
  // Where text repeats ("aa" to "aaa") the two ends may pass the start.
  const overlap = start - Math.min(a, b)
  if (overlap > 0) {
    a += overlap
    b += overlap
  }
  let { tr } = editor.state
  tr.replace(start, a, next.slice(start, b))
  if (!tr.doc.eq(next)) tr = editor.state.tr.replaceWith(0, doc.content.size, next.content)
  if (!byPerson) tr.setMeta('addToHistory', false).setMeta('preventUpdate', true)
  editor.view.dispatch(tr)
}
