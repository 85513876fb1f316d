import type { Change, ComparedBlock, Segment } from '../comparison.ts'
import { compareBodies } from '../document-comparison.ts'

const SIGN: Record<Change, string> = { same: '=', removed: '-', added: '+', changed: '~' }

/** A comparison as lines: a sign per block, [-removed-] and {+added+} words, (italic) for new formatting. */
export function writtenComparison(before: string, after: string): string[] {
  return compareBodies(before, after).blocks.map(written)
}

function written(block: ComparedBlock): string {
  const sign = `${SIGN[block.change]}${block.moved ? ' moved' : ''}`
  switch (block.type) {
    case 'text': {
      const { kind, level } = (block.after ?? block.before)!
      const style = kind === 'heading' ? `h${level}` : kind
      return `${sign} ${style}: ${segments(block.segments)}`
    }
    case 'picture': {
      const [was, is] = [block.before?.src, block.after?.src]
      const src = was && is && was !== is ? `${was} > ${is}` : (was ?? is)
      const texts = [segments(block.alt), segments(block.caption)].filter(Boolean).join(' | ')
      return `${sign} picture ${src}${texts && `: ${texts}`}`
    }
    case 'embed':
      return `${sign} ${(block.after ?? block.before)!.tag} ${[block.before?.src, block.after?.src].filter(Boolean).join(' > ')}`
    case 'album':
      return `${sign} album ${[block.before, block.after].filter(Boolean).join(' > ')}`
    case 'missing':
      return `${sign} missing ${block.name}`
    case 'rule':
      return `${sign} rule`
    case 'table': {
      const columns = block.columns.map((change) => SIGN[change]).join('')
      const rows = block.rows.map(
        ({ change, cells }) => `${SIGN[change]} ${cells.map((cell) => segments(cell.segments)).join(' | ')}`,
      )
      return [`${sign} table ${columns}`, segments(block.caption), ...rows].filter(Boolean).join('\n')
    }
  }
}

const segments = (all: readonly Segment[]): string =>
  all
    .map(({ change, text, marks, was }) => {
      if (was) {
        const isNew = marks.filter((mark) => !was.includes(mark)).map((mark) => `+${mark}`)
        const isGone = was.filter((mark) => !marks.includes(mark)).map((mark) => `-${mark}`)
        return `(${[...isNew, ...isGone].join('')} ${text})`
      }
      return change === 'removed' ? `[-${text}-]` : change === 'added' ? `{+${text}+}` : text
    })
    .join('')
