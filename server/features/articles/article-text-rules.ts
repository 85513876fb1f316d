import { searchHead, searchWords } from './article-search-rules.ts'
import { countWords, plainText, readingMinutes } from './body-html-text.ts'

/** The fields that readers and the search read as text. */
export type TextFields = { title: string; subtitle: string; slug: string; excerpt: string; body: string }
/** What is computed from them and stored beside them. */
export type TextColumns = { wordCount: number; readingTime: number; searchHead: string; searchWords: string[] }

/** Costs some hundred milliseconds for a very long text: see describeText in body-html-pool.ts. */
export function textColumns({ title, subtitle, slug, excerpt, body }: TextFields): TextColumns {
  const text = plainText(body)
  const wordCount = countWords(text)
  return {
    wordCount,
    readingTime: readingMinutes(wordCount),
    searchHead: searchHead({ title, subtitle, slug, excerpt }),
    searchWords: searchWords({ title, subtitle, excerpt, text }),
  }
}
