import type { Messages } from '../messages.ts'
import { iconButton } from './element.ts'
import { icon } from './icons.ts'
import { openMenu, type MenuItem } from './menu.ts'

/**
 * Moves the tools that find no room in a toolbar into a menu at its end. `foldable` says which, the first to go first;
 * a tool that opens a menu brings its items.
 */
export function foldWhatDoesNotFit(
  host: HTMLElement,
  bar: HTMLElement,
  messages: Messages,
  foldable: { button: HTMLButtonElement; items?: () => MenuItem[] }[],
): { stop: () => void } {
  const asItem = ({ button, items }: (typeof foldable)[number]): MenuItem => {
    const drawn = button.querySelector('svg')?.cloneNode(true) as SVGElement | undefined
    const pressed = button.getAttribute('aria-pressed')
    return {
      label: button.getAttribute('aria-label') ?? '',
      ...(drawn ? { drawn } : {}),
      ...(pressed ? { checked: pressed === 'true' } : {}),
      disabled: button.disabled,
      run: () => (items ? openMenu(host, more, items()) : button.click()),
    }
  }
  const folded = () => foldable.filter(({ button }) => button.hidden).toReversed()
  const more = iconButton('more', messages.moreTools, () => openMenu(host, more, folded().map(asItem)), {
    'aria-haspopup': 'menu',
    'aria-expanded': 'false',
    tabindex: -1,
    hidden: true,
  })
  more.append(icon('chevron'))
  more.classList.add('cde-has-menu')
  bar.append(more)

  const groups = [...bar.querySelectorAll<HTMLElement>('.cde-group')]
  const fit = () => {
    for (const { button } of foldable) button.hidden = false
    for (const group of groups) group.hidden = false
    more.hidden = true
    for (const { button } of foldable) {
      if (bar.scrollWidth <= bar.clientWidth) break
      button.hidden = true
      more.hidden = false
      const group = groups.find((each) => each.contains(button))
      if (group) group.hidden = [...group.children].every((child) => (child as HTMLElement).hidden)
    }
    // Tab must find a way into the bar.
    const entry = bar.querySelector<HTMLElement>('[tabindex="0"]')
    if (!entry?.hidden) return
    entry.tabIndex = -1
    more.tabIndex = 0
  }
  const observer = new ResizeObserver(fit)
  observer.observe(bar)
  return { stop: () => observer.disconnect() }
}
