import { describe, expect, it } from 'vitest'
import { normaliseTerm, termKey } from './search-terms.ts'

describe('normaliseTerm', () => {
  it('writes a term in one way', () => {
    expect(normaliseTerm('  Ｎｅｗ\u3000\tYORK ')).toBe('new york')
    expect(normaliseTerm('北京　天气')).toBe('北京 天气')
    expect(normaliseTerm('   ')).toBe('')
  })

  it('changes nothing the second time', () => {
    for (const term of ['İstanbul', 'ﬁsh', 'ẞ', 'ϓ́', 'Ǆ', '㎏ ½', 'a\u0301 B'])
      expect(normaliseTerm(normaliseTerm(term))).toBe(normaliseTerm(term))
  })
})

describe('termKey', () => {
  const same = [
    ['Bridge', 'bridges', 'BRIDGES', 'ｂｒｉｄｇｅ'],
    ['ice cream', 'icecream', 'ice-creams', ' Ice  Cream '],
    ['city', 'cities'],
    ['movie', 'movies'],
    ['box', 'boxes'],
    ['glass', 'glasses'],
    ['house', 'houses'],
    ['bus', 'buses'],
    ['virus', 'viruses'],
    ['church', 'churches'],
    ['headache', 'headaches'],
    ['potato', 'potatoes'],
    ['shoe', 'shoes'],
    ['tax', 'taxes'],
    ['reader', "reader's", 'readers', 'reader’s', 'readers’'],
    ['北京天气', '北京 天气', '北京　天气'],
  ]
  it.each(same)('counts variants of %s as one', (...variants) => {
    expect(new Set(variants.map(termKey))).toHaveProperty('size', 1)
  })

  const different = [
    ['new', 'news'],
    ['plan', 'planes'],
    ['car', 'care'],
    ['mar', 'mars'],
    ['glass', 'glas'],
    ['北京', '北京天气'],
    ['c', 'c++'],
    ['c', 'c#'],
  ]
  it.each(different)('keeps %s and %s apart', (one, other) => {
    expect(termKey(one)).not.toBe(termKey(other))
  })

  it('is never empty where the term is not', () => {
    for (const term of ['-', "'", "'s", '—', '?']) expect(termKey(term)).not.toBe('')
  })
})
