import type { ArticleFields } from '#contract/article-fields.ts'
import { useCopied } from '../../entity/drafts/draft-texts.tsx'

/** Puts what is written in an article on the clipboard, formatted and plain, and says so. */
export function useCopyText() {
  const copied = useCopied()
  return ({ title, subtitle, body }: Partial<ArticleFields>) => {
    const html = `${[title, subtitle].map((line) => (line ? `<p>${escaped(line)}</p>` : '')).join('')}${body ?? ''}`
    const part = (type: string, text: string) => ({ [type]: new Blob([text], { type }) })
    return copied(() =>
      navigator.clipboard.write([
        new ClipboardItem({ ...part('text/html', html), ...part('text/plain', plain(html)) }),
      ]),
    )
  }
}

const escaped = (text: string) => new Option(text).innerHTML

/** A line for each block. */
function plain(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const number of page.querySelectorAll('a[role=doc-noteref]')) number.textContent = `[${number.textContent}]`
  for (const back of page.querySelectorAll('a[role=doc-backlink]')) back.remove()
  for (const block of page.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, figcaption, br'))
    block.after('\n')
  return page.body.textContent.trim()
}
