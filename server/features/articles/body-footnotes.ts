import { readFootnotes } from '#contract/footnote-reader.ts'
import { writeFootnotes } from '#contract/footnotes.ts'
import { languageOf } from './article-language-rules.ts'

const BACK_TO_TEXT = {
  en: 'Back to the text',
  'zh-CN': '返回正文',
  ja: '本文に戻る',
  ko: '본문으로 돌아가기',
}

/**
 * Footnotes of sanitised HTML in the one form that they have: numbered in the order of the text, one list at the end, each mark with its
 * note and each note with its mark. What is neither is text; HTML without any is returned as it is.
 */
export function tidyFootnotes(html: string): string {
  const read = readFootnotes(html)
  if (read.notes.length === 0) return read.pieces.join('')
  return writeFootnotes(read, BACK_TO_TEXT[languageOf('', read.pieces.join(''))])
}
