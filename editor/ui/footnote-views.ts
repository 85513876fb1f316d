import type { NodeViewRenderer } from '@tiptap/core'
import { textOfNote } from '../footnote-commands.ts'
import { fill, type Messages } from '../messages.ts'
import type { MarkAttributes, NoteAttributes } from '../schema/footnotes.ts'
import { element } from './element.ts'

/** Of what a number tells, in pixels, as in the style sheet. */
const WIDEST = 420

/** The number in the text. While it is pointed at or chosen, it tells its note. */
export const footnoteMarkView =
  (messages: Messages): NodeViewRenderer =>
  ({ node, editor }) => {
    const { name, label } = node.attrs as MarkAttributes
    // Out of the Tab order, as all of the text: Enter on a chosen one does what a press does.
    const link = element('a', { href: `#fn-${name}`, role: 'doc-noteref', tabindex: -1 }, label)
    const dom = element('sup', { class: 'cde-footnote-mark' }, link)
    const tell = () => {
      const text = textOfNote(editor.state.doc, name) || messages.noteEmpty
      dom.dataset.note = text
      link.setAttribute('aria-label', fill(messages.noteTold, { number: label, text }))
      const frame = dom.offsetParent?.getBoundingClientRect()
      const room = (frame?.width ?? 0) - WIDEST
      const left = dom.getBoundingClientRect().left - (frame?.left ?? 0)
      dom.style.setProperty('--cde-note-left', `${Math.max(0, Math.min(left - 12, room))}px`)
    }
    link.setAttribute('aria-label', fill(messages.noteNumber, { number: label }))
    dom.addEventListener('mouseenter', tell)
    return {
      dom,
      selectNode: () => {
        tell()
        dom.classList.add('ProseMirror-selectednode')
      },
      deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
      ignoreMutation: () => true,
    }
  }

export const footnoteListView =
  (messages: Messages): NodeViewRenderer =>
  () => {
    const dom = element('ol', { class: 'cde-footnotes', role: 'list', 'aria-label': messages.footnotes })
    return { dom, contentDOM: dom }
  }

/** A note, with the way back to its number. */
export const footnoteView =
  (messages: Messages): NodeViewRenderer =>
  ({ node }) => {
    const { name } = node.attrs as NoteAttributes
    const contentDOM = element('div', { class: 'cde-footnote', 'data-placeholder': messages.notePlaceholder })
    const back = element(
      'a',
      {
        href: `#fnref-${name}`,
        role: 'doc-backlink',
        class: 'cde-footnote-back',
        contenteditable: 'false',
        tabindex: -1,
        'aria-label': messages.noteBack,
        title: messages.noteBack,
      },
      '↩',
    )
    const dom = element('li', {}, contentDOM, back)
    const showEmpty = (size: number) => contentDOM.classList.toggle('is-empty', size === 0)
    showEmpty(node.childCount)
    return {
      dom,
      contentDOM,
      update: (next) => {
        if (next.type !== node.type || next.attrs.name !== name) return false
        showEmpty(next.childCount)
        return true
      },
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }
