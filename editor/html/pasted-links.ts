import { noteOf } from './pasted-footnotes.ts'

/**
 * Links to notes become their text where the other end is not in what is pasted; links through the redirect of Google or Outlook
 * lead where they lead in the end.
 */
export function mendLinks(box: Element): void {
  for (const link of box.querySelectorAll('a[href]')) {
    if (noteOf(link)) {
      link.replaceWith(...link.childNodes)
      continue
    }
    const target = redirectTarget(link.getAttribute('href') ?? '')
    if (target) link.setAttribute('href', target)
  }
}

function redirectTarget(href: string): string | undefined {
  const url = URL.parse(href)
  const isGoogle = /^(www\.)?google\.com$/.test(url?.hostname ?? '') && url?.pathname === '/url'
  if (!url || !(isGoogle || url.hostname.endsWith('.safelinks.protection.outlook.com'))) return undefined
  const target = url.searchParams.get('q') ?? url.searchParams.get('url')
  return target && /^https?:\/\//i.test(target) && URL.canParse(target) ? target : undefined
}
