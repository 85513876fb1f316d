import { NodeSelection, Selection } from '@tiptap/pm/state'
import { addressOf } from '../link-address.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import type { Context } from './context.ts'
import { openDialog } from './dialog.ts'

interface LinkAttributes {
  href?: string
  target?: string | null
  rel?: string | null
  kept?: Kept | null
}

/** The link that the cursor or the chosen picture is in. */
function linkHere(editor: Context['editor']): LinkAttributes {
  const { selection } = editor.state
  if (!isFigure(selection)) return editor.getAttributes('link') as LinkAttributes
  const { href, target, rel, ...kept } = (selection.node.attrs.link as Kept | null) ?? {}
  return { ...(href && { href }), target: target ?? null, rel: rel ?? null, kept }
}

const isFigure = (selection: Selection): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.type.name === 'imageFigure'

/** Takes the link away that the cursor is in. The cursor stays: a link that stays selected goes with the next key. */
export function removeLink({ editor }: Context) {
  const { selection } = editor.state
  if (isFigure(selection)) editor.chain().focus().updateAttributes('imageFigure', { link: null }).run()
  else {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    select(editor, Selection.fromJSON(editor.state.doc, selection.toJSON()))
  }
}

const select = ({ state, view }: Context['editor'], selection: Selection) =>
  view.dispatch(state.tr.setSelection(selection))

export async function editLink(context: Context): Promise<void> {
  const { editor, config } = context
  const { messages } = config
  const current = linkHere(editor)
  const rel = current.rel?.split(/\s+/) ?? []
  const choices = [
    ...(config.pickLink ? [{ name: 'pick', label: messages.linkPick }] : []),
    ...(current.href ? [{ name: 'remove', label: messages.linkRemove }] : []),
  ]
  const needsText = editor.state.selection.empty && !current.href
  const values = await openDialog(editor, {
    title: current.href ? messages.linkEdit : messages.link,
    fields: [
      { name: 'href', label: messages.linkAddress, value: current.href ?? '' },
      ...(needsText ? [{ name: 'text', label: messages.linkText, hint: messages.linkTextHint }] : []),
      { name: 'newTab', label: messages.linkNewTab, kind: 'checkbox', checked: current.target === '_blank' },
      { name: 'nofollow', label: messages.linkNoFollow, kind: 'checkbox', checked: rel.includes('nofollow') },
      { name: 'sponsored', label: messages.linkSponsored, kind: 'checkbox', checked: rel.includes('sponsored') },
    ],
    apply: messages.linkApply,
    cancel: messages.cancel,
    choices,
    refuse: ({ href }) => (addressOf(href ?? '') ? null : messages.linkInvalid),
  })
  if (!values || editor.isDestroyed) return
  if (values.choice === 'remove') {
    removeLink(context)
    return
  }
  const picked = values.choice === 'pick' ? await config.pickLink?.() : { href: addressOf(values.href ?? '') ?? '' }
  if (!picked?.href || editor.isDestroyed) return
  const words = new Set(rel.filter((word) => !['nofollow', 'sponsored', 'noopener'].includes(word)))
  for (const word of ['nofollow', 'sponsored']) if (values[word]) words.add(word)
  if (values.newTab) words.add('noopener')
  const { 'data-article-id': article, ...rest } = current.kept ?? {}
  // Another address is no longer that of the article.
  const id = 'id' in picked ? picked.id : picked.href === current.href ? article : undefined
  const kept = id ? { ...rest, 'data-article-id': id } : rest
  const attributes = {
    href: picked.href,
    target: values.newTab ? '_blank' : null,
    rel: [...words].join(' ') || null,
    kept: Object.keys(kept).length > 0 ? kept : null,
  }
  const { doc, selection } = editor.state
  if (isFigure(selection)) {
    const { href, target, rel } = attributes
    const link = { ...kept, href, ...(target && { target }), ...(rel && { rel }) }
    editor.chain().focus().updateAttributes('imageFigure', { link }).run()
    return
  }
  const isText = !selection.empty && doc.textBetween(selection.from, selection.to).trim() !== ''
  if (current.href || isText) {
    editor.chain().focus().extendMarkRange('link').setMark('link', attributes).run()
    if (!editor.state.doc.eq(doc) || isLinkedTo(editor, attributes.href)) {
      // One writes on behind the words: if they stayed selected, the next key would replace them.
      select(editor, Selection.near(editor.state.doc.resolve(selection.to), -1))
      return
    }
  }
  const text = values.text || ('title' in picked && picked.title) || picked.href
  insertLinkedText(editor, text, attributes)
}

const isLinkedTo = (editor: Context['editor'], href: string) => editor.getAttributes('link').href === href

/** Behind what is selected; in a line of its own where that is no text. In a code block without the link. */
function insertLinkedText(editor: Context['editor'], text: string, attributes: Record<string, unknown>) {
  const { selection, schema } = editor.state
  const { parent } = selection.$to
  const takesLinks = !parent.inlineContent || parent.type.allowsMarkType(schema.marks.link!)
  const linked = { type: 'text', text, ...(takesLinks && { marks: [{ type: 'link', attrs: attributes }] }) }
  editor
    .chain()
    .focus()
    .insertContentAt(selection.to, parent.inlineContent ? linked : { type: 'paragraph', content: [linked] })
    .run()
}
