/** Sites whose players may stand in an article. The server's sanitiser keeps the same list. */
export const EMBED_HOSTS = [
  'www.youtube.com',
  'www.youtube-nocookie.com',
  'player.vimeo.com',
  'www.dailymotion.com',
  'geo.dailymotion.com',
  'player.bilibili.com',
  'player.youku.com',
  'v.qq.com',
  'open.spotify.com',
  'w.soundcloud.com',
  'embed.ted.com',
  'www.google.com',
  'maps.google.com',
  'www.openstreetmap.org',
  'codepen.io',
  'datawrapper.dwcdn.net',
] as const

/** Whether an iframe may point here: https (or protocol-relative), a listed host, no port, no credentials. */
export function isEmbeddable(src: string, hosts: readonly string[] = EMBED_HOSTS): boolean {
  if (!URL.canParse(src, 'https://relative.invalid')) return false
  const url = new URL(src, 'https://relative.invalid')
  return url.protocol === 'https:' && !url.port && !url.username && hosts.includes(url.hostname)
}

const PAGES: { page: RegExp; player: (id: string) => string }[] = [
  {
    page: /^https?:\/\/(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)([\w-]{6,})/,
    player: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  { page: /^https?:\/\/youtu\.be\/([\w-]{6,})/, player: (id) => `https://www.youtube-nocookie.com/embed/${id}` },
  { page: /^https?:\/\/(?:www\.)?vimeo\.com\/(\d+)/, player: (id) => `https://player.vimeo.com/video/${id}` },
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

/** The player's address for a page that people copy from their browser, or null when nothing here plays it. */
export function playerAddress(address: string, hosts: readonly string[] = EMBED_HOSTS): string | null {
  for (const { page, player } of PAGES) {
    const id = page.exec(address.trim())?.[1]
    if (id) return player(id)
  }
  return URL.canParse(address) && isEmbeddable(address, hosts) ? address : null
}
