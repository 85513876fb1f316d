import type { FastifyReply } from 'fastify'

export type CsvRow = readonly (string | number | null)[]

/** A cell that begins so is a formula to a spreadsheet; with the full-width signs, to those of East Asia. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
/** Spreadsheets read a file that begins so as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** One cell: always quoted when it needs it, and never a formula. */
function cellOf(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const safe = FORMULA.test(text) ? `'${text}` : text
  // A semicolon separates cells where the comma is for decimals.
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (row: CsvRow): string => `${row.map(cellOf).join(',')}\r\n`

/** A CSV file (RFC 4180) that spreadsheets read as UTF-8. */
export const csvOf = (rows: readonly CsvRow[]): string => BYTE_ORDER_MARK + rows.map(lineOf).join('')

/** The same file in parts, for more rows than memory should hold at once. */
export async function* csvParts(pages: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const rows of pages) yield rows.map(lineOf).join('')
}

/** Says that the reply is a file for a spreadsheet, `name` without its ending. */
export const asCsvFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
  })

/** Answers with a file for a spreadsheet, `name` without its ending. */
export const sendCsv = (reply: FastifyReply, name: string, rows: readonly CsvRow[]): FastifyReply =>
  asCsvFile(reply, name).send(csvOf(rows))
