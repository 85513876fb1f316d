import type { Editor, NodeViewRenderer } from '@tiptap/core'
import type { Messages } from '../messages.ts'
import { element } from './element.ts'

const LANGUAGES =
  'bash,c,cpp,csharp,css,diff,go,graphql,ini,java,javascript,json,kotlin,less,lua,makefile,markdown,objectivec,perl,php,python,r,ruby,rust,scss,shell,sql,swift,typescript,vbnet,wasm,xml,yaml'.split(
    ',',
  )

/** Goes to the choice of language of the code the cursor is in; false when it is in none. */
export function focusLanguage(editor: Editor): boolean {
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  const select = node.parentElement?.closest('.cde-code')?.querySelector('select')
  select?.focus()
  return Boolean(select)
}

/** A code block with the choice of its language in the corner. */
export const codeView =
  (messages: Messages): NodeViewRenderer =>
  ({ node, getPos, editor }) => {
    const language = (node.attrs.language as string | null) ?? ''
    const known = language && !LANGUAGES.includes(language) ? [language, ...LANGUAGES] : LANGUAGES
    const select = element(
      'select',
      { class: 'cde-code-language', contenteditable: 'false', tabindex: -1, 'aria-label': messages.codeLanguage },
      element('option', { value: '' }, messages.codePlain),
      ...known.map((name) => element('option', { value: name, selected: name === language }, name)),
    )
    select.addEventListener('change', () => {
      const pos = getPos()
      if (pos !== undefined)
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'language', select.value || null))
    })
    select.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') editor.view.focus()
    })
    const contentDOM = element('code', { spellcheck: 'false' })
    const dom = element('div', { class: 'cde-code' }, select, element('pre', {}, contentDOM))
    return {
      dom,
      contentDOM,
      update: (next) => next.type === node.type && next.attrs.language === node.attrs.language,
      stopEvent: (event) => event.target === select,
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }
