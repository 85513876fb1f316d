import { plainText } from '../articles/body-html-text.ts'
import type { Subject } from './import-report.ts'
import type { SourceRecord } from './import-records.ts'

/** What a person calls the kind of a record: `article` would hide whether it was a post or a page. */
export function subjectOf(record: SourceRecord): Subject {
  switch (record.kind) {
    case 'author':
      return { kind: 'author', sourceId: record.author.login, title: cleanLine(record.author.displayName, 255) }
    case 'term': {
      const { taxonomy, slug, name } = record.term
      const kind = taxonomy === 'post_tag' ? 'tag' : taxonomy === 'category' ? 'category' : `term: ${taxonomy}`
      return { kind, sourceId: slug, title: cleanLine(name, 255) }
    }
    case 'comment':
      return { kind: 'comment', sourceId: record.comment.id, title: cleanLine(record.comment.author, 255) }
    case 'item':
      return { kind: record.item.type || 'unknown', sourceId: record.item.id, title: cleanLine(record.item.title, 255) }
    case 'unreadable':
      return { kind: record.of, sourceId: record.id, title: '' }
    case 'site':
      return { kind: 'site', sourceId: '', title: record.site.title }
  }
}

/** Other systems keep entities and markup in titles and names; here they are plain, on one line. */
export const cleanLine = (text: string, max: number): string => cut(plainText(text).replace(/[\s\p{Cc}]+/gu, ' '), max)

export const cleanText = (text: string, max: number): string => cut(plainText(text).replace(/(?!\n)\p{Cc}/gu, ' '), max)

/** At the last space that fits, with an ellipsis. */
function cut(text: string, max: number): string {
  const whole = text.trim()
  if (whole.length <= max) return whole
  const short = whole.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')
  const end = short.lastIndexOf(' ')
  return `${(end > max / 2 ? short.slice(0, end) : short).trimEnd()}…`
}
