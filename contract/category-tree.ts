/** The rules of the category tree, used by the server to decide and by the console to show the outcome at once. */
export const CATEGORY_DEPTH_MAX = 6

/** `key`: the name as the database compares it, where the database was asked. */
export type TreeNode = { id: string; parent: string | null; position: number; name: string; key?: string }
export type TreeRefusal = 'unknown' | 'cycle' | 'into_below' | 'too_deep' | 'name_taken'
export type TreeChange<N extends TreeNode = TreeNode> =
  | { ok: true; nodes: N[] }
  /** `name`: of the node that makes the change impossible. */
  | { ok: false; reason: TreeRefusal; name?: string }

/** Where a node goes: before a sibling, or at a position, or after the last. */
export type TreePlace = { parent: string | null; before?: string | null | undefined; position?: number | undefined }

const refuse = (reason: TreeRefusal, name?: string) => ({ ok: false as const, reason, ...(name && { name }) })

/** Letter by letter, as PostgreSQL does it: a Σ at the end of a word is a σ as well. */
export const foldName = (name: string): string => Array.from(name, (letter) => letter.toLowerCase()).join('')
type Named = Pick<TreeNode, 'name' | 'key'>
const keyOf = ({ name, key }: Named) => key ?? foldName(name)
const sameName = (a: Named, b: Named) => keyOf(a) === keyOf(b)
/** Whether one of these below `parent` has that name. */
export const hasNameBelow = (nodes: readonly TreeNode[], parent: string | null, named: Named): boolean =>
  nodes.some((one) => one.parent === parent && sameName(one, named))

/** The nodes by parent, each list in its order; the top level is under null. */
export function childrenByParent<N extends TreeNode>(nodes: readonly N[]): Map<string | null, N[]> {
  const lists = new Map<string | null, N[]>()
  for (const node of nodes) {
    const list = lists.get(node.parent)
    if (list) list.push(node)
    else lists.set(node.parent, [node])
  }
  for (const list of lists.values()) list.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  return lists
}

/** A node and everything below it. */
export function branchOf(nodes: readonly TreeNode[], id: string): Set<string> {
  const lists = childrenByParent(nodes)
  const found = new Set([id])
  for (const one of found) for (const child of lists.get(one) ?? []) found.add(child.id)
  return found
}

/** From the top down to the node, itself included; empty when it is not there. */
export function lineOf<N extends TreeNode>(nodes: readonly N[], id: string | null): N[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const line: N[] = []
  for (let node = id === null ? undefined : byId.get(id); node && !line.includes(node);)
    [node] = [node.parent === null ? undefined : byId.get(node.parent), line.unshift(node)]
  return line
}

/** The depth of each node that is connected to the top; the top level is 1. */
function depthsOf(nodes: readonly TreeNode[]): Map<string, number> {
  const lists = childrenByParent(nodes)
  const depths = new Map((lists.get(null) ?? []).map(({ id }) => [id, 1]))
  for (const [id, depth] of depths) for (const child of lists.get(id) ?? []) depths.set(child.id, depth + 1)
  return depths
}

/** Levels from this node down to its deepest descendant: 1 for a leaf. */
export function heightOf(nodes: readonly TreeNode[], id: string): number {
  const lists = childrenByParent(nodes)
  const height = (one: string): number => 1 + Math.max(0, ...(lists.get(one) ?? []).map((child) => height(child.id)))
  return height(id)
}

/** Every sibling list numbered 0, 1, 2 …; nodes that keep their number stay the same object. */
export function withDensePositions<N extends TreeNode>(nodes: readonly N[]): N[] {
  const place = new Map<string, number>()
  for (const list of childrenByParent(nodes).values()) list.forEach(({ id }, position) => place.set(id, position))
  return nodes.map((node) => {
    const position = place.get(node.id) ?? 0
    return position === node.position ? node : { ...node, position }
  })
}

/** Puts a node elsewhere, with everything below it. */
export function moveInTree<N extends TreeNode>(nodes: readonly N[], id: string, to: TreePlace): TreeChange<N> {
  const node = nodes.find((one) => one.id === id)
  if (!node) return refuse('unknown')
  if (to.parent !== null) {
    const line = lineOf(nodes, to.parent)
    if (line.length === 0) return refuse('unknown')
    if (line.some((above) => above.id === id)) return refuse('cycle')
    if (line.length + heightOf(nodes, id) > CATEGORY_DEPTH_MAX) return refuse('too_deep')
  }
  const siblings = (childrenByParent(nodes).get(to.parent) ?? []).filter((one) => one.id !== id)
  if (siblings.some((one) => sameName(one, node))) return refuse('name_taken', node.name)
  const before = to.before ? siblings.findIndex((one) => one.id === to.before) : -1
  if (to.before && before < 0) return refuse('unknown')
  const at = before >= 0 ? before : Math.min(to.position ?? siblings.length, siblings.length)
  const order = new Map(siblings.toSpliced(at, 0, node).map((one, position) => [one.id, position]))
  const moved = nodes.map((one) =>
    order.has(one.id) ? { ...one, parent: to.parent, position: order.get(one.id) ?? 0 } : one,
  )
  return { ok: true, nodes: withDensePositions(moved) }
}

