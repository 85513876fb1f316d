import { icon, type IconName } from './icons.ts'

type Props = Record<string, string | boolean | number | null | undefined | ((event: never) => void)>

/** Builds an element: `on…` props are listeners, `true`/`false` set or leave out an attribute, the rest are attributes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function')
      made.addEventListener(name.slice(2).toLowerCase(), value as unknown as EventListener)
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

/** A button that shows only an icon; the label is its name and its tooltip. */
export function iconButton(name: IconName, label: string, run: () => void, props: Props = {}): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', class: 'cde-button', 'aria-label': label, title: label, onClick: run, ...props },
    icon(name),
  )
}

export function textButton(label: string, run: () => void, props: Props = {}): HTMLButtonElement {
  return element('button', { type: 'button', class: 'cde-text-button', onClick: run, ...props }, label)
}
