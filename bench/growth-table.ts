import type { GrowthScenario } from './growth-scenarios.ts'
import type { Figures } from './measure.ts'

export type Measured = {
  articles: number
  /** Of seeding. */
  seconds: number
  gigabytes: number
  figures: Map<string, Figures & { kind: GrowthScenario['kind'] }>
}

/** From here on a list, a read or a search may grow by this factor, to the largest size. */
const BASE = 200_000
const MOST_GROWTH = 1.5
/** Less than this is noise of a call that takes a few milliseconds. */
const NOISE_MS = 3

/** Lines of Markdown: p50 / p95 in milliseconds at each size, and how both grew from 200,000 to the largest. */
export function growthTable(measured: readonly Measured[]): string[] {
  const last = measured.at(-1)!
  const base = measured.find(({ articles }) => articles === BASE)
  const compared = base && base !== last ? base : undefined
  const heads = measured.map(
    ({ articles, gigabytes }) => `${articles.toLocaleString('en')} (${gigabytes.toFixed(1)} GB)`,
  )
  const lines = [
    `| p50 / p95, ms | ${[...heads, ...(compared ? ['growth'] : [])].join(' | ')} |`,
    `|${'---|'.repeat(heads.length + (compared ? 2 : 1))}`,
  ]
  const perThousand = measured.map(({ articles, seconds }) => `${((seconds * 1000) / (articles / 1000)).toFixed(0)} ms`)
  const seeding = compared && `${(last.seconds / last.articles / (compared.seconds / compared.articles)).toFixed(1)}`
  lines.push(`| ${['seeding, for a thousand articles', ...perThousand, ...(seeding ? [seeding] : [])].join(' | ')} |`)
  for (const [title, { kind }] of last.figures) {
    const cells = measured.map(({ figures }) => shown(figures.get(title)))
    const grown = compared && growthOf(compared.figures.get(title), last.figures.get(title))
    const cell = grown && `${grown.text}${grown.isTooMuch && kind !== 'save' ? ' **grows**' : ''}`
    lines.push(`| ${[title, ...cells, ...(cell ? [cell] : [])].join(' | ')} |`)
  }
  return lines
}

/** How many times longer, and whether that is more than a list, read or search may grow. */
export function growthOf(before: Figures | undefined, after: Figures | undefined) {
  if (!before || !after) return undefined
  const isTooMuch = after.p50 > before.p50 * MOST_GROWTH && after.p50 - before.p50 > NOISE_MS
  return { text: `${(after.p50 / before.p50).toFixed(1)} / ${(after.p95 / before.p95).toFixed(1)}`, isTooMuch }
}

const shown = (figures: Figures | undefined) =>
  figures ? `${figures.p50.toFixed(1)} / ${figures.p95.toFixed(1)}` : '–'
