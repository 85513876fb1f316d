import type { Node } from '@tiptap/pm/model'
import type { Context } from './ui/context.ts'
import { focusLanguage } from './ui/code-view.ts'
import { editLink } from './ui/links.ts'
import { createContextBar } from './ui/context-bar.ts'
import { openDialog } from './ui/dialog.ts'
import { element } from './ui/element.ts'
import { createFindBar } from './ui/find-bar.ts'
import { createFooter } from './ui/footer.ts'
import { helpList } from './ui/help.ts'
import { createSlashMenu } from './ui/slash-menu.ts'
import { createSourceView } from './ui/source-view.ts'
import { createToolbar } from './ui/toolbar.ts'
import { writeAfterLast } from './write-on.ts'

interface Source {
  read: () => string
  write: (html: string) => void
}

export interface Surface {
  destroy: () => void
  flushSource: () => void
  reloadSource: () => void
  /** Shows or hides the tools that change the text; what its source says is written before they go. */
  showTools: (shown: boolean) => void
}

/** From this size on, blocks far from the screen are not laid out. */
const LONG = 40_000

/** Builds what is around the text: toolbar, find bar, menus, source view, footer. */
export function mountSurface(host: HTMLElement, context: Context, content: Source): Surface {
  const { editor, config } = context
  const { messages } = config
  const frame = element('div', { class: 'cde' })
  if (config.minHeight) frame.style.setProperty('--cde-min-height', config.minHeight)
  frame.style.setProperty('--cde-summary-placeholder', JSON.stringify(messages.summaryPlaceholder))
  const page = editor.view.dom.parentElement!
  page.className = 'cde-page'
  // Before the text changes: a block that the browser laid out once costs time at every key, also when it is far away.
  const markLong = (doc: Node) => page.classList.toggle('is-long', doc.content.size > LONG)
  markLong(editor.state.doc)
  editor.on('beforeTransaction', ({ nextState }) => markLong(nextState.doc))
  const body = element('div', { class: 'cde-body' }, page)
  // One line per block is enough to find one's way; inside a block, breaks could matter.
  const source = createSourceView(
    messages.sourceText,
    () =>
      content
        .read()
        .replace(/(<\/(?:p|h[1-6]|ul|ol|table|figure|blockquote|pre|div|details|section)>|<hr[^>]*>)(?=<)/g, '$1\n'),
    content.write,
  )

  const toggleSource = () => {
    const opening = !source.isOpen()
    if (opening) source.open()
    else source.close()
    body.hidden = opening
    toolbar.refresh()
    if (!opening) editor.view.focus()
    return opening
  }
  const toggleFullScreen = () => {
    const isFull = frame.classList.toggle('is-full')
    document.documentElement.classList.toggle('cde-full-page', isFull)
    toolbar.refresh()
    if (!source.isOpen()) editor.view.focus()
    return isFull
  }
  const find = createFindBar(editor, messages)
  const toolbar = createToolbar(frame, context, {
    find: find.open,
    source: toggleSource,
    fullScreen: toggleFullScreen,
    help: () =>
      void openDialog(editor, { title: messages.helpTitle, body: helpList(messages), cancel: messages.close }),
    isSourceOpen: source.isOpen,
    isFullScreen: () => frame.classList.contains('is-full'),
  })
  // A source that loses the focus is written into the article, and a message about it may move the bar from under the mouse.
  toolbar.dom.addEventListener('mousedown', (event) => {
    if (source.isOpen()) event.preventDefault()
  })
  const footer = createFooter(messages)
  const slash = createSlashMenu(body, context)
  const tools = createContextBar(body, context)
  body.append(tools.dom)
  const top = element('div', { class: 'cde-top' }, toolbar.dom, find.dom)
  frame.append(top, body, source.dom, footer.dom)
  host.replaceChildren(frame)
  const showTools = (shown: boolean) => {
    if (!shown && source.isOpen()) {
      source.close()
      body.hidden = false
    }
    if (!shown && frame.classList.contains('is-full')) {
      frame.classList.remove('is-full')
      document.documentElement.classList.remove('cde-full-page')
    }
    top.hidden = !shown
    frame.classList.toggle('is-read-only', !shown)
  }
  showTools(editor.isEditable)

  let drawing = 0
  let footerDoc: unknown
  const refresh = () => {
    if (drawing) return
    drawing = requestAnimationFrame(() => {
      drawing = 0
      if (editor.isDestroyed) return
      toolbar.refresh()
      tools.refresh()
      slash.refresh()
      find.refresh()
      if (footerDoc !== editor.state.doc) footer.show(editor.state.doc)
      footerDoc = editor.state.doc
    })
  }
  editor.on('transaction', refresh)
  editor.on('focus', refresh)
  editor.on('blur', refresh)
  refresh()

  frame.addEventListener(
    'keydown',
    (event) => {
      // The browser finds in a text that is only read.
      if (!editor.isEditable) return
      const mod = event.ctrlKey || event.metaKey
      if (event.altKey && event.key === 'F10') {
        const stays = !event.shiftKey && editor.isFocused && (tools.focus() || focusLanguage(editor))
        if (!stays) toolbar.focus()
      } else if (editor.isFocused && slash.handleKey(event)) return
      else if (mod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'f' && !source.isOpen())
        find.open()
      else if (mod && !event.shiftKey && event.key.toLowerCase() === 'k' && editor.isFocused) void editLink(context)
      else if (
        event.key === 'Escape' &&
        frame.classList.contains('is-full') &&
        (editor.isFocused || event.target === source.dom)
      )
        toggleFullScreen()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  // The empty space below the text belongs to it.
  page.addEventListener('mousedown', (event) => {
    if (event.target !== page || !editor.isEditable) return
    event.preventDefault()
    const isBelow = event.clientY > (editor.view.dom.lastElementChild?.getBoundingClientRect().bottom ?? 0)
    if (isBelow && writeAfterLast(editor)) editor.view.focus()
    else editor.commands.focus('end')
  })

  return {
    destroy: () => {
      cancelAnimationFrame(drawing)
      toolbar.stop()
      tools.stop()
      if (frame.classList.contains('is-full')) document.documentElement.classList.remove('cde-full-page')
      frame.remove()
    },
    flushSource: source.flush,
    showTools,
    reloadSource: () => {
      if (source.isOpen() && document.activeElement !== source.dom) source.open()
    },
  }
}
