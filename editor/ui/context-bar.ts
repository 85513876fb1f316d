import { NodeSelection } from '@tiptap/pm/state'
import type { Kept } from '../schema/kept-attributes.ts'
import { tableActions, type Action } from './actions.ts'
import type { Context } from './context.ts'
import { element, iconButton } from './element.ts'
import { chosenMark, goToNote, removeFootnote, textOfNote } from '../footnote-commands.ts'
import { lowerEdge } from '../keep-in-sight.ts'
import { outsideHost } from '../pasted-images.ts'
import { insertEmbed, pickAlbum } from './insertions.ts'
import { editLink, removeLink } from './links.ts'
import {
  addCaption,
  chosenId,
  chosenPicture,
  cropImage,
  editImage,
  imagePlace,
  placeImage,
  removePicture,
  replaceImage,
  uploadInstead,
  type ImagePlace,
} from './pictures.ts'
import type { IconName } from './icons.ts'
import type { MessageKey } from '../messages.ts'
import { rove } from './roving-focus.ts'

const place = (where: ImagePlace, label: MessageKey, icon: IconName): Action => ({
  label,
  icon,
  run: (context) => placeImage(context, where),
  isOn: (editor) => imagePlace(editor.getAttributes('imageFigure').kept as Kept | null) === where,
})

const isFromOutside: Action['isHidden'] = (editor) => {
  const chosen = chosenPicture(editor)
  return !chosen || outsideHost(chosen.node) === null
}

const pictureActions: Action[] = [
  { label: 'imageEdit', icon: 'edit', run: editImage },
  { label: 'imageCrop', icon: 'crop', run: cropImage, isHidden: (editor) => !chosenId(editor) },
  { label: 'imageReplace', icon: 'library', run: replaceImage },
  { label: 'imageUploadInstead', icon: 'upload', run: uploadInstead, isHidden: isFromOutside },
]

/** Of a picture in the middle of a line. */
const inlineActions: Action[] = [
  ...pictureActions,
  { label: 'imageCaption', icon: 'caption', run: addCaption },
  { label: 'imageDelete', icon: 'trash', run: removePicture },
]

const imageActions: Action[] = [
  ...pictureActions,
  place('left', 'imageLeft', 'floatLeft'),
  place('center', 'imageCenter', 'floatCenter'),
  place('right', 'imageRight', 'floatRight'),
  place('wide', 'imageWide', 'wide'),
  { label: 'imageDelete', icon: 'trash', run: removePicture },
]

const albumActions: Action[] = [
  { label: 'albumReplace', icon: 'album', run: pickAlbum },
  { label: 'albumDelete', icon: 'trash', run: ({ editor }) => editor.chain().focus().deleteSelection().run() },
]

const embedActions: Action[] = [
  { label: 'embedReplace', icon: 'edit', run: insertEmbed },
  { label: 'embedDelete', icon: 'trash', run: ({ editor }) => editor.chain().focus().deleteSelection().run() },
]

const footnoteActions: Action[] = [
  {
    label: 'noteGo',
    icon: 'footnote',
    run: ({ editor }) => goToNote(editor.view, chosenMark(editor.state)?.name ?? ''),
  },
  { label: 'noteRemove', icon: 'trash', run: ({ editor }) => removeFootnote(editor) },
]

const linkActions: Action[] = [
  { label: 'linkEdit', icon: 'edit', run: editLink },
  {
    label: 'linkOpen',
    icon: 'external',
    run: ({ editor }) => window.open(String(editor.getAttributes('link').href), '_blank', 'noopener'),
  },
  { label: 'linkRemove', icon: 'unlink', run: removeLink },
]

interface Tools {
  name: MessageKey
  actions: Action[]
  /** Position in the document of the node that the tools belong to. */
  at: number
  /** Said before the tools. */
  text?: string
}

/** Of these, what is below is the next line of the text. */
const WITHIN_LINES = new Set<MessageKey>(['link', 'footnoteTools'])

/** The end of a block that reaches below the screen is out of sight: its tools stay at the edge, never on the line one writes. */
const lowest = (bottom: number, height: number, line: number) =>
  Math.max(Math.min(bottom, lowerEdge() - height - 14), line)

