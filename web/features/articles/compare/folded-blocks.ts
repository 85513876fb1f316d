/** Unchanged blocks that stay visible beside a change. */
const CONTEXT = 1
/** Folding fewer would save no room. */
const LEAST_FOLDED = 3
/** Long stretches of changes are cut, so that they can be rendered bit by bit. */
const MOST_SHOWN = 20

export type Fold<Block> = { start: number; blocks: readonly Block[]; isFolded: boolean }

/** Cuts blocks into stretches: those to be shown, and those without a change nearby. */
export function foldedBlocks<Block extends { change: string }>(blocks: readonly Block[]): Fold<Block>[] {
  const isNear = blocks.map(() => false)
  blocks.forEach(({ change }, index) => {
    if (change !== 'same') isNear.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1)
  })
  const folds: Fold<Block>[] = []
  for (let start = 0; start < blocks.length;) {
    let end = start
    while (end < blocks.length && isNear[end] === isNear[start] && (!isNear[start] || end - start < MOST_SHOWN)) end++
    const part = blocks.slice(start, end)
    folds.push({ start, blocks: part, isFolded: !isNear[start] && part.length >= LEAST_FOLDED })
    start = end
  }
  return folds
}
