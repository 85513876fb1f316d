import { describe, expect, it } from 'vitest'
import { flawOf, mergeInTree, moveInTree, putBack, removeFromTree, type TreeNode } from './category-tree.ts'

/** `a`, `a/b`, `a/b/c` …: a tree written as paths; ids are the last letters, names too. */
function tree(...paths: string[]): TreeNode[] {
  const count = new Map<string | null, number>()
  return paths.map((path) => {
    const [id = '', parent = null] = path.split('/').toReversed()
    const position = count.get(parent) ?? 0
    count.set(parent, position + 1)
    return { id, parent, position, name: id.replace(/\d$/, '') }
  })
}
const pathsOf = (change: { ok: boolean; nodes?: TreeNode[] }) => {
  const nodes = change.nodes ?? []
  expect(flawOf(nodes)).toBeUndefined()
  const below = (parent: string | null, path: string): string[] =>
    nodes
      .filter((node) => node.parent === parent)
      .toSorted((a, b) => a.position - b.position)
      .flatMap(({ id }) => [path + id, ...below(id, `${path}${id}/`)])
  return below(null, '')
}

describe('a move', () => {
  const nodes = tree('a', 'a/b', 'a/c', 'd')
  it('goes before a sibling, to a position, or to the end', () => {
    expect(pathsOf(moveInTree(nodes, 'c', { parent: 'a', before: 'b' }))).toEqual(['a', 'a/c', 'a/b', 'd'])
    expect(pathsOf(moveInTree(nodes, 'c', { parent: null, position: 1 }))).toEqual(['a', 'a/b', 'c', 'd'])
    expect(pathsOf(moveInTree(nodes, 'a', { parent: 'd' }))).toEqual(['d', 'd/a', 'd/a/b', 'd/a/c'])
  })
  it('is refused below itself, too deep, beside a namesake and to nowhere', () => {
    expect(moveInTree(nodes, 'a', { parent: 'c' })).toEqual({ ok: false, reason: 'cycle' })
    expect(moveInTree(nodes, 'a', { parent: 'a' })).toEqual({ ok: false, reason: 'cycle' })
    expect(moveInTree(nodes, 'a', { parent: 'x' })).toEqual({ ok: false, reason: 'unknown' })
    expect(moveInTree(nodes, 'a', { parent: null, before: 'b' })).toEqual({ ok: false, reason: 'unknown' })
    const deep = tree('a', 'a/b', 'b/c', 'c/d', 'd/e', 'x', 'x/y')
    expect(moveInTree(deep, 'x', { parent: 'e' })).toEqual({ ok: false, reason: 'too_deep' })
    expect(moveInTree(deep, 'x', { parent: 'd' })).toMatchObject({ ok: true })
    expect(moveInTree(tree('a', 'a/b1', 'b2'), 'b1', { parent: null })).toMatchObject({ reason: 'name_taken' })
  })
})

describe('a merge', () => {
  it('brings the children along and melts namesakes, all the way down', () => {
    const nodes = tree('a', 'a/s1', 's1/x1', 'b', 'b/s2', 's2/x2', 's2/y', 'b/z')
    const merged = mergeInTree(nodes, 'a', ['b'])
    expect(pathsOf(merged)).toEqual(['a', 'a/s1', 'a/s1/x1', 'a/s1/y', 'a/z'])
    expect([...merged.gone!]).toEqual([
      ['b', 'a'],
      ['s2', 's1'],
      ['x2', 'x1'],
    ])
  })
  it('of a category below the other lifts its children; of one above is refused', () => {
    const nodes = tree('a', 'a/b', 'b/c', 'd')
    expect(pathsOf(mergeInTree(nodes, 'a', ['b']))).toEqual(['a', 'a/c', 'd'])
    expect(mergeInTree(nodes, 'c', ['a'])).toMatchObject({ reason: 'into_below' })
    expect(mergeInTree(nodes, 'a', ['a'])).toMatchObject({ reason: 'unknown' })
    expect(pathsOf(mergeInTree(nodes, 'd', ['a', 'b']))).toEqual(['d', 'd/c'])
  })
})

describe('a removal', () => {
  const nodes = tree('a', 'b', 'b/x', 'b/y', 'c', 'c/z')
  it('lets the children up into its place, or below another', () => {
    expect(pathsOf(removeFromTree(nodes, 'b', 'up'))).toEqual(['a', 'x', 'y', 'c', 'c/z'])
    expect(pathsOf(removeFromTree(nodes, 'b', { into: 'c' }))).toEqual(['a', 'c', 'c/z', 'c/x', 'c/y'])
  })
  it('is refused where the children cannot go', () => {
    expect(removeFromTree(nodes, 'b', { into: 'x' })).toMatchObject({ reason: 'cycle' })
    expect(removeFromTree(tree('a1', 'b', 'b/a2'), 'b', 'up')).toMatchObject({ reason: 'name_taken', name: 'a' })
    const deep = tree('a', 'a/b', 'b/c', 'c/d', 'd/e', 'e/f', 'x', 'x/y')
    expect(removeFromTree(deep, 'x', { into: 'f' })).toMatchObject({ reason: 'too_deep' })
  })
  it('put back, every node is where it was', () => {
    const removed = removeFromTree(nodes, 'b', 'up')
    const was = nodes.filter(({ id }) => ['b', 'x', 'y'].includes(id))
    expect(pathsOf({ ok: true, nodes: putBack(removed.ok ? removed.nodes : [], was) })).toEqual(
      pathsOf({ ok: true, nodes }),
    )
  })
})
