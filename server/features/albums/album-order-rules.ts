/** The room between two neighbours: 200 photos fit in between four times over before all must be numbered again. */
export const GAP = 2 ** 32
const FURTHEST = 2 ** 52

/** The ids in the order that puts those in `going` in front of `before` (null: to the end); among each other as they were. */
export function moveBefore(order: readonly string[], going: ReadonlySet<string>, before: string | null): string[] {
  const at = before === null ? order.length : order.indexOf(before)
  const stays = (id: string) => !going.has(id)
  return [...order.slice(0, at).filter(stays), ...order.filter((id) => going.has(id)), ...order.slice(at).filter(stays)]
}

/**
 * Positions for an order, as few new ones as can be: those in `going` are fitted between their neighbours, which keep
 * theirs. Only where there is no room left, everybody gets a new one.
 * @param now the present positions; those in `going` may have none
 * @param wanted positions that some had before: they get them again where those are free
 * @returns the positions that are new
 */
export function positionsFor(
  order: readonly string[],
  now: ReadonlyMap<string, number>,
  going: ReadonlySet<string>,
  wanted: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const fresh = new Map<string, number>()
  for (let at = 0; at < order.length; at++) {
    if (!going.has(order[at]!)) continue
    let end = at
    while (end < order.length && going.has(order[end]!)) end++
    const room = GAP * (end - at + 1)
    const next = end < order.length ? now.get(order[end]!)! : undefined
    const low = at > 0 ? now.get(order[at - 1]!)! : (next ?? room) - room
    const high = next ?? low + room
    const old = order.slice(at, end).map((id) => wanted.get(id) ?? Infinity)
    const [floor, roof] = [at > 0 ? low : -FURTHEST, next === undefined ? FURTHEST : high]
    if (old.every((position, index) => position > (old[index - 1] ?? floor) && position < roof)) {
      for (const [index, position] of old.entries()) fresh.set(order[at + index]!, position)
      at = end
      continue
    }
    const step = Math.floor((high - low) / (end - at + 1))
    if (step < 1 || low < -FURTHEST || high > FURTHEST) return renumbered(order, now)
    for (let index = at; index < end; index++) fresh.set(order[index]!, low + step * (index - at + 1))
    at = end
  }
  return fresh
}

const renumbered = (order: readonly string[], now: ReadonlyMap<string, number>) =>
  new Map(
    order.map((id, index) => [id, GAP * (index + 1)] as const).filter(([id, position]) => now.get(id) !== position),
  )

/** Neighbouring photos, the photos before and after them, and their positions. */
export type Run = { after: string | null; ids: string[]; before: string | null; positions?: number[] }

/** The positions of these photos in the order. */
export function runsOf(
  order: readonly string[],
  ids: ReadonlySet<string>,
  now: ReadonlyMap<string, number> = new Map(),
): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < order.length; at++) {
    if (!ids.has(order[at]!)) continue
    let end = at
    while (end < order.length && ids.has(order[end]!)) end++
    const run = order.slice(at, end)
    const positions = run.flatMap((id) => now.get(id) ?? [])
    runs.push({ after: order[at - 1] ?? null, ids: run, before: order[end] ?? null, positions })
    at = end
  }
  return runs
}

/**
 * The order with the photos of these runs back in their places: between their former neighbours, as far as those are still
 * there, and before the photos that had a higher position.
 */
export function putBack(
  order: readonly string[],
  runs: readonly Run[],
  now: ReadonlyMap<string, number> = new Map(),
): string[] {
  const coming = new Set(runs.flatMap(({ ids }) => ids))
  const known = new Map(now)
  const result = order.filter((id) => !coming.has(id))
  for (const { after, ids, before, positions = [] } of runs) {
    const behind = after === null ? 0 : result.indexOf(after) + 1
    const ahead = before === null ? result.length : result.indexOf(before)
    const [afterLost, beforeLost] = [after !== null && behind === 0, ahead < 0]
    let end = Math.max(behind, beforeLost ? result.length : ahead)
    if (positions.length === 0) {
      result.splice(afterLost ? end : behind, 0, ...ids)
      continue
    }
    let at = behind
    for (const [index, id] of ids.entries()) {
      const position = positions[index] ?? Infinity
      while (at < end && (known.get(result[at]!) ?? Infinity) < position) at++
      result.splice(at, 0, id)
      known.set(id, position)
      at++
      end++
    }
  }
  return result
}
