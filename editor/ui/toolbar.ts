import type { Editor } from '@tiptap/core'
import type { MessageKey } from '../messages.ts'
import { isInNote } from '../footnote-commands.ts'
import {
  albumAction,
  alignments,
  bold,
  insertActions,
  isOff,
  italic,
  libraryAction,
  link,
  listActions,
  moreMarks,
  quote,
  redo,
  tableAction,
  textStyles,
  undo,
  uploadAction,
  type Action,
} from './actions.ts'
import type { Context } from './context.ts'
import { colorItems } from './colors.ts'
import { element, iconButton } from './element.ts'
import { icon, type IconName } from './icons.ts'
import { openMenu, type MenuItem } from './menu.ts'
import { foldWhatDoesNotFit } from './overflow.ts'
import { rove } from './roving-focus.ts'

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A shortcut as the keyboard in front of the person names it. */
export const shownShortcut = (shortcut: string) =>
  shortcut
    .replace('Mod', IS_MAC ? '⌘' : 'Ctrl')
    .replace('Alt', IS_MAC ? '⌥' : 'Alt')
    .replaceAll('-', IS_MAC ? ' ' : '+')

/** Views the toolbar opens and closes. */
export interface Panels {
  find: () => void
  source: () => boolean
  fullScreen: () => boolean
  help: () => void
  isSourceOpen: () => boolean
  isFullScreen: () => boolean
}

export interface Toolbar {
  dom: HTMLElement
  refresh: () => void
  focus: () => void
  stop: () => void
}

export function createToolbar(host: HTMLElement, context: Context, panels: Panels): Toolbar {
  const { config, editor } = context
  const { messages } = config
  const watched: { button: HTMLButtonElement; action: Pick<Action, 'isOn'>; isOff?: () => boolean }[] = []

  const menus = new Map<HTMLButtonElement, () => MenuItem[]>()

  const titled = (action: Action) =>
    action.shortcut ? `${messages[action.label]} (${shownShortcut(action.shortcut)})` : messages[action.label]
  const actionButton = (action: Action) => {
    const button = iconButton(action.icon, messages[action.label], () => action.run(context), { title: titled(action) })
    watched.push({ button, action, isOff: () => isOff(action, editor) })
    return button
  }
  const asItem = (action: Action): MenuItem => ({
    label: messages[action.label],
    icon: action.icon,
    ...(action.shortcut ? { hint: shownShortcut(action.shortcut) } : {}),
    ...(action.isOn ? { checked: action.isOn(editor) } : {}),
    disabled: isOff(action, editor),
    run: () => action.run(context),
  })
  const menuButton = (
    name: IconName,
    label: MessageKey,
    items: () => MenuItem[],
    isOn?: (editor: Editor) => boolean,
  ) => {
    const button = iconButton(name, messages[label], () => openMenu(host, button, items()), {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    })
    button.append(icon('chevron'))
    button.classList.add('cde-has-menu')
    menus.set(button, items)
    if (isOn) watched.push({ button, action: { isOn } })
    return button
  }

  const styleName = element('span')
  const styleButton = element(
    'button',
    { type: 'button', class: 'cde-button cde-has-menu cde-style', 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    styleName,
    icon('chevron'),
  )
  styleButton.addEventListener('click', () => openMenu(host, styleButton, textStyles.map(asItem)))

  const images = [
    ...(config.uploadImage ? [uploadAction] : []),
    ...(config.pickImage ? [libraryAction] : []),
    ...(config.pickAlbum ? [albumAction] : []),
  ]
  const imageButton =
    images.length === 1
      ? actionButton({ ...images[0]!, icon: 'image' })
      : images.length > 1
        ? menuButton('image', 'image', () => images.map(asItem))
        : null

  const groups: (HTMLButtonElement | null)[][] = [
    [actionButton(undo), actionButton(redo)],
    [styleButton],
    [
      actionButton(bold),
      actionButton(italic),
      actionButton(link),
      menuButton(
        'more',
        'moreFormatting',
        () => moreMarks.map(asItem),
        (current) => moreMarks.some((action) => action.isOn?.(current)),
      ),
      menuButton(
        'color',
        'textColor',
        () => colorItems(context),
        (current) => current.isActive('textColor'),
      ),
    ],
    [...listActions.map(actionButton), actionButton(quote)],
    [
      menuButton('alignLeft', 'alignment', () => alignments.map(asItem)),
      imageButton,
      actionButton(tableAction),
      menuButton('insert', 'insert', () => insertActions(config).map(asItem)),
    ],
  ]
  const views = [
    iconButton('find', messages.find, panels.find, { title: `${messages.find} (${shownShortcut('Mod-F')})` }),
    iconButton('source', messages.source, panels.source),
    iconButton('fullScreen', messages.fullScreen, panels.fullScreen),
    iconButton('help', messages.help, panels.help),
  ]
  watched.push(
    { button: views[1]!, action: { isOn: panels.isSourceOpen } },
    { button: views[2]!, action: { isOn: panels.isFullScreen } },
  )

  const dom = element(
    'div',
    { class: 'cde-toolbar', role: 'toolbar', 'aria-label': messages.toolbar },
    ...groups.map((group) => element('div', { class: 'cde-group' }, ...group)),
    element('span', { class: 'cde-spring' }),
    element('div', { class: 'cde-group' }, ...views),
  )
  const [[undoButton, redoButton], , [, , linkButton, marksButton, colorButton], blocks, [alignButton, ...inserts]] =
    groups as [HTMLButtonElement[], unknown, HTMLButtonElement[], HTMLButtonElement[], HTMLButtonElement[]]
  const [findButton, sourceButton, fullButton, helpButton] = views
  // The first to leave when the bar is narrow is what is needed least while writing.
  const foldable = [
    helpButton,
    fullButton,
    sourceButton,
    alignButton,
    colorButton,
    findButton,
    ...blocks.toReversed(),
    inserts[1],
    marksButton,
    redoButton,
    undoButton,
    inserts[2],
    linkButton,
    inserts[0],
  ].flatMap((button) => (button ? [{ button, items: menus.get(button) }] : []))
  const { stop } = foldWhatDoesNotFit(host, dom, messages, foldable)
  const focus = rove(dom, () => editor.view.focus())

  const refresh = () => {
    const sourceOpen = panels.isSourceOpen()
    const style = textStyles.find((action) => action.isOn?.(editor))
    styleName.textContent = messages[style?.label ?? 'paragraph']
    styleButton.setAttribute('aria-label', `${messages.textStyle}: ${styleName.textContent}`)
    styleButton.disabled = sourceOpen || isInNote(editor.state)
    for (const { button, action, isOff: isButtonOff } of watched) {
      if (action.isOn) button.setAttribute('aria-pressed', String(action.isOn(editor)))
      const isView = views.includes(button)
      button.disabled = (sourceOpen && !isView) || (isButtonOff?.() ?? false)
    }
    views[0]!.disabled = sourceOpen
  }
  refresh()
  return { dom, refresh, focus, stop }
}
