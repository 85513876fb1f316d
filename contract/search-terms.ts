/** One spelling of a search term: NFKC, lower case, trimmed, single spaces. Normalising twice changes nothing. */
export const normaliseTerm = (term: string): string =>
  term.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim()

/**
 * The key under which variants of a term are counted as one: case, width, spaces, hyphens, apostrophes and the English
 * plural make no difference. Only for comparing, never shown.
 */
export const termKey = (term: string): string => {
  const words = normaliseTerm(term)
    .replace(/['’ʼ]s?(?=\s|$)/gu, '')
    .split(/[\s\-‐-―_'’ʼ]+/u)
    .filter(Boolean)
  return words.map(singular).join('') || normaliseTerm(term)
}

/** Words that end in s in the singular too. */
const KEPT = /^(?:news|lens|mars|always|series|species|politics|economics|mathematics|physics|athletics|texas|wales)$/

/** The same stem for the singular and the plural of an English word; not a word by itself. */
function singular(word: string): string {
  if (!/^\p{Script=Latin}{4,}$/u.test(word) || KEPT.test(word)) return word
  return withoutEnding(word)
    .replace(/(?:ie|y)$/, 'i')
    .replace(/(ss|x|ch|sh|zz|o)e$/, '$1')
}

function withoutEnding(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/[^aeo]uses$/.test(word)) return word.slice(0, -2)
  return word.replace(/s$/, '')
}
