/** Positions of two elements that correspond: in the old sequence, and in the new one. */
export type Pair = readonly [before: number, after: number]

/** More differences than this are not searched for exactly: the memory needed grows with their square. */
const MOST_DIFFERENCES = 2000

/**
 * A longest common subsequence, as pairs in ascending order (Myers' greedy algorithm). Sequences with thousands of
 * differences are first cut at the elements that occur once in both; then the result may be shorter than the longest.
 */
export function commonPairs(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const middle = [before.slice(start, before.length - end), after.slice(start, after.length - end)] as const
  const found = shortestEdit(...middle) ?? pairsBetweenAnchors(...middle)
  return [
    ...Array.from({ length: start }, (_, index): Pair => [index, index]),
    ...found.map(([i, j]): Pair => [i + start, j + start]),
    ...Array.from({ length: end }, (_, index): Pair => [before.length - end + index, after.length - end + index]),
  ]
}

/**
 * The pairs in ascending order whose scores add up to most. Costs the product of both lengths.
 * @param score of the elements at these positions; 0 or less: they never correspond
 */
export function bestPairs(before: number, after: number, score: (i: number, j: number) => number): Pair[] {
  const width = after + 1
  const best = new Float64Array((before + 1) * width)
  const scores = new Float64Array(before * after)
  for (let i = before - 1; i >= 0; i--)
    for (let j = after - 1; j >= 0; j--) {
      const own = Math.max(0, score(i, j))
      scores[i * after + j] = own
      const paired = own > 0 ? own + best[(i + 1) * width + j + 1]! : 0
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j]!, best[i * width + j + 1]!)
    }
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < before && j < after;) {
    const own = scores[i * after + j]!
    if (own > 0 && best[i * width + j] === own + best[(i + 1) * width + j + 1]!) pairs.push([i++, j++])
    else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) i++
    else j++
  }
  return pairs
}

/** The stretches between corresponding elements, the last one after all pairs: from where to where in both sequences. */
export type Gap = { before: Pair; after: Pair }

/** What lies before each pair, and after the last one; as many gaps as pairs and one more. Gaps may be empty. */
export function gapsBetween(pairs: readonly Pair[], before: number, after: number): Gap[] {
  const ends = [...pairs, [before, after] as const]
  return ends.map(([i, j], index) => {
    const [lastI, lastJ] = ends[index - 1] ?? [-1, -1]
    return { before: [lastI + 1, i], after: [lastJ + 1, j] }
  })
}

function commonStart(before: readonly unknown[], after: readonly unknown[]): number {
  let length = 0
  while (length < before.length && length < after.length && before[length] === after[length]) length++
  return length
}

function commonEnd(before: readonly unknown[], after: readonly unknown[], start: number): number {
  const most = Math.min(before.length, after.length) - start
  let length = 0
  while (length < most && before[before.length - 1 - length] === after[after.length - 1 - length]) length++
  return length
}

/** Undefined when there are more differences than may be searched for. */
function shortestEdit(before: readonly unknown[], after: readonly unknown[]): Pair[] | undefined {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return []
  const most = Math.min(n + m, MOST_DIFFERENCES)
  // How far each diagonal was reached, with `most` as diagonal 0; one copy per round to walk back.
  const reached = new Int32Array(2 * most + 2)
  const rounds: Int32Array[] = []
  for (let d = 0; d <= most; d++) {
    rounds.push(reached.slice(most - d, most + d + 2))
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && reached[most + k - 1]! < reached[most + k + 1]!)
      let i = isDown ? reached[most + k + 1]! : reached[most + k - 1]! + 1
      while (i < n && i - k < m && before[i] === after[i - k]) i++
      reached[most + k] = i
      if (i >= n && i - k >= m) return walkBack(rounds, n, m)
    }
  }
  return undefined
}

function walkBack(rounds: readonly Int32Array[], n: number, m: number): Pair[] {
  const pairs: Pair[] = []
  let [i, j] = [n, m]
  for (let d = rounds.length - 1; d >= 0; d--) {
    const at = (k: number) => rounds[d]![k + d]!
    const k = i - j
    const isDown = d === 0 || k === -d || (k !== d && at(k - 1) < at(k + 1))
    const fromK = isDown ? k + 1 : k - 1
    const fromI = d === 0 ? 0 : at(fromK)
    const startI = d === 0 ? 0 : isDown ? fromI : fromI + 1
    while (i > startI) pairs.push([--i, --j])
    if (d > 0) [i, j] = [fromI, fromI - fromK]
  }
  return pairs.toReversed()
}

/** Cuts at the elements that occur exactly once on both sides and keep their order. */
function pairsBetweenAnchors(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const anchors = ascending(uniquePairs(before, after))
  return gapsBetween(anchors, before.length, after.length).flatMap(({ before: [i, endI], after: [j, endJ] }, index) => {
    const inside = anchors.length > 0 ? shortestEdit(before.slice(i, endI), after.slice(j, endJ)) : undefined
    const anchor = anchors[index]
    return [...(inside ?? []).map(([x, y]): Pair => [x + i, y + j]), ...(anchor ? [anchor] : [])]
  })
}

function uniquePairs(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const places = (elements: readonly unknown[]) => {
    const found = new Map<unknown, number>()
    // -1: more than once.
    elements.forEach((element, index) => found.set(element, found.has(element) ? -1 : index))
    return found
  }
  const others = places(after)
  return [...places(before)].flatMap(([element, i]) => {
    const j = others.get(element) ?? -1
    return i >= 0 && j >= 0 ? [[i, j] as const] : []
  })
}

/** The longest part of pairs, sorted by their first position, whose second positions ascend, too. */
function ascending(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = []
  const previous: number[] = []
  pairs.forEach(([, j], index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < j) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1
    ends[low] = index
  })
  const found: Pair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) found.push(pairs[at]!)
  return found.toReversed()
}
