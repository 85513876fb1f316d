import { DOMSerializer, Fragment, type Node, Slice } from '@tiptap/pm/model'
import { pastedNotes, withNotes } from '../footnote-clipboard.ts'
import { nameOf, notesOf } from '../footnote-order.ts'
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
  // Each note goes in with its mark.
  const { content } = withNotes(new Slice(doc.content, 0, 0), doc)
  const isInline = content.childCount === 1 && content.firstChild!.type.name === 'paragraph'
  const slice = isInline ? Slice.maxOpen(content) : new Slice(content, 0, 0)
  editor.view.dispatch(editor.state.tr.replaceSelection(pastedNotes(slice, editor.state)).scrollIntoView())
  showInserted(editor)
}

/** Hands what is selected to the page, which keeps it as a snippet. */
export async function saveSnippet({ editor, config }: Context): Promise<void> {
  const { selection, schema } = editor.state
  if (selection.empty) return
  const box = document.implementation.createHTMLDocument().createElement('div')
  const content = withItsNotes(selection.content().content, editor.state.doc)
  box.append(DOMSerializer.fromSchema(schema).serializeFragment(content, { document: box.ownerDocument }))
  await config.saveSnippet?.(box.innerHTML, content.textBetween(0, content.size, ' '))
  if (!editor.isDestroyed) editor.view.focus()
}

/** A part of a text, with the notes of its marks at its end as a whole one has them. */
function withItsNotes(part: Fragment, doc: Node): Fragment {
  const texts = part.content.filter(({ type }) => type.name !== 'footnotes')
  const notes = notesOf(doc)
  const own: Node[] = []
  for (const text of texts)
    text.descendants((node) => {
      const note = node.type.name === 'footnoteMark' ? notes.get(nameOf(node)) : undefined
      if (note) own.push(note)
    })
  return Fragment.from(own.length > 0 ? [...texts, doc.type.schema.nodes.footnotes!.create(null, own)] : texts)
}
