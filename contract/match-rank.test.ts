import { expect, it } from 'vitest'
import { isNearly, isOneTypo, kindRank, matchRank } from './match-rank.ts'

it.each([
  ['Bridge', 'bridge', 4],
  ['Bridge over the Aare', 'bridge', 3],
  ['The BRIDGE reopens', 'bridge', 2],
  ['Drawbridge, not a bridge', 'bridge', 2],
  ['drawbridge', 'bridge', 1],
  ['Ferry', 'bridge', 0],
  ['长江大桥', '大桥', 1],
  ['Ａｒｔ', 'art', 4],
  ['Anything', ' ', 0],
  ['C++ (new)', '(new', 2],
])('“%s” for “%s” is %d', (name, typed, rank) => expect(matchRank(name, typed)).toBe(rank))

it.each([
  ['Winter ferry', 'winter ferry', 4],
  ['Winter ferry to Thun', 'winter ferry', 2],
  ['The ferry sails in winter', 'winter ferr', 2],
  ['The old ferry', 'winter ferry', 0],
  ['drawbridge', 'bridge', 1],
])('among kinds “%s” for “%s” is %d', (name, typed, rank) => expect(kindRank(name, typed)).toBe(rank))

it.each([
  ['bridge', 'brdge', true],
  ['bridge', 'bridgee', true],
  ['bridge', 'brigde', true],
  ['bridge', 'fridge', true],
  ['bridge', 'bridge', true],
  ['bridge', 'bride', true],
  ['bridge', 'brid', false],
  ['bridge', 'rbidgee', false],
  ['bridge', 'gebrid', false],
])('“%s” and “%s” are one typing error apart or less: %s', (a, b, is) =>
  expect([isOneTypo(a, b), isOneTypo(b, a)]).toEqual([is, is]),
)

it.each([
  ['New article', 'new artcle', true],
  ['Search ranking', 'serach', true],
  ['Articles', 'artcles', true],
  ['Tags', 'tog', false],
  ['Health', 'wealthy', false],
  ['文章', '文早', false],
  ['文章管理', '文章官理', true],
  ['深色主题', '深色主提', true],
  ['深色主题', '浅色主提', false],
  ['Articles', '', false],
])('“%s” is nearly “%s”: %s', (name, typed, is) => expect(isNearly(name, typed)).toBe(is))

it('words of a Chinese name count wherever they are in it, for it has no gaps', () => {
  expect(kindRank('新能源汽车', '新能源 汽车')).toBe(2)
  expect(kindRank('新能源汽车', '汽车 新能源')).toBe(2)
  expect(kindRank('新能源汽车', '汽车 航天')).toBe(0)
  expect(kindRank('steamboat races', 'boat races')).toBe(1)
  expect(kindRank('steamboat races', 'races boat')).toBe(0)
})
