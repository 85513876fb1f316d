import { playerOfPage } from '../embed-hosts.ts'
import { purify } from './purify.ts'

const BEGINS = /^\s*(?:<!--\s*\/?wp:[a-z]|<[a-z][^]*<!--\s*\/?wp:[a-z])/

/** The HTML of text from WordPress' code editor; undefined where it is none. What WordPress fills itself, as its newest posts, is left out. */
export function htmlOfBlocks(text: string, hosts?: readonly string[]): string | undefined {
  if (!BEGINS.test(text)) return undefined
  const { root } = purify(text, hosts)
  for (const embed of root.querySelectorAll<HTMLElement>('.wp-block-embed')) showPlayer(embed, hosts)
  for (const line of root.querySelectorAll<HTMLElement>('.has-text-align-center')) line.style.textAlign = 'center'
  for (const line of root.querySelectorAll<HTMLElement>('.has-text-align-right')) line.style.textAlign = 'right'
  for (const figure of root.querySelectorAll('figure'))
    if (!figure.querySelector(':scope > figcaption') && figure.querySelector(':scope > :is(figure, table, blockquote)'))
      figure.replaceWith(...figure.childNodes)
  const box = root.ownerDocument.createElement('div')
  box.append(root)
  return box.innerHTML
}

/** In the code there is only the address of the page. */
function showPlayer(embed: HTMLElement, hosts?: readonly string[]) {
  const address = embed.querySelector('.wp-block-embed__wrapper')?.textContent?.trim() ?? ''
  if (!/^https?:\/\/\S+$/.test(address)) return
  const make = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Record<string, string>) => {
    const made = embed.ownerDocument.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    return made
  }
  const caption = embed.querySelector('figcaption')
  const player = playerOfPage(address, hosts)
  if (player) {
    const frame = make('iframe', { src: player, width: '560', height: '315', allowfullscreen: '' })
    if (caption) embed.replaceChildren(frame, caption)
    else embed.replaceWith(frame)
    return
  }
  const link = make('a', { href: address })
  link.append(address)
  const lines = [[link], ...(caption ? [[...caption.childNodes]] : [])].map((parts) => {
    const line = make('p', {})
    line.append(...parts)
    return line
  })
  embed.replaceWith(...lines)
}
