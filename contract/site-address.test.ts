import { describe, expect, it } from 'vitest'
import { SITE_EXAMPLE, sitePatternFault, siteUrlOf } from './site-address.ts'

describe('the pattern of public addresses', () => {
  it.each([
    ['https://example.com/{category}/{slug}', 'https://example.com/travel/autumn-in-kyoto'],
    ['https://example.com/{year}/{month}/{day}/{slug}.html', 'https://example.com/2026/03/09/autumn-in-kyoto.html'],
    ['https://example.com/?p={id}', `https://example.com/?p=${SITE_EXAMPLE.id}`],
    ['https://example.com:8443/#/{slug}', 'https://example.com:8443/#/autumn-in-kyoto'],
    ['http://localhost:8080/{slug}', 'http://localhost:8080/autumn-in-kyoto'],
    ['http://127.0.0.1:8080/{slug}', 'http://127.0.0.1:8080/autumn-in-kyoto'],
    ['http://[::1]:8080/{slug}', 'http://[::1]:8080/autumn-in-kyoto'],
  ])('%s leads to %s', (pattern, address) => {
    expect(sitePatternFault(pattern)).toBeUndefined()
    expect(siteUrlOf(pattern, SITE_EXAMPLE)).toBe(address)
  })

  it.each([
    ['http://example.com/{slug}', 'site_not_https'],
    ['http://localhost.example.com/{slug}', 'site_not_https'],
    ['http://127.0.0.1.example.com/{slug}', 'site_not_https'],
    ['ftp://example.com/{slug}', 'site_not_url'],
    ['javascript:alert(1)//{slug}', 'site_not_url'],
    ['//example.com/{slug}', 'site_not_url'],
    ['example.com/{slug}', 'site_not_url'],
    ['https://exa mple.com/{slug}', 'site_not_url'],
    ['https://example.com\\@evil.example/{slug}', 'site_not_url'],
    ['https://example.com@evil.example/{slug}', 'site_not_url'],
    ['https://{slug}.example.com/', 'site_placeholder_misplaced'],
    ['https://example.com/{title}/{slug}', 'site_placeholder_unknown'],
    ['https://example.com/{}/{slug}', 'site_placeholder_unknown'],
    ['https://example.com/{slug', 'site_placeholder_unknown'],
    ['https://example.com/{{slug}}', 'site_placeholder_unknown'],
    ['https://example.com/{category}/{year}', 'site_placeholder_missing'],
    ['https://example.com/', 'site_placeholder_missing'],
  ])('%s is refused: %s', (pattern, fault) => {
    expect(sitePatternFault(pattern)).toBe(fault)
  })

  it('may be empty, and then there are no addresses', () => {
    expect(sitePatternFault('')).toBeUndefined()
    expect(siteUrlOf('', SITE_EXAMPLE)).toBeNull()
  })

  it('gives no address to an article without what it asks for', () => {
    const article = { ...SITE_EXAMPLE, category: null }
    expect(siteUrlOf('https://example.com/{category}/{slug}', article)).toBeNull()
    expect(siteUrlOf('https://example.com/{slug}', article)).toBe('https://example.com/autumn-in-kyoto')
  })
})
