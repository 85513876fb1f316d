import { Extension } from '@tiptap/core'
import { Plugin, type Transaction } from '@tiptap/pm/state'

/** Where the text may only be read, no button, key or menu changes it; only `setContent` does. */
export const ReadOnly = Extension.create({
  name: 'readOnly',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        filterTransaction: (transaction) => !transaction.docChanged || editor.isEditable || isGiven(transaction),
      }),
    ]
  },
})

/** Of `setContent`, or what follows from it. */
const isGiven = (transaction: Transaction): boolean =>
  ((transaction.getMeta('appendedTransaction') as Transaction | undefined) ?? transaction).getMeta('preventUpdate') ===
  true
