import { type ArticleFields, headFields, wordFields } from '#contract/article-fields.ts'
import { searchHead, searchWords } from './article-search-rules.ts'
import { countWords, plainText, readingMinutes } from './body-html-text.ts'

export const textFields = [...new Set([...headFields, ...wordFields, 'body' as const])]
/** The fields that readers and the search read as text. */
export type TextFields = Pick<ArticleFields, (typeof textFields)[number]>
/** What is computed from them and stored beside them. */
export type TextColumns = { wordCount: number; readingTime: number; searchHead: string; searchWords: string[] }

/** Costs some hundred milliseconds for a very long text: see describeText in body-html-pool.ts. */
export function textColumns(fields: TextFields): TextColumns {
  const text = plainText(fields.body)
  const wordCount = countWords(text)
  return {
    wordCount,
    readingTime: readingMinutes(text, wordCount),
    searchHead: searchHead(headFields.map((name) => fields[name])),
    searchWords: searchWords([...wordFields.map((name) => fields[name]), text]),
  }
}
