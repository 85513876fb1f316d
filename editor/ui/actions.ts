import type { ChainedCommands, Editor } from '@tiptap/core'
import { type Node, NodeRange } from '@tiptap/pm/model'
import type { ResolvedConfig } from '../config.ts'
import { insertFootnote, isInNote, takesFootnote } from '../footnote-commands.ts'
import type { MessageKey } from '../messages.ts'
import { alignmentOf, type Alignment } from '../schema/alignment.ts'
import { narrowColumn, widenColumn } from '../schema/column-widths.ts'
import type { Kept } from '../schema/kept-attributes.ts'
import { areCellsChosen, mergeWith } from '../schema/tables.ts'
import type { Context } from './context.ts'
import type { IconName } from './icons.ts'
import { insertEmbed, insertRawHtml, pickAlbum, showInserted } from './insertions.ts'
import { editLink } from './links.ts'
import { pickFromLibrary, uploadFromDisk } from './pictures.ts'
import { insertSnippet, saveSnippet } from './snippets.ts'

export interface Action {
  label: MessageKey
  icon: IconName
  shortcut?: string
  /** Words a person may type in the slash menu. */
  keywords?: string
  /** Belongs to the words before it, so that it is offered within a line, too. */
  isInline?: boolean
  run: (context: Context) => unknown
  isOn?: (editor: Editor) => boolean
  isOff?: (editor: Editor) => boolean
  /** Where it means nothing at all. */
  isHidden?: (editor: Editor) => boolean
}

type Change = (chain: ChainedCommands) => ChainedCommands

const change =
  (apply: Change) =>
  ({ editor }: Context) =>
    apply(editor.chain().focus()).run()

const cannot = (apply: Change) => (editor: Editor) => !apply(editor.can().chain() as ChainedCommands).run()

const simple = (
  label: MessageKey,
  icon: IconName,
  apply: Change,
  isOn?: Action['isOn'],
  shortcut?: string,
): Action => ({
  label,
  icon,
  run: change(apply),
  ...(isOn ? { isOn } : {}),
  ...(shortcut ? { shortcut } : {}),
})

const mark = (name: string, label: MessageKey, icon: IconName, shortcut?: string): Action =>
  simple(
    label,
    icon,
    (chain) => chain.toggleMark(name),
    (editor) => editor.isActive(name),
    shortcut,
  )

const heading = (level: 1 | 2 | 3 | 4): Action => ({
  ...simple(
    `heading${level}`,
    `heading${level}`,
    (chain) => chain.toggleHeading({ level }),
    (editor) => editor.isActive('heading', { level }),
    `Mod-Alt-${level}`,
  ),
  keywords: `h${level} title 标题 bt`,
})

const alignment = (align: Alignment | null, label: MessageKey, icon: IconName, shortcut?: string): Action =>
  simple(
    label,
    icon,
    (chain) => chain.setAlignment(align),
    (editor) => alignmentOf(editor.state.selection.$from.parent.attrs) === align,
    shortcut,
  )

const isCallout = (node: Node) => /(^|\s)callout(\s|$)/.test((node.attrs.kept as Kept | null)?.class ?? '')

/** The class of the callout that the cursor is in, and how deep that is. */
function calloutHere({ state }: Editor): { depth: number; class: string } | null {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--)
    if (isCallout($from.node(depth))) return { depth, class: ($from.node(depth).attrs.kept as Kept).class! }
  return null
}

/** In a callout, another kind is what it becomes, and its own takes it away: callouts in each other are no one's aim. */
const callout = (kind: 'Info' | 'Tip' | 'Warning', icon: IconName): Action => {
  const className = `callout callout-${kind.toLowerCase()}`
  return {
    label: `callout${kind}`,
    icon,
    keywords: 'callout note tip warning info 提示 注意',
    isOn: (editor) => calloutHere(editor)?.class === className,
    run: ({ editor }) => {
      const here = calloutHere(editor)
      const { $from } = editor.state.selection
      const chain = editor.chain().focus()
      if (!here) chain.wrapIn('container', { tag: 'div', kept: { class: className } }).run()
      else if (here.class === className)
        chain
          .command(({ tr, dispatch }) => {
            const inside = new NodeRange(
              tr.doc.resolve($from.start(here.depth)),
              tr.doc.resolve($from.end(here.depth)),
              here.depth,
            )
            if (dispatch) tr.lift(inside, here.depth - 1)
            return true
          })
          .run()
      else
        chain
          .command(({ tr, dispatch }) => {
            if (dispatch) tr.setNodeAttribute($from.before(here.depth), 'kept', { class: className })
            return true
          })
          .run()
    },
  }
}

