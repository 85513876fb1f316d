/** A part of a statement that is already SQL. */
export type Sql = { readonly sql: string }
export type SqlValue = string | number | Date | Sql | readonly string[] | readonly number[]

/**
 * Builds a statement for ClickHouse; values become literals. Bound parameters are unknown to servers before 2019, and a long
 * list of ids does not fit into them. Times become DateTime, to the second; lists become `('a', 'b')`.
 */
export function ch(parts: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  return { sql: parts.reduce((text, part, n) => text + literalOf(values[n - 1]!) + part) }
}

/** @returns the literal of a value. @throws Error for NaN, infinity, an invalid time or an empty list */
export function literalOf(value: SqlValue): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`
  if (typeof value === 'number') return numberOf(value)
  if (value instanceof Date) return `toDateTime(${numberOf(Math.floor(value.getTime() / 1000))})`
  if ('sql' in value) return value.sql
  if (value.length === 0) throw new Error('An empty list is no SQL: there is nothing to ask')
  return `(${value.map((one) => literalOf(one)).join(', ')})`
}

function numberOf(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is no number`)
  return Number.isInteger(value) ? String(value) : value.toExponential()
}

/** An array of floating-point numbers, also where all of them are whole. */
export const floatsOf = (values: readonly number[]): Sql => ({
  sql: `[${values.map((value) => value.toExponential()).join(', ')}]`,
})

export const numbersOf = (values: readonly number[]): Sql => ({ sql: `[${values.map(numberOf).join(', ')}]` })
