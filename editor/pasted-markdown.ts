import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { htmlOfMarkdown } from './html/markdown.ts'

/** Where HTML on the clipboard shows the source of a text in colours. */
const SOURCE = /"mode":\s*"(?:markdown|plaintext)"/

/**
 * Text that is written in Markdown is pasted as what it means. Undo gives the text as it was on the clipboard; pasting without
 * formatting (Ctrl+Shift+V) gives it from the start.
 */
export const PastedMarkdown = Extension.create({
  name: 'pastedMarkdown',
  // Before those who make a block of code of what comes from a program for code.
  priority: 1000,
  addProseMirrorPlugins() {
    let asPlain = false
    let isReading = false
    return [
      new Plugin({
        props: {
          handleDOMEvents: { paste: () => void (asPlain = false) },
          clipboardTextParser: (_text, _context, plain) => {
            asPlain = plain
            // No slice of its own: it is read as every text.
            return undefined as never
          },
          handlePaste(view, { clipboardData }) {
            if (isReading || asPlain || !clipboardData) return false
            const isSource = SOURCE.test(clipboardData.getData('vscode-editor-data'))
            if (clipboardData.getData('text/html') && !isSource) return false
            if (view.state.selection.$from.parent.type.spec.code) return false
            const text = clipboardData.getData('text/plain')
            const html = htmlOfMarkdown(text)
            if (html === undefined) return false
            isReading = true
            try {
              insertText(view, text)
              view.pasteHTML(html)
              insertSpaces(view, text)
            } finally {
              isReading = false
            }
            return true
          },
        },
      }),
    ]
  },
})

/** Inserts the text, line by line, and takes it out again, so that undo leads to it. */
function insertText(view: EditorView, text: string) {
  const { schema, selection, doc } = view.state
  const behind = doc.content.size - selection.to
  const lines = text
    .split(/(?:\r\n?|\n)+/)
    .map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []))
  const inserted = view.state.tr
    .replaceSelection(new Slice(Fragment.from(lines), 1, 1))
    .setMeta('preventAutolink', true)
  view.dispatch(closeHistory(inserted))
  const { tr } = view.state
  view.dispatch(closeHistory(tr.delete(selection.from, tr.doc.content.size - behind)).setMeta('preventAutolink', true))
}

/** HTML has no spaces at its ends, but who pastes a few words into a sentence wants theirs. */
function insertSpaces(view: EditorView, text: string) {
  const [, spaces = ''] = /^[^\r\n]*\S([ \t]+)$/.exec(text) ?? []
  if (spaces && view.state.selection.empty) view.dispatch(view.state.tr.insertText(spaces))
}
