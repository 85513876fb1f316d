import type { NodeViewRenderer } from '@tiptap/core'
import type { Messages } from '../messages.ts'
import { element } from './element.ts'

const LANGUAGES =
  'bash,c,cpp,csharp,css,diff,go,graphql,ini,java,javascript,json,kotlin,less,lua,makefile,markdown,objectivec,perl,php,python,r,ruby,rust,scss,shell,sql,swift,typescript,vbnet,wasm,xml,yaml'.split(
    ',',
  )

/** A code block with the choice of its language in the corner. */
export const codeView =
  (messages: Messages): NodeViewRenderer =>
  ({ node, getPos, editor }) => {
    const language = (node.attrs.language as string | null) ?? ''
    const known = language && !LANGUAGES.includes(language) ? [language, ...LANGUAGES] : LANGUAGES
    const select = element(
      'select',
      { class: 'cde-code-language', contenteditable: 'false', 'aria-label': messages.codeLanguage },
      element('option', { value: '' }, messages.codePlain),
      ...known.map((name) => element('option', { value: name, selected: name === language }, name)),
    )
    select.addEventListener('change', () => {
      const pos = getPos()
      if (pos !== undefined)
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'language', select.value || null))
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