export const textStyles: Action[] = [
  {
    ...simple(
      'paragraph',
      'paragraph',
      (chain) => chain.setParagraph(),
      (editor) => editor.isActive('paragraph'),
      'Mod-Alt-0',
    ),
    keywords: 'text 正文',
  },
  heading(1),
  heading(2),
  heading(3),
  heading(4),
]

export const bold = mark('bold', 'bold', 'bold', 'Mod-B')
export const italic = mark('italic', 'italic', 'italic', 'Mod-I')

export const moreMarks: Action[] = [
  mark('underline', 'underline', 'underline', 'Mod-U'),
  mark('strike', 'strike', 'strike', 'Mod-Shift-S'),
  mark('highlight', 'highlight', 'highlight', 'Mod-Shift-H'),
  mark('code', 'code', 'code', 'Mod-E'),
  mark('superscript', 'superscript', 'superscript', 'Mod-.'),
  mark('subscript', 'subscript', 'subscript', 'Mod-,'),
  simple('clearFormatting', 'clear', (chain) => chain.unsetAllMarks()),
]

export const link: Action = {
  label: 'link',
  icon: 'link',
  shortcut: 'Mod-K',
  run: editLink,
  isOn: (editor) => editor.isActive('link'),
}

export const alignments: Action[] = [
  alignment(null, 'alignStart', 'alignLeft', 'Mod-Shift-L'),
  alignment('center', 'alignCenter', 'alignCenter', 'Mod-Shift-E'),
  alignment('right', 'alignRight', 'alignRight', 'Mod-Shift-R'),
  alignment('justify', 'alignJustify', 'alignJustify'),
]

export const listActions: Action[] = [
  {
    ...simple(
      'bulletList',
      'bulletList',
      (chain) => chain.toggleBulletList(),
      (editor) => editor.isActive('bulletList'),
      'Mod-Shift-8',
    ),
    keywords: 'ul list 列表',
  },
  {
    ...simple(
      'orderedList',
      'orderedList',
      (chain) => chain.toggleOrderedList(),
      (editor) => editor.isActive('orderedList'),
      'Mod-Shift-7',
    ),
    keywords: 'ol numbered 编号',
  },
  {
    ...simple(
      'taskList',
      'taskList',
      (chain) => chain.toggleTaskList(),
      (editor) => editor.isActive('taskList'),
      'Mod-Shift-9',
    ),
    keywords: 'todo check 任务',
  },
]

export const quote: Action = {
  ...simple(
    'quote',
    'quote',
    (chain) => chain.toggleBlockquote(),
    (editor) => editor.isActive('blockquote'),
    'Mod-Shift-B',
  ),
  keywords: 'blockquote citation 引用',
}

export const uploadAction: Action = {
  label: 'uploadImage',
  icon: 'upload',
  keywords: 'image picture photo 图片 上传',
  run: uploadFromDisk,
}
export const libraryAction: Action = {
  label: 'pickImage',
  icon: 'library',
  keywords: 'media image picture photo gallery 媒体 图片',
  run: pickFromLibrary,
}

export const albumAction: Action = {
  label: 'album',
  icon: 'album',
  keywords: 'album gallery photos pictures 相册 图库 照片',
  run: pickAlbum,
}

