import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = join(import.meta.dirname, '..', 'docs', 'performance.md')

/**
 * Replaces the figures of one benchmark in docs/performance.md.
 * @param name of the pair of comments that they are between: `<!-- name -->` and `<!-- /name -->`
 */
export function writeFigures(name: string, lines: readonly string[]): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${PAGE} has no ${begin} … ${end}`)
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n${lines.join('\n')}\n${page.slice(to)}`)
}
