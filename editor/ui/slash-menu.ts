import { TextSelection } from '@tiptap/pm/state'
import { lowerEdge } from '../keep-in-sight.ts'
import { slashActions, type Action } from './actions.ts'
import type { Context } from './context.ts'
import { isOfComposition } from './composition.ts'
import { element } from './element.ts'
import { icon } from './icons.ts'

const KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'])
/** Enough rows to choose from, wherever the line is. */
const LEAST_HEIGHT = 110
const TYPED = /^\/([\p{L}\p{N} ]{0,24})$/u
/** Within a line only what surely begins a name: “and/or” and “5 / 3” are text. */
const TYPED_WITHIN = /\s+\/(\p{Script=Han}{1,8}|\p{L}{2,24})$/u

/**
 * The list of blocks that opens when a line begins with a slash; behind words, of what belongs to words. Focus stays in the text; the chosen row is named to
 * assistive technology through aria-activedescendant.
 */
export function createSlashMenu(
  host: HTMLElement,
  context: Context,
): { refresh: () => void; handleKey: (event: KeyboardEvent) => boolean } {
  const { editor, config } = context
  const { messages } = config
  const all = slashActions(config)
  const listId = `cde-slash-${crypto.randomUUID()}`
  const list = element('div', {
    class: 'cde-menu cde-slash',
    role: 'listbox',
    tabindex: 0,
    id: listId,
    'aria-label': messages.slashMenu,
    hidden: true,
  })
  host.append(list)
  let shown: Action[] = []
  let active = 0
  let dismissed: string | null = null

  const typed = (): { query: string; from: number; isWithin: boolean } | null => {
    const { $from, empty } = editor.state.selection
    if (!empty || $from.parent.type.name !== 'paragraph' || !editor.isFocused || editor.view.composing) return null
    const isAtEnd = $from.parentOffset === $from.parent.content.size
    const [, whole] = (isAtEnd && TYPED.exec($from.parent.textContent)) || []
    if (whole !== undefined) return { query: whole, from: $from.start(), isWithin: false }
    const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 40), $from.parentOffset, '', '\ufffc')
    const [part, query] = TYPED_WITHIN.exec(before) ?? []
    return part && query ? { query, from: $from.pos - part.length, isWithin: true } : null
  }
  const choose = (action: Action) => {
    const { $from } = editor.state.selection
    const line = $from.depth > 0 ? editor.state.doc.resolve($from.before()) : null
    const { tr } = editor.state
    const at = typed()
    // On a line of its own, it belongs to the words of the line before.
    if (action.isInline && !at?.isWithin && line?.nodeBefore?.type.name === 'paragraph') {
      tr.delete($from.before(), $from.after())
      tr.setSelection(TextSelection.create(tr.doc, line.pos - 1))
    } else tr.delete(at?.from ?? $from.start(), $from.pos)
    editor.view.dispatch(tr)
    close()
    action.run(context)
  }
  const close = () => {
    list.hidden = true
    editor.view.dom.removeAttribute('aria-activedescendant')
    editor.view.dom.removeAttribute('aria-controls')
  }
  const draw = () => {
    list.replaceChildren(
      ...shown.map((action, index) => {
        const row = element(
          'div',
          {
            class: 'cde-menu-item',
            role: 'option',
            id: `${listId}-${index}`,
            'aria-selected': String(index === active),
          },
          icon(action.icon),
          element('span', {}, messages[action.label]),
        )
        // The text keeps the focus. Not at the first touch: a finger may only be about to scroll.
        row.addEventListener('mousedown', (event) => event.preventDefault())
        row.addEventListener('click', () => choose(action))
        return row
      }),
    )
    if (shown.length === 0)
      list.append(
        element(
          'div',
          { class: 'cde-menu-none', role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' },
          messages.slashNone,
        ),
      )
    editor.view.dom.setAttribute('aria-controls', listId)
    if (shown.length > 0) editor.view.dom.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else editor.view.dom.removeAttribute('aria-activedescendant')
    list.children[active]?.scrollIntoView({ block: 'nearest' })
  }
  const place = () => {
    const caret = editor.view.coordsAtPos(editor.state.selection.from)
    const frame = host.getBoundingClientRect()
    const tools = host.parentElement?.querySelector('.cde-top')?.getBoundingClientRect().bottom ?? 0
    const [above, under] = [caret.top - tools - 12, lowerEdge() - caret.bottom - 12]
    list.style.maxHeight = ''
    const below = list.offsetHeight < under || under >= above
    const room = below ? under : above
    if (list.offsetHeight > room) list.style.maxHeight = `${Math.max(LEAST_HEIGHT, room)}px`
    list.style.left = `${Math.max(8, Math.min(caret.left - frame.left, frame.width - list.offsetWidth - 8))}px`
    list.style.top = `${(below ? caret.bottom + 6 : caret.top - list.offsetHeight - 6) - frame.top}px`
  }
  const refresh = () => {
    const at = typed()
    if (at === null) dismissed = null
    if (at === null || at.query === dismissed) return list.hidden || close()
    const wanted = at.query.trim().toLowerCase()
    const next = all.filter((action) => {
      const names = `${messages[action.label]} ${action.label}`.toLowerCase()
      if (at.isWithin) return action.isInline && names.split(' ').some((name) => name.startsWith(wanted))
      return `${names} ${action.keywords ?? ''}`.toLowerCase().includes(wanted)
    })
    if (next.length === 0 && (wanted.length > 8 || at.isWithin)) return close()
    if (list.hidden || next.length !== shown.length || next.some((action, index) => action !== shown[index])) active = 0
    shown = next
    list.hidden = false
    draw()
    place()
    list.children[active]?.scrollIntoView({ block: 'nearest' })
  }
  const handleKey = (event: KeyboardEvent): boolean => {
    if (isOfComposition(event) || !KEYS.has(event.key)) return false
    // What was typed just before this key may not be in the list yet.
    refresh()
    if (list.hidden) return false
    const chosen = shown[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      active = (active + (event.key === 'ArrowDown' ? 1 : -1) + shown.length) % Math.max(1, shown.length)
      draw()
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
    else if (event.key === 'Escape') {
      dismissed = typed()?.query ?? null
      close()
    } else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { refresh: () => void refresh(), handleKey }
}

export type SlashMenu = ReturnType<typeof createSlashMenu>
