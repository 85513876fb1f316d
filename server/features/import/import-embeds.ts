import { Text, type ChildNode } from 'domhandler'
import { elements } from '../articles/body-html-rules.ts'
import { element } from './html-tree.ts'

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

/** The address of the player for a page with a video or a sound; undefined where none is known. */
export function playerOf(page: string): string | undefined {
  const url = page.trim()
  for (const [pattern, player] of PLAYERS) {
    const id = pattern.exec(url)?.[1]
    if (id) return player(id)
  }
  return undefined
}

/** What an address on a line of its own becomes: a player, or else a link. */
export function embedOf(page: string, caption: ChildNode[] = []): ChildNode[] {
  const figcaption = caption.length ? [element('figcaption', {}, caption)] : []
  const player = playerOf(page)
  if (player) return [element('figure', {}, [iframeOf(player), ...figcaption])]
  const link = element('p', {}, [element('a', { href: page.trim() }, [new Text(page.trim())])])
  return caption.length ? [link, element('p', {}, caption)] : [link]
}

const iframeOf = (src: string) => element('iframe', { src, width: '560', height: '315', allowfullscreen: '' })

/** Whether an iframe of this address may stay in an article. */
export const mayEmbed = (src: string) => elements['iframe']?.['src']?.(src) !== undefined
