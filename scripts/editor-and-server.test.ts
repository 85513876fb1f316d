import { describe, expect, it } from 'vitest'
import { EMBED_HOSTS, isEmbeddable, playerAddress } from '../editor/embed-hosts.ts'
import { writtenHtml } from '../editor/testing/written-html.ts'
import { sanitizeBody } from '../server/features/articles/body-html.ts'
import { elements, embedHosts } from '../server/features/articles/body-html-rules.ts'
import { playerOf } from '../server/features/import/import-embeds.ts'

const sorted = (hosts: readonly string[]) => hosts.toSorted((a, b) => a.localeCompare(b))
const serverKeeps = (src: string) => elements['iframe']?.['src']?.(src) !== undefined

describe('players of other sites', () => {
  it('are allowed by the editor and by the server from the very same hosts', () => {
    expect(sorted(EMBED_HOSTS)).toEqual(sorted(embedHosts))
  })

  it.each([
    ...EMBED_HOSTS.map((host) => `https://${host}/maps/embed/1`),
    'https://www.google.com/search?q=1',
    'http://www.youtube.com/embed/1',
    'https://www.youtube.com:8443/embed/1',
    'https://someone@www.youtube.com/embed/1',
    'https://evil.example/www.youtube.com',
    'https://www.youtube.com.evil.example/embed/1',
    'javascript:alert(1)',
  ])('of %s are judged the same on both sides', (src) => {
    expect(isEmbeddable(src)).toBe(serverKeeps(src))
  })

  it.each([
    'https://www.youtube.com/watch?v=ex8fMxXJDJw',
    'https://youtu.be/ex8fMxXJDJw',
    'https://vimeo.com/22439234',
    'https://www.dailymotion.com/video/x8abcd1',
    'https://www.bilibili.com/video/BV1xx411c7mD',
    'https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl',
    'https://www.ted.com/talks/some_body_a_talk',
  ])('for %s are kept by the server, whether pasted or imported', (page) => {
    expect(serverKeeps(playerAddress(page) ?? '')).toBe(true)
    expect(serverKeeps(playerOf(page) ?? '')).toBe(true)
  })
})

describe('an address of a site with players', () => {
  it.each([
    'https://www.youtube.com/@nasa',
    'https://www.youtube.com/channel/UCLA_DiR1FfKNvjuUpBHmylQ',
    'https://www.youtube.com/results?search_query=moon',
    'https://www.youtube.com/',
    'https://www.dailymotion.com/user/nasa',
    'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb',
    'https://codepen.io/chriscoyier',
    'https://www.openstreetmap.org/#map=12/47.4/8.5',
    'https://www.slideshare.net/someone/slides',
    'https://www.scribd.com/document/1/Title',
  ])('that is a page, as %s, is none of a player', (page) => {
    expect(playerAddress(page)).toBeNull()
  })

  it.each([
    'https://www.youtube.com/embed/ex8fMxXJDJw',
    'https://youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube-nocookie.com/embed/ex8fMxXJDJw?start=3',
    'https://www.dailymotion.com/embed/video/x8abcd1',
    'https://geo.dailymotion.com/player.html?video=x8abcd1',
    'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl',
    'https://codepen.io/chriscoyier/embed/preview/abc',
    'https://www.openstreetmap.org/export/embed.html?bbox=1',
    'https://www.slideshare.net/slideshow/embed_code/key/abc',
    'https://www.scribd.com/embeds/1/content',
    'https://player.vimeo.com/video/22439234',
    'https://www.google.com/maps/embed?pb=1',
  ])('that is a player, as %s, stays as it is', (player) => {
    expect(playerAddress(player)).toBe(player)
  })

  it('is one that an administrator allowed, whatever its path', () => {
    expect(playerAddress('https://video.example/watch/1', ['video.example'])).toBe('https://video.example/watch/1')
  })
})

// The server writes styles without blanks; that is all it may change.
const plain = (html: string) =>
  html.replace(
    / style="([^"]*)"/g,
    (_, style: string) => ` style="${style.replace(/\s*([:;,])\s*/g, '$1').replace(/;$/, '')}"`,
  )

describe('what the editor writes', () => {
  it.each(writtenHtml)('%s: is kept by the server as it is', (_, html) => {
    expect(plain(sanitizeBody(html))).toBe(plain(html))
  })

  it('a player: is kept by the server, in a sandbox', () => {
    const src = 'https://www.youtube.com/embed/abc'
    expect(sanitizeBody(`<iframe src="${src}" width="560" height="315" allowfullscreen=""></iframe>`)).toMatch(
      new RegExp(`^<iframe src="${src}" width="560" height="315" allowfullscreen="" sandbox="[^"]+"`),
    )
  })
})
