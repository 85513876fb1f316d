import { elements } from '../articles/body-html-rules.ts'
import { element, type HtmlNode } from './html-tree.ts'

const PLAYERS: [RegExp, (id: string) => string][] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{6,20})/,
    (id) => `https://www.youtube.com/embed/${id}`,
  ],
  [
    /^https?:\/\/(?:www\.)?youtube\.com\/(?:shorts|embed|live)\/([\w-]{6,20})/,
    (id) => `https://www.youtube.com/embed/${id}`,
  ],
  [/^https?:\/\/youtu\.be\/([\w-]{6,20})/, (id) => `https://www.youtube.com/embed/${id}`],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{4,15})/, (id) => `https://player.vimeo.com/video/${id}`],
  [
    /^https?:\/\/(?:www\.)?dailymotion\.com\/video\/(\w{4,20})/,
    (id) => `https://www.dailymotion.com/embed/video/${id}`,
  ],
  [/^https?:\/\/videopress\.com\/v\/(\w{6,12})/, (id) => `https://videopress.com/embed/${id}`],
  [
    /^https?:\/\/open\.spotify\.com\/((?:track|album|playlist|episode|show)\/\w{10,40})/,
    (id) => `https://open.spotify.com/embed/${id}`,
  ],
  [/^https?:\/\/(?:www\.)?ted\.com\/talks\/(\w{3,120})/, (id) => `https://embed.ted.com/talks/${id}`],
  [
    /^https?:\/\/(?:www\.)?bilibili\.com\/video\/(BV\w{8,12})/,
    (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
  ],
  [
    /^(https?:\/\/(?:www\.)?soundcloud\.com\/[\w-]+\/[\w-]+)/,
    (id) => `https://w.soundcloud.com/player/?url=${encodeURIComponent(id)}`,
  ],
]

/** The player of a page that holds a film or a sound; undefined where we know none. */
export function playerOf(page: string): string | undefined {
  const url = page.trim()
  for (const [pattern, player] of PLAYERS) {
    const id = pattern.exec(url)?.[1]
    if (id) return player(id)
  }
  return undefined
}

/** A film, a player, or at least a link: what an address on a line of its own becomes. */
export function embedOf(page: string, caption: HtmlNode[] = []): HtmlNode[] {
  const figcaption = caption.length ? [element('figcaption', {}, caption)] : []
  const player = playerOf(page)
  if (player) return [element('figure', {}, [iframeOf(player), ...figcaption])]
  const link = element('p', {}, [element('a', { href: page.trim() }, [{ text: page.trim() }])])
  return caption.length ? [link, element('p', {}, caption)] : [link]
}

const iframeOf = (src: string) => element('iframe', { src, width: '560', height: '315', allowfullscreen: '' })

/** Whether an iframe of this address may stay in an article. */
export const mayEmbed = (src: string) => elements['iframe']?.['src']?.(src) !== undefined
