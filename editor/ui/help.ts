import type { MessageKey, Messages } from '../messages.ts'
import {
  alignments,
  bold,
  insertions,
  italic,
  link,
  listActions,
  moreMarks,
  quote,
  redo,
  textStyles,
  undo,
} from './actions.ts'
import { element } from './element.ts'
import { shownShortcut } from './toolbar.ts'

const TYPED: [MessageKey, string][] = [
  ['helpToolbar', 'Alt+F10'],
  ['helpSlash', '/'],
  ['helpHeading', '# ## ### ####'],
  ['helpList', '-  1.  [ ]'],
  ['helpQuote', '>'],
  ['helpCode', '```'],
  ['helpDivider', '---'],
  ['helpBold', '**bold** *italic* ~~strike~~ `code`'],
]

/** The list of keys, made from the very actions that the toolbar has. */
export function helpList(messages: Messages): HTMLElement {
  const actions = [
    undo,
    redo,
    bold,
    italic,
    ...moreMarks,
    link,
    ...textStyles,
    ...listActions,
    quote,
    ...alignments,
    ...insertions,
  ]
  const rows: [string, string][] = [
    ...TYPED.map(([label, keys]): [string, string] => [messages[label], keys]),
    [messages.helpTask, shownShortcut('Alt-Enter')],
    [messages.helpMove, `${shownShortcut('Alt-Shift-↑')}  ${shownShortcut('Alt-Shift-↓')}`],
    [messages.helpNoteGo, 'Enter'],
    [messages.helpNoteBack, `Esc  ${shownShortcut('Mod-Alt-F')}`],
    [messages.find, shownShortcut('Mod-F')],
    ...actions
      .filter((action) => action.shortcut)
      .map((action): [string, string] => [messages[action.label], shownShortcut(action.shortcut!)]),
  ]
  return element(
    'dl',
    { class: 'cde-keys' },
    ...rows.map(([label, keys]) =>
      element('div', {}, element('dt', {}, label), element('dd', {}, element('kbd', {}, keys))),
    ),
  )
}
