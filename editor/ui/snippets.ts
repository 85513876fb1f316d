import { DOMSerializer, Slice } from '@tiptap/pm/model'
import { readHtml } from '../html/read-html.ts'
import type { Context } from './context.ts'
import { showInserted } from './insertions.ts'

/**
 * Puts a kept piece of text where the cursor is: a single paragraph goes into the one with the cursor, as a paste does.
 * What it is from then on has nothing to do with the snippet.
 */
export async function insertSnippet({ editor, config }: Context): Promise<void> {
  const html = await config.pickSnippet?.()
  if (editor.isDestroyed) return
  editor.view.focus()
  if (!html) return
  const { doc, unknown } = readHtml(html, editor.schema, config.embedHosts)
  if (unknown.length > 0) config.onUnknownContent?.(unknown)
  const isInline = doc.childCount === 1 && doc.firstChild!.type.name === 'paragraph'
  const slice = isInline ? Slice.maxOpen(doc.content) : new Slice(doc.content, 0, 0)
  editor.view.dispatch(editor.state.tr.replaceSelection(slice).scrollIntoView())
  showInserted(editor)
}

/** Hands what is selected to the page, which keeps it as a snippet. */
export async function saveSnippet({ editor, config }: Context): Promise<void> {
  const { selection, schema } = editor.state
  if (selection.empty) return
  const box = document.implementation.createHTMLDocument().createElement('div')
  const { content } = selection.content()
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document: box.ownerDocument }))
  await config.saveSnippet?.(box.innerHTML, content.textBetween(0, content.size, ' '))
  if (!editor.isDestroyed) editor.view.focus()
}