export const tableAction: Action = {
  ...simple(
    'table',
    'table',
    (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    (editor) => editor.isActive('table'),
  ),
  run: ({ editor }) => {
    editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
    showInserted(editor)
  },
  keywords: 'grid rows 表格',
}

export const footnoteAction: Action = {
  label: 'footnote',
  icon: 'footnote',
  shortcut: 'Mod-Alt-F',
  keywords: 'note reference citation 脚注 注释',
  isInline: true,
  run: ({ editor, config }) => insertFootnote(editor, config.messages),
  isOff: ({ state }) => !takesFootnote(state),
}

export const insertions: Action[] = [
  footnoteAction,
  { ...simple('divider', 'divider', (chain) => chain.setHorizontalRule()), keywords: 'hr line 分隔' },
  {
    ...simple(
      'codeBlock',
      'codeBlock',
      (chain) => chain.toggleCodeBlock(),
      (editor) => editor.isActive('codeBlock'),
      'Mod-Alt-C',
    ),
    keywords: 'pre program 代码',
  },
  callout('Info', 'callout'),
  callout('Tip', 'tip'),
  callout('Warning', 'warning'),
  {
    label: 'details',
    icon: 'details',
    keywords: 'fold accordion toggle 折叠',
    run: ({ editor }) => {
      const at = editor.state.selection.from
      editor
        .chain()
        .focus()
        .insertContent({ type: 'details', content: [{ type: 'summary' }, { type: 'paragraph' }] })
        .command(({ tr, commands }) => {
          let summary = -1
          tr.doc.nodesBetween(Math.max(0, at - 2), Math.min(tr.doc.content.size, at + 4), (node, pos) => {
            if (node.type.name === 'summary') summary = pos
          })
          return summary < 0 || commands.setTextSelection(summary + 1)
        })
        .run()
    },
  },
  { label: 'embed', icon: 'embed', keywords: 'video youtube iframe 视频 嵌入', run: insertEmbed },
  { label: 'rawHtml', icon: 'rawHtml', keywords: 'html raw code', run: insertRawHtml },
]

export const undo: Action = {
  label: 'undo',
  icon: 'undo',
  shortcut: 'Mod-Z',
  run: change((chain) => chain.undo()),
  isOff: cannot((chain) => chain.undo()),
}
export const redo: Action = {
  label: 'redo',
  icon: 'redo',
  shortcut: 'Mod-Shift-Z',
  run: change((chain) => chain.redo()),
  isOff: cannot((chain) => chain.redo()),
}

const inTable = (label: MessageKey, icon: IconName, apply: Change): Action => ({
  ...simple(label, icon, apply),
  isOff: cannot(apply),
})

const hasChosenCells = ({ state }: Editor) => areCellsChosen(state)

export const tableActions: Action[] = [
  inTable('rowBefore', 'rowBefore', (chain) => chain.addRowBefore()),
  inTable('rowAfter', 'rowAfter', (chain) => chain.addRowAfter()),
  inTable('rowDelete', 'rowDelete', (chain) => chain.deleteRow()),
  inTable('columnBefore', 'columnBefore', (chain) => chain.addColumnBefore()),
  inTable('columnAfter', 'columnAfter', (chain) => chain.addColumnAfter()),
  inTable('columnDelete', 'columnDelete', (chain) => chain.deleteColumn()),
  inTable('headerRow', 'headerRow', (chain) => chain.toggleHeaderRow()),
  inTable('columnNarrower', 'narrower', (chain) => chain.command(narrowColumn)),
  inTable('columnWider', 'wider', (chain) => chain.command(widenColumn)),
  inTable('cellSplit', 'split', (chain) => chain.splitCell()),
  {
    ...inTable('cellMergeRight', 'mergeRight', (chain) => chain.command(mergeWith('right'))),
    isHidden: hasChosenCells,
  },
  {
    ...inTable('cellMergeBelow', 'mergeBelow', (chain) => chain.command(mergeWith('below'))),
    isHidden: hasChosenCells,
  },
  {
    ...inTable('cellsMerge', 'merge', (chain) => chain.mergeCells()),
    isHidden: (editor) => !hasChosenCells(editor),
  },
  inTable('tableDelete', 'trash', (chain) => chain.deleteTable()),
]

const snippetAction: Action = {
  label: 'snippet',
  icon: 'snippet',
  keywords: 'snippet pattern template reusable 片段 模板 常用',
  run: insertSnippet,
}
const saveSnippetAction: Action = {
  label: 'snippetSave',
  icon: 'snippetSave',
  run: saveSnippet,
  isOff: (editor) => editor.state.selection.empty,
}

/** What the menu “Insert” offers. */
export const insertActions = ({ pickSnippet, saveSnippet: save }: ResolvedConfig): Action[] => [
  ...insertions,
  ...(pickSnippet ? [snippetAction] : []),
  ...(save ? [saveSnippetAction] : []),
]

const IN_NOTES = new Set<Action>([bold, italic, ...moreMarks, link, footnoteAction, undo, redo])

/** Whether an action has no meaning where the cursor is: a note is text, without blocks. */
export const isOff = (action: Action, editor: Editor): boolean =>
  (isInNote(editor.state) && !IN_NOTES.has(action)) || (action.isOff?.(editor) ?? false)

/** What the slash menu offers. */
export const slashActions = (config: ResolvedConfig): Action[] => [
  ...textStyles,
  ...listActions,
  quote,
  ...(config.uploadImage ? [uploadAction] : []),
  ...(config.pickImage ? [libraryAction] : []),
  ...(config.pickAlbum ? [albumAction] : []),
  tableAction,
  ...insertions,
  ...(config.pickSnippet ? [snippetAction] : []),
]
