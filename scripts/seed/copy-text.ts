import { Lexemes } from './article.ts'

type Row = Record<string, unknown>

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (sign) => ESCAPED[sign]!) : text
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

function fieldOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Lexemes)
    return escaped(value.words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}'`).join(' '))
  if (Array.isArray(value)) return escaped(`{${value.map(quoted).join(',')}}`)
  if (typeof value === 'number') return String(value)
  throw new Error(`no column holds ${typeof value}`)
}

/** A row as PostgreSQL's COPY reads it, its columns in this order. */
export const copyLine = (row: Row, columns: readonly string[]): string =>
  `${columns.map((name) => fieldOf(row[name])).join('\t')}\n`
