import type { NodeViewRenderer } from '@tiptap/core'
import { purify } from '../html/purify.ts'
import type { Messages } from '../messages.ts'
import { openDialog } from './dialog.ts'
import { element, textButton } from './element.ts'
import { icon } from './icons.ts'

/** Shows kept HTML as the reader will see it, says that it is kept, and lets it be edited as text. */
export const rawHtmlView =
  (messages: Messages): NodeViewRenderer =>
  ({ node, getPos, editor }) => {
    const html = node.attrs.html as string
    const preview = element('div', { class: 'cde-raw-preview' })
    preview.append(purify(html).root)
    preview.inert = true
    const edit = async () => {
      const values = await openDialog(editor, {
        title: messages.rawHtml,
        fields: [{ name: 'html', label: messages.rawHtml, hint: messages.rawHtmlHint, value: html, rows: 12 }],
        apply: messages.apply,
        cancel: messages.cancel,
      })
      const pos = getPos()
      if (values && pos !== undefined)
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'html', values.html ?? ''))
    }
    const dom = element(
      'div',
      { class: 'cde-raw', contenteditable: 'false' },
      element(
        'div',
        { class: 'cde-raw-bar' },
        icon('rawHtml'),
        element('span', { title: messages.rawHtmlHint }, messages.rawHtmlKept),
        textButton(messages.rawHtmlEdit, () => void edit()),
      ),
      preview,
    )
    return {
      dom,
      update: (next) => next.type === node.type && next.attrs.html === html,
      stopEvent: (event) => event.target instanceof HTMLButtonElement,
      ignoreMutation: () => true,
    }
  }