/** Tools for the table, picture or link the cursor is in, floating beside it. */
export function createContextBar(
  host: HTMLElement,
  context: Context,
): { dom: HTMLElement; refresh: () => void; stop: () => void; focus: () => boolean } {
  const { editor, config } = context
  const { messages } = config
  const dom = element('div', { class: 'cde-toolbar cde-context', role: 'toolbar', hidden: true })
  const said = element('span', { class: 'cde-context-text' })
  let shown: Action[] | null = null
  let buttons: { button: HTMLButtonElement; action: Action }[] = []
  const focus = rove(dom, () => editor.view.focus())

  const albumTools = albumActions.filter(({ run }) => run !== pickAlbum || config.pickAlbum)
  const neededBy = new Map<Action['run'], unknown>([
    [cropImage, config.cropImage],
    [replaceImage, config.pickImage],
    [uploadInstead, config.uploadImage],
  ])
  const isOffered = ({ run }: Action) => !neededBy.has(run) || Boolean(neededBy.get(run))
  const imageTools = imageActions.filter(isOffered)
  const inlineTools = inlineActions.filter(isOffered)
  const toolsHere = (): Tools | null => {
    const { selection } = editor.state
    if (!editor.isEditable) return null
    if (selection instanceof NodeSelection) {
      const { name } = selection.node.type
      if (name === 'albumGallery') return { name: 'albumTools', actions: albumTools, at: selection.from }
      if (name === 'footnoteMark') {
        const text = textOfNote(editor.state.doc, selection.node.attrs.name as string) || messages.noteEmpty
        return { name: 'footnoteTools', actions: footnoteActions, at: selection.from, text }
      }
      if (name === 'media') return { name: 'embedTools', actions: embedActions, at: selection.from }
      if (name === 'image') return { name: 'imageTools', actions: inlineTools, at: selection.from }
      return name === 'imageFigure' ? { name: 'imageTools', actions: imageTools, at: selection.from } : null
    }
    const { $from } = selection
    if (selection.empty && editor.isActive('link')) return { name: 'link', actions: linkActions, at: selection.from }
    for (let depth = $from.depth; depth > 0; depth--) {
      const name = $from.node(depth).type.name
      if (name === 'imageFigure') return { name: 'imageTools', actions: imageTools, at: $from.before(depth) }
      if (name === 'table') return { name: 'tableTools', actions: tableActions, at: $from.before(depth) }
    }
    return null
  }
  const draw = (tools: Tools) => {
    buttons = tools.actions.map((action) => ({
      action,
      button: iconButton(action.icon, messages[action.label], () => action.run(context)),
    }))
    dom.setAttribute('aria-label', messages[tools.name])
    dom.replaceChildren(said, ...buttons.map(({ button }) => button))
    buttons.forEach(({ button }, index) => {
      button.tabIndex = index === 0 ? 0 : -1
    })
  }
  /** Where the toolbar that stays on the screen ends. */
  const ceiling = () => host.parentElement?.querySelector('.cde-top')?.getBoundingClientRect().bottom ?? 0
  // Pictures get their height when they are loaded, and move what is below them.
  const resized = new ResizeObserver(() => requestAnimationFrame(onScroll))
  const refresh = () => {
    const tools = toolsHere()
    const hasFocus = editor.isFocused || dom.contains(document.activeElement)
    dom.hidden = !tools || !hasFocus
    // Only while it is shown: watching the size of a very long text costs every key several milliseconds.
    if (dom.hidden) resized.disconnect()
    else resized.observe(editor.view.dom)
    if (!tools || dom.hidden) {
      host.classList.remove('has-tools-below')
      shown = null
      return
    }
    if (shown !== tools.actions) draw(tools)
    shown = tools.actions
    said.textContent = tools.text ?? ''
    said.hidden = !tools.text
    for (const { button, action } of buttons) {
      if (action.isOn) button.setAttribute('aria-pressed', String(action.isOn(editor)))
      button.disabled = action.isOff?.(editor) ?? false
      button.hidden = action.isHidden?.(editor) ?? false
    }
    const node = editor.view.nodeDOM(tools.at)
    const box =
      tools.name === 'link' || !(node instanceof Element)
        ? editor.view.coordsAtPos(tools.at)
        : node.getBoundingClientRect()
    const frame = host.getBoundingClientRect()
    // On no text: in the picture itself when that is large, else below in room made for it.
    const picture = node instanceof Element ? node.querySelector('.cde-picture')?.getBoundingClientRect() : undefined
    const height = dom.offsetHeight
    const isInPicture =
      tools.name === 'imageTools' && picture && picture.height > 3 * height && picture.width > dom.offsetWidth + 16
    const below =
      tools.name === 'tableTools'
        ? lowest(box.bottom, height, editor.view.coordsAtPos(editor.state.selection.head).bottom)
        : tools.name === 'albumTools' || tools.name === 'embedTools'
          ? lowest(box.bottom, height, box.top)
          : box.bottom
    // While the picture is half out of sight, its tools stay in the part that is seen: never on the toolbar above.
    const inPicture = picture && Math.min(Math.max(picture.top, ceiling()) + 8, picture.bottom - height - 8)
    const top = (isInPicture ? inPicture! : below + 6) - frame.top
    host.style.setProperty('--cde-tools-height', `${height}px`)
    host.classList.toggle('has-tools-below', !WITHIN_LINES.has(tools.name) && !isInPicture)
    dom.style.top = `${top}px`
    dom.style.left = `${Math.max(8, Math.min((isInPicture ? picture.left + 8 : box.left) - frame.left, frame.width - dom.offsetWidth - 8))}px`
  }
  function onScroll() {
    if (!dom.hidden && !editor.isDestroyed) refresh()
  }
  // Whichever element around the editor scrolls.
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return {
    dom,
    refresh,
    stop: () => {
      document.removeEventListener('scroll', onScroll, { capture: true })
      resized.disconnect()
    },
    focus: () => {
      if (!dom.hidden) focus()
      return !dom.hidden
    },
  }
}
