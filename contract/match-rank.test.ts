import { expect, it } from 'vitest'
import { matchRank } from './match-rank.ts'

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
