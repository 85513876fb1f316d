const ENDS_CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。；：！？、（）《》“”]$/u
const BEGINS_CHINESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。；：！？、（）《》“”]/u

/** A Chinese text with values put in. The gaps that are written beside a value stay only where it meets them with Latin letters or digits. */
export function zh(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((before, part, at) => {
    const value = String(values[at - 1])
    const left = BEGINS_CHINESE.test(value) ? before.replace(/(?<=\S) $/, '') : before
    return left + value + (ENDS_CHINESE.test(value) ? part.replace(/^ (?=\S)/, '') : part)
  })
}
