import { type Command, Extension } from '@tiptap/core'
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { Fragment, Slice } from '@tiptap/pm/model'
import { AllSelection, Plugin, Selection, TextSelection } from '@tiptap/pm/state'

const ITEMS: Record<string, string> = { bulletList: 'listItem', orderedList: 'listItem', taskList: 'taskItem' }

/**
 * The list that the selection is in becomes tasks, or tasks become another list. TipTap would put a new list into the item,
 * as the items of both are of different types.
 */
const changeItems =
  (listName: string): Command =>
  ({ tr, state, dispatch }) => {
    const { doc, selection } = tr
    const { $from, $to } =
      selection instanceof AllSelection
        ? TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))
        : selection
    const item = state.schema.nodes[ITEMS[listName]!]!
    const depths = Array.from({ length: $from.sharedDepth($to.pos) + 1 }, (_, at) => at)
    const depth = depths.findLast((at) => $from.node(at).type.name in ITEMS)
    const list = depth === undefined ? null : $from.node(depth)
    if (!list || depth === undefined || ITEMS[list.type.name] === item.name) return false
    if (!dispatch) return true
    const items = list.content.content.map((old) => item.create(null, old.content))
    tr.replaceWith(
      $from.before(depth),
      $from.after(depth),
      state.schema.nodes[listName]!.create(null, Fragment.from(items)),
    )
    tr.setSelection(Selection.fromJSON(tr.doc, selection.toJSON()))
    return true
  }

/** An item of a list is text: headings that become one are paragraphs first. */
const withoutHeadings: Command = ({ tr, state, dispatch }) => {
  if (!dispatch) return true
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, pos, parent) => {
    if (node.type.name === 'heading' && parent?.type.name !== 'listItem' && parent?.type.name !== 'taskItem')
      tr.setNodeMarkup(pos, state.schema.nodes.paragraph)
  })
  return true
}

/** Makes the selection a list of this kind, or none if it is one. */
const toggle =
  (listName: string): Command =>
  ({ chain, commands }) =>
    commands.first([
      changeItems(listName),
      () => chain().command(withoutHeadings).toggleList(listName, ITEMS[listName]!).run(),
    ])

/** The kind of number is read from `type` only: one from a style stays in the style. */
const PlainOrderedList = OrderedList.extend({
  addCommands: () => ({ toggleOrderedList: () => toggle('orderedList') }),
  // It would make a list of any pasted line that begins like one: “A. Smith came”. Lists are read with the rest of Markdown.
  addProseMirrorPlugins: () => [],
  addAttributes: () => ({
    start: { default: 1, parseHTML: (element: HTMLElement) => (element as HTMLOListElement).start },
    type: { default: null },
  }),
})

interface TaskOptions {
  checkboxLabel: string
}

/** Task items are written as `<li data-type="taskItem" data-checked>`: no form control reaches the article. */
const PlainTaskItem = TaskItem.extend<TaskOptions & { nested: boolean; taskListTypeName: string }>({
  content: 'block+',
  parseHTML: () => [
    {
      tag: 'li[data-type="taskItem"]',
      priority: 61,
      contentElement: (element) =>
        (element as HTMLElement).querySelector<HTMLElement>(':scope > div') ?? (element as HTMLElement),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['li', { ...HTMLAttributes, 'data-type': 'taskItem' }, 0],
  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      'Alt-Enter': ({ editor }) => {
        const { $from } = editor.state.selection
        for (let depth = $from.depth; depth > 0; depth--) {
          const node = $from.node(depth)
          if (node.type !== this.type) continue
          const checked = node.attrs.checked !== true
          editor.view.dispatch(editor.state.tr.setNodeAttribute($from.before(depth), 'checked', checked))
          return true
        }
        return false
      },
    }
  },
  addNodeView() {
    const { checkboxLabel } = this.options
    return ({ node, getPos, editor }) => {
      const dom = document.createElement('li')
      dom.className = 'cde-task'
      const checked = node.attrs.checked === true
      dom.dataset.checked = String(checked)
      const box = document.createElement('input')
      Object.assign(box, { type: 'checkbox', checked, contentEditable: 'false' })
      // Tab goes on from where one writes, and would end up in a task further up. Alt+Enter does what the box does.
      box.tabIndex = -1
      box.setAttribute('aria-label', `${checkboxLabel} ${node.textContent}`.trim())
      box.addEventListener('change', () => {
        const pos = getPos()
        if (pos === undefined || !editor.isEditable) return
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'checked', box.checked))
      })
      const contentDOM = document.createElement('div')
      dom.append(box, contentDOM)
      // Refusing an update with another state makes a new element, which a MutationObserver is sure to see.
      return {
        dom,
        contentDOM,
        update: (next) => next.type === node.type && next.attrs.checked === node.attrs.checked,
        ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
      }
    }
  },
})

/** Several lines that are pasted into an item are items, as those of the list they come from. */
const PastedItems = Extension.create({
  name: 'pastedItems',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPasted: (slice, { state }) => {
          const { $from } = state.selection
          const item = $from.depth > 2 && $from.parent.type.name === 'paragraph' ? $from.node(-1).type : null
          const lines = slice.content.content
          const areLines = lines.length > 1 && lines.every(({ type }) => type.name === 'paragraph')
          if (!areLines || !item || !['listItem', 'taskItem'].includes(item.name)) return slice
          const list = $from.node(-2).type.create(
            null,
            lines.map((line) => item.create(null, line)),
          )
          const [start, end] = [slice.openStart, slice.openEnd].map((open) => (open > 0 ? open + 2 : 0))
          return new Slice(Fragment.from(list), start!, end!)
        },
      },
    }),
  ],
})

export const lists = (checkboxLabel: string) => [
  BulletList.extend({ addCommands: () => ({ toggleBulletList: () => toggle('bulletList') }) }),
  PlainOrderedList,
  ListItem.extend({ content: 'block+' }),
  ListKeymap,
  PastedItems,
  TaskList.extend({ addCommands: () => ({ toggleTaskList: () => toggle('taskList') }) }),
  PlainTaskItem.configure({ nested: true, taskListTypeName: 'taskList', checkboxLabel }),
]
