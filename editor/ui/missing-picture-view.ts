import type { NodeViewRenderer } from '@tiptap/core'
import type { ResolvedConfig } from '../config.ts'
import { chooseFiles, uploadInPlaceOf } from '../image-uploads.ts'
import { fill } from '../messages.ts'
import type { MissingAttributes } from '../schema/missing-picture.ts'
import { element, textButton } from './element.ts'

/** The card in the place of a pasted picture that is missing: which one, why, and what to do about it. */
export const missingPictureView =
  (config: ResolvedConfig): NodeViewRenderer =>
  ({ node, getPos, editor }) => {
    const { messages } = config
    const { name, alt } = node.attrs as MissingAttributes
    const said = element('span', {}, fill(messages.imageMissing, { name }))
    if (alt) said.append(element('em', {}, fill(messages.imageMissingAlt, { alt })))
    const choose = () =>
      chooseFiles(editor, false, ([file]) => {
        const pos = getPos()
        if (file && pos !== undefined) uploadInPlaceOf(editor, config, file, pos)
      })
    const remove = () => {
      const pos = getPos()
      if (pos === undefined) return
      editor.view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize))
      editor.view.focus()
    }
    const actions = element('span', { class: 'cde-upload-actions' })
    if (config.uploadImage) actions.append(textButton(messages.imageUploadInstead, choose))
    actions.append(textButton(messages.remove, remove))
    const dom = element(
      'div',
      {
        class: 'cde-card cde-upload cde-missing is-failed',
        contenteditable: 'false',
        role: 'group',
        'aria-label': name,
        'data-missing-picture': name,
      },
      said,
      actions,
    )
    return {
      dom,
      update: (next) => next.type === node.type && next.hasMarkup(node.type, node.attrs),
      // Enter on one of its buttons is theirs, not a new line.
      stopEvent: (event) => event.target instanceof HTMLButtonElement,
      ignoreMutation: () => true,
    }
  }
