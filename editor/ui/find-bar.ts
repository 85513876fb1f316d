import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import { fill, type Messages } from '../messages.ts'
import { reveal } from '../keep-in-sight.ts'
import { isOfComposition } from './composition.ts'
import { element, iconButton, textButton } from './element.ts'
import { findMatches, findState, replaceMatch, setFindQuery } from './find-in-text.ts'

export interface FindBar {
  dom: HTMLElement
  open: () => void
  refresh: () => void
}

export function createFindBar(editor: Editor, messages: Messages): FindBar {
  const find = element('input', { type: 'search', 'aria-label': messages.findWhat, placeholder: messages.findWhat })
  const replace = element('input', {
    type: 'text',
    'aria-label': messages.replaceWith,
    placeholder: messages.replaceWith,
  })
  const matchCase = iconButton('letterCase', messages.findMatchCase, () => {
    matchCase.setAttribute('aria-pressed', String(!isCaseMatched()))
    restart()
  })
  matchCase.setAttribute('aria-pressed', 'false')
  const isCaseMatched = () => matchCase.getAttribute('aria-pressed') === 'true'
  const count = element('span', { class: 'cde-find-count', role: 'status' })
  let current = 0
  /** How many were replaced by the last step; undefined after any other. */
  let replaced: number | undefined

  const query = () =>
    setFindQuery(editor.state, find.value ? { text: find.value, matchCase: isCaseMatched(), current } : null)
  const show = () => {
    editor.view.dispatch(query())
    const find = () => (editor.isDestroyed ? null : editor.view.dom.querySelector('.cde-match-current'))
    if (findState(editor.state).matches[current]) reveal(find)
    refresh()
  }
  const move = (by: number) => {
    const { length } = findState(editor.state).matches
    if (length === 0) return
    replaced = undefined
    current = (current + by + length) % length
    show()
  }
  /** The first match from a position on; behind the last one it begins again. */
  const goTo = (pos: number) => {
    const matches = findMatches(editor.state.doc, find.value, isCaseMatched())
    current = Math.max(
      0,
      matches.findIndex(({ from }) => from >= pos),
    )
    show()
  }
  const restart = () => {
    replaced = undefined
    goTo(editor.state.selection.from)
  }
  const replaceOne = () => {
    const match = findState(editor.state).matches[current]
    if (!match) return
    replaced = undefined
    editor.view.dispatch(closeHistory(replaceMatch(editor.state.tr, match, replace.value)))
    // Not within the new words: they may have the old one in them.
    goTo(match.from + replace.value.length)
  }
  const replaceAll = () => {
    const { tr } = editor.state
    const { matches } = findState(editor.state)
    if (matches.length === 0) return
    for (const match of matches.toReversed()) replaceMatch(tr, match, replace.value)
    editor.view.dispatch(closeHistory(tr))
    current = 0
    replaced = matches.length
    show()
  }
  const close = () => {
    const match = findState(editor.state).matches[current]
    const tr = setFindQuery(editor.state, null)
    if (match) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to))
    dom.hidden = true
    editor.view.dispatch(tr)
    editor.view.focus()
  }
  const refresh = () => {
    if (dom.hidden) return
    const { length } = findState(editor.state).matches
    count.textContent =
      replaced !== undefined
        ? fill(messages.findReplaced, { count: replaced.toLocaleString(document.documentElement.lang || 'en') })
        : length > 0
          ? fill(messages.findCount, { current: Math.min(current + 1, length), total: length })
          : find.value
            ? messages.findNone
            : ''
  }

  const dom = element(
    'div',
    { class: 'cde-find', role: 'search', 'aria-label': messages.find, hidden: true },
    element(
      'div',
      {},
      find,
      count,
      iconButton('up', messages.findPrevious, () => move(-1)),
      iconButton('chevron', messages.findNext, () => move(1)),
      matchCase,
    ),
    element(
      'div',
      {},
      replace,
      textButton(messages.replaceOne, replaceOne),
      textButton(messages.replaceAll, replaceAll),
      iconButton('close', messages.close, close),
    ),
  )
  find.addEventListener('input', restart)
  dom.addEventListener('keydown', (event) => {
    // The search of the page opens from here, too.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return
    event.stopPropagation()
    // Enter and Escape belong to the input method while a Chinese word is being composed.
    if (isOfComposition(event)) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === find) move(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && event.target === replace) replaceOne()
    else return
    event.preventDefault()
  })
  return {
    dom,
    refresh,
    open: () => {
      const { from, to, empty } = editor.state.selection
      if (!empty && to - from < 100) find.value = editor.state.doc.textBetween(from, to, ' ')
      dom.hidden = false
      restart()
      find.focus()
      find.select()
    },
  }
}
