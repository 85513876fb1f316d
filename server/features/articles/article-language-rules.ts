import { plainText } from './body-html-text.ts'

/** So much of a text is enough to know its language. */
const LOOKED_AT = 20_000

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/**
 * The language that most of a text is in, by its letters: a name or a quotation in another one does not change it. It decides
 * fonts, line breaks and how dates are written. A character of Chinese, Japanese or Korean weighs as much as a word elsewhere.
 * @param html what is read; what attributes say, as alt texts do, is not counted
 */
export function languageOf(title: string, html: string): 'en' | 'zh-CN' | 'ja' | 'ko' {
  // Cut between tags: the rest of one would be taken for text.
  const start = html.length > LOOKED_AT ? html.slice(0, LOOKED_AT).replace(/<[^>]*$/, '') : html
  const text = `${title}\n${plainText(start)}`
  const han = count(text, /\p{Script=Han}/gu)
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const hangul = count(text, /\p{Script=Hangul}/gu)
  const words = count(text, /\p{Script=Latin}+/gu)
  if (han + kana + hangul <= words) return 'en'
  if (hangul > han + kana) return 'ko'
  // Japanese has kana between all its Chinese characters; Chinese borrows one now and then.
  return kana * 5 > han ? 'ja' : 'zh-CN'
}
