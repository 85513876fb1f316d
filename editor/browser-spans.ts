import { Extension } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

/**
 * Where the browser edits by itself, as for Backspace on the keyboard of a phone, it joins two blocks and puts the look of the second
 * one around its words: `<span style="font-size: 1.5em">`. The person asked for no such style, so it is not read. The spans
 * of the article are known by what the editor keeps with each element that it drew.
 */
export const BrowserSpans = Extension.create({
  name: 'browserSpans',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    const { rules } = DOMParser.fromSchema(schema)
    const isOfArticle = (element: HTMLElement) => 'pmViewDesc' in element && element.pmViewDesc !== undefined
    const domParser = new DOMParser(schema, [
      { tag: 'span[style]', skip: true, getAttrs: (element) => (isOfArticle(element) ? false : null) },
      ...rules,
    ])
    return [new Plugin({ props: { domParser } })]
  },
})
