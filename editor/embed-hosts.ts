/** Sites whose players an article may embed. The server's sanitiser keeps the same list. */
export const EMBED_HOSTS = [
  'www.youtube.com',
  'youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.dailymotion.com',
  'geo.dailymotion.com',
  'player.bilibili.com',
  'v.qq.com',
  'player.youku.com',
  'videopress.com',
  'video.wordpress.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'embed.music.apple.com',
  'embed.podcasts.apple.com',
  'www.google.com',
  'www.openstreetmap.org',
  'codepen.io',
  'embed.ted.com',
  'player.twitch.tv',
  'www.slideshare.net',
  'www.scribd.com',
] as const

/** Whether an iframe may point here: https (or protocol-relative), a listed host, no port, no credentials. */
export function isEmbeddable(src: string, hosts: readonly string[] = EMBED_HOSTS): boolean {
  if (!URL.canParse(src, 'https://relative.invalid')) return false
  const url = new URL(src, 'https://relative.invalid')
  if (url.protocol !== 'https:' || url.port || url.username || !hosts.includes(url.hostname)) return false
  return url.hostname !== 'www.google.com' || url.pathname.startsWith('/maps/embed')
}

/** Where a video begins: `t=90`, `t=1m30s`. */
function secondsOf(address: string): string {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /[?&#](?:t|start)=(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?(?=[&#]|$)/.exec(address) ?? []
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return all > 0 ? `?start=${all}` : ''
}
const youtube = (id: string, _key: string | undefined, address: string) =>
  `https://www.youtube-nocookie.com/embed/${id}${secondsOf(address)}`

const PAGES: { page: RegExp; player: (id: string, key: string | undefined, address: string) => string }[] = [
  {
    page: /^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)([\w-]{6,})/,
    player: youtube,
  },
  { page: /^https?:\/\/youtu\.be\/([\w-]{6,})/, player: youtube },
  {
    // Who may see an unlisted video has its key in the address.
    page: /^https?:\/\/(?:www\.)?vimeo\.com\/(\d+)(?:\/(\w+))?/,
    player: (id, key) => `https://player.vimeo.com/video/${id}${key ? `?h=${key}` : ''}`,
  },
  {
    page: /^https?:\/\/(?:www\.)?dailymotion\.com\/video\/(\w+)/,
    player: (id) => `https://www.dailymotion.com/embed/video/${id}`,
  },
  {
    page: /^https?:\/\/(?:www\.)?bilibili\.com\/video\/(BV\w+)/,
    player: (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
  },
  {
    page: /^https?:\/\/open\.spotify\.com\/((?:track|album|episode|show|playlist)\/\w+)/,
    player: (id) => `https://open.spotify.com/embed/${id}`,
  },
  { page: /^https?:\/\/(?:www\.)?ted\.com\/talks\/([\w-]+)/, player: (id) => `https://embed.ted.com/talks/${id}` },
]

/** The player of a page with one video or sound; null where nothing here plays it. */
export function playerOfPage(address: string, hosts: readonly string[] = EMBED_HOSTS): string | null {
  for (const { page, player } of PAGES) {
    const [, id, key] = page.exec(address) ?? []
    const found = id && player(id, key, address)
    if (found && isEmbeddable(found, hosts)) return found
  }
  return null
}

const EMBED = /^\/embed\//
/** Where the players are of hosts that have other pages, too: those refuse to be embedded, or show more than one video. */
const PLAYERS: Record<string, RegExp> = {
  'www.youtube.com': EMBED,
  'youtube.com': EMBED,
  'www.dailymotion.com': EMBED,
  'open.spotify.com': /^\/embed(?:-podcast)?\//,
  'www.openstreetmap.org': /^\/export\/embed\.html/,
  'codepen.io': /\/embed\//,
  'www.slideshare.net': /^\/slideshow\/embed_code\//,
  'www.scribd.com': /^\/embeds\//,
}

function isPlayer(address: string): boolean {
  const { hostname, pathname } = new URL(address)
  return PLAYERS[hostname]?.test(pathname) ?? true
}

/** Whether this is a page of a site whose players may be embedded, and none of them. */
export const isOtherPage = (address: string, hosts: readonly string[] = EMBED_HOSTS): boolean =>
  URL.canParse(address) && isEmbeddable(address, hosts) && playerAddress(address, hosts) === null

/** The player's address for a page that people copy from their browser, or null when nothing here plays it. */
export function playerAddress(address: string, hosts: readonly string[] = EMBED_HOSTS): string | null {
  const found = playerOfPage(address.trim(), hosts)
  return found ?? (URL.canParse(address) && isEmbeddable(address, hosts) && isPlayer(address) ? address : null)
}
