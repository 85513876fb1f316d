import { describe, expect, it } from 'vitest'
import { EMBED_HOSTS, isEmbeddable, playerAddress } from '../editor/embed-hosts.ts'
import { writtenHtml } from '../editor/testing/written-html.ts'
import { sanitizeBody } from '../server/features/articles/body-html.ts'
import { elements, embedHosts } from '../server/features/articles/body-html-rules.ts'
import { playerOf } from '../server/features/import/wordpress-embeds.ts'

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