/**
 * Melts categories into one. Their children come along; a child whose name is there already is melted into its namesake.
 * `gone`: what exists no longer → what it became.
 */
export function mergeInTree<N extends TreeNode>(
  nodes: readonly N[],
  into: string,
  from: readonly string[],
): TreeChange<N> & { gone?: Map<string, string> } {
  const known = new Set(nodes.map(({ id }) => id))
  if (!known.has(into) || from.some((id) => !known.has(id) || id === into)) return refuse('unknown')
  const above = lineOf(nodes, into)
  const eaten = above.find(({ id }) => from.includes(id))
  if (eaten) return refuse('into_below', eaten.name)
  const gone = new Map(from.map((id) => [id, into]))
  let now = [...nodes]
  for (const [source, target] of gone) {
    for (const child of childrenByParent(now).get(source) ?? []) {
      if (gone.has(child.id)) continue
      const siblings = childrenByParent(now).get(target) ?? []
      const namesake = siblings.find((one) => !gone.has(one.id) && sameName(one, child))
      if (namesake) gone.set(child.id, namesake.id)
      else
        now = now.map((one) =>
          one.id === child.id ? { ...one, parent: target, position: siblings.length + 1e6 } : one,
        )
      now = withDensePositions(now)
    }
  }
  const left = withDensePositions(now.filter(({ id }) => !gone.has(id)))
  const depths = depthsOf(left)
  const tooDeep = left.find(({ id }) => (depths.get(id) ?? 0) > CATEGORY_DEPTH_MAX)
  return tooDeep ? refuse('too_deep', tooDeep.name) : { ok: true, nodes: left, gone }
}

/** Takes one category out; its children move up into its place, or below another. */
export function removeFromTree<N extends TreeNode>(
  nodes: readonly N[],
  id: string,
  children: 'up' | { into: string },
): TreeChange<N> {
  const node = nodes.find((one) => one.id === id)
  if (!node) return refuse('unknown')
  const lists = childrenByParent(nodes)
  const orphans = lists.get(id) ?? []
  const parent = children === 'up' ? node.parent : children.into
  if (parent !== null && !nodes.some((one) => one.id === parent)) return refuse('unknown')
  if (children !== 'up' && orphans.length > 0 && branchOf(nodes, id).has(children.into)) return refuse('cycle')
  const siblings = (lists.get(parent) ?? []).filter((one) => one.id !== id)
  const twin = orphans.find((orphan) => siblings.some((one) => sameName(one, orphan)))
  if (twin) return refuse('name_taken', twin.name)
  const at = children === 'up' ? siblings.filter((one) => one.position < node.position).length : siblings.length
  const order = new Map(siblings.toSpliced(at, 0, ...orphans).map((one, position) => [one.id, position]))
  const left = nodes
    .filter((one) => one.id !== id)
    .map((one) => (order.has(one.id) ? { ...one, parent, position: order.get(one.id) ?? 0 } : one))
  const tooDeep = orphans.find(
    (one) => (parent ? lineOf(left, parent).length : 0) + heightOf(left, one.id) > CATEGORY_DEPTH_MAX,
  )
  return tooDeep ? refuse('too_deep', tooDeep.name) : { ok: true, nodes: withDensePositions(left) }
}

/** What is wrong with a tree, in words; undefined when it is one: no circle, nothing lost, dense, named apart, not too deep. */
export function flawOf(nodes: readonly TreeNode[]): string | undefined {
  const depths = depthsOf(nodes)
  for (const { id, name } of nodes) {
    const depth = depths.get(id)
    if (depth === undefined) return `${name} hangs below nothing, or in a circle`
    if (depth > CATEGORY_DEPTH_MAX) return `${name} is too deep`
  }
  for (const list of childrenByParent(nodes).values()) {
    if (list.some(({ position }, at) => position !== at)) return `the children of ${list[0]?.parent} have gaps`
    if (new Set(list.map(keyOf)).size < list.length) return 'two siblings share a name'
  }
  return undefined
}

/**
 * Puts nodes back where they were, as far as what happened since allows: `was` in their former places, everything else
 * where it is now. The outcome may be flawed: ask flawOf.
 */
export function putBack<N extends TreeNode>(nodes: readonly N[], was: readonly N[]): N[] {
  const back = new Set(was.map(({ id }) => id))
  const rest = withDensePositions(nodes.filter(({ id }) => !back.has(id)))
  const lists = childrenByParent(rest)
  for (const node of was.toSorted((a, b) => a.position - b.position)) {
    const list = lists.get(node.parent) ?? []
    lists.set(node.parent, list.toSpliced(Math.min(node.position, list.length), 0, node))
  }
  return [...lists.values()].flatMap((list) => list.map((one, position) => ({ ...one, position })))
}
