import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'

/** The kind of number is read from `type` only: one from a style stays in the style. */
const PlainOrderedList = OrderedList.extend({
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

export const lists = (checkboxLabel: string) => [
  BulletList,
  PlainOrderedList,
  ListItem.extend({ content: 'block+' }),
  ListKeymap,
  TaskList,
  PlainTaskItem.configure({ nested: true, taskListTypeName: 'taskList', checkboxLabel }),
]
