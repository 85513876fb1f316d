import { useLingui } from '@lingui/react/macro'
import type { ArticleFields } from '#contract/article-fields.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'

/** Puts what is written in an article on the clipboard, formatted and plain, and says so. */
export function useCopyText() {
  const { t } = useLingui()
  return async ({ title, subtitle, body }: Partial<ArticleFields>) => {
    const html = `${[title, subtitle].map((line) => (line ? `<p>${escaped(line)}</p>` : '')).join('')}${body ?? ''}`
    try {
      const part = (type: string, text: string) => ({ [type]: new Blob([text], { type }) })
      await navigator.clipboard.write([
        new ClipboardItem({ ...part('text/html', html), ...part('text/plain', plain(html)) }),
      ])
      notifyDone(t`Copied`)
    } catch {
      notifyFailure(t`The browser did not allow copying`)
    }
  }
}

const escaped = (text: string) => new Option(text).innerHTML

/** A line for each block. */
function plain(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const block of page.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, figcaption, br'))
    block.after('\n')
  return page.body.textContent.trim()
}
