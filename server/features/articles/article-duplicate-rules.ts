import { ARTICLE_LIMITS, emptyArticleFields, pickFields, uncopiedFields } from '#contract/article-fields.ts'
import type { Locale } from '#contract/session.ts'
import type { ArticleContent } from '../../db/tables.ts'

const SUFFIX = /(?: \(copy(?: \d+)?\)|（副本(?: \d+)?）)$/

const suffixOf = (locale: Locale, number: number): string => {
  const counted = number > 1 ? ` ${number}` : ''
  return locale === 'zh-CN' ? `（副本${counted}）` : ` (copy${counted})`
}

/**
 * The title of a copy: “Story (copy)”, the copy of that “Story (copy 2)”. What would be too long is cut before the suffix.
 * @param number 1 for the first
 */
export function titleOfCopy(title: string, locale: Locale, number: number): string {
  if (title === '') return ''
  const suffix = suffixOf(locale, number)
  const room = ARTICLE_LIMITS.title - suffix.length
  // No half characters: they cannot be stored.
  const base = title
    .replace(SUFFIX, '')
    .slice(0, room)
    .replace(/[\ud800-\udbff]$/, '')
  return base.trimEnd() + suffix
}

/** What a copy takes over: text, taxonomy, pictures and SEO. Not what belongs to the publication of the original. */
export const contentOfCopy = (content: ArticleContent): ArticleContent => ({
  ...content,
  ...pickFields(emptyArticleFields, uncopiedFields),
})
