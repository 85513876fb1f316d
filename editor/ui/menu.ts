import { lowerEdge } from '../keep-in-sight.ts'
import { element } from './element.ts'
import { icon, type IconName } from './icons.ts'

export interface MenuItem {
  label: string
  icon?: IconName
  /** A drawing used instead of an icon. */
  drawn?: SVGElement
  /** A colour shown in place of an icon. */
  color?: string
  hint?: string
  checked?: boolean
  disabled?: boolean
  run: () => unknown
}

/** Less than this is too little of a menu to choose from: it rather covers its button. */
const LEAST_HEIGHT = 160
const AIR = 8

/** Opens a menu under a button: arrows move, Enter chooses, Escape and Tab close, and focus goes back to the button. */
export function openMenu(host: HTMLElement, button: HTMLElement, items: MenuItem[]) {
  const menu = element('div', { class: 'cde-menu', role: 'menu', 'aria-label': button.getAttribute('aria-label') })
  const close = (back: boolean) => {
    menu.remove()
    button.setAttribute('aria-expanded', 'false')
    document.removeEventListener('pointerdown', outside, true)
    if (back) button.focus()
  }
  const outside = (event: Event) => {
    if (!menu.contains(event.target as Node) && !button.contains(event.target as Node)) close(false)
  }
  const rows = items.map((item) => row(item, () => close(false)))
  menu.append(...rows)
  menu.addEventListener('keydown', (event) => {
    const usable = rows.filter((entry) => !entry.disabled)
    const at = usable.indexOf(document.activeElement as HTMLButtonElement)
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: usable.length - 1 }
    const to = moves[event.key]
    if (to !== undefined) usable.at(to % usable.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  host.append(menu)
  button.setAttribute('aria-expanded', 'true')
  const [box, frame] = [button.getBoundingClientRect(), host.getBoundingClientRect()]
  const left = Math.min(box.left - frame.left, frame.width - menu.offsetWidth - 8)
  menu.style.left = `${Math.max(8, left)}px`
  const end = lowerEdge() - AIR
  // Of what does not fit, the rest is reached by scrolling the menu.
  menu.style.maxHeight = `${Math.max(LEAST_HEIGHT, Math.min(menu.offsetHeight, end - box.bottom - 4))}px`
  menu.style.top = `${Math.min(box.bottom + 4, end - menu.offsetHeight) - frame.top}px`
  const checked = rows.find((entry) => entry.getAttribute('aria-checked') === 'true')
  ;(checked ?? rows.find((entry) => !entry.disabled))?.focus()
  document.addEventListener('pointerdown', outside, true)
}

function row(item: MenuItem, close: () => void): HTMLButtonElement {
  const swatch = item.color === undefined ? null : element('i', { class: 'cde-swatch' })
  if (swatch && item.color) swatch.style.background = item.color
  return element(
    'button',
    {
      type: 'button',
      class: 'cde-menu-item',
      role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
      'aria-checked': item.checked === undefined ? null : String(item.checked),
      disabled: item.disabled ?? false,
      tabindex: -1,
      onClick: () => {
        close()
        item.run()
      },
    },
    swatch ?? item.drawn ?? (item.icon ? icon(item.icon) : null),
    element('span', {}, item.label),
    item.hint ? element('kbd', {}, item.hint) : null,
  )
}
