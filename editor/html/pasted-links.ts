/** Where Word puts footnotes and endnotes, and where each leads back to. */
const WORD_NOTE = /^#_(?:ftn|edn)(?:ref)?\w*$/i
const GOOGLE_NOTE = /^(?:https:\/\/docs\.google\.com\/[^#]*)?#ftnt(?:_ref)?\d+$/i

/**
 * Some programs put the place of the file before the target of a note. It would be taken out as dangerous, and the link would no
 * longer be known as one of a note.
 */
export const bareNotes = (html: string): string =>
  html.replace(/(\bhref\s*=\s*["']?)[^"'#>]*(#_(?:ftn|edn)(?:ref)?\w*)/gi, '$1$2')

/**
 * Links to notes become their text, as the targets are not in what is pasted; links through Google's redirect lead where
 * they lead in the end.
 */
export function mendLinks(box: Element): void {
  for (const link of box.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (WORD_NOTE.test(href) || GOOGLE_NOTE.test(href)) {
      link.replaceWith(...link.childNodes)
      continue
    }
    const target = redirectTarget(href)
    if (target) link.setAttribute('href', target)
  }
}

function redirectTarget(href: string): string | undefined {
  const url = URL.parse(href)
  if (!url || !/^(www\.)?google\.com$/.test(url.hostname) || url.pathname !== '/url') return undefined
  const target = url.searchParams.get('q') ?? url.searchParams.get('url')
  return target && /^https?:\/\//i.test(target) && URL.canParse(target) ? target : undefined
}
