/** Writes values of the contract as JavaScript, without what only the server reads of them. */
import type { Endpoint } from '../../contract/endpoint.ts'
import type { FilterData } from '../../contract/filter-data.ts'
import type { ListDefinition } from '../../contract/list.ts'

type Entries = Record<string, unknown>

/** The value as an expression, which may call `filterData`; undefined where it holds a schema or a function. */
export function literalOf(value: unknown): string | undefined {
  if (value === undefined) return 'undefined'
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return joined(value.map(literalOf), '[', ']')
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return undefined
  const entries = value as Entries
  if ('_zod' in entries) return undefined
  if (isEndpoint(entries)) return literalOf({ method: entries.method, path: entries.path })
  if (isList(entries)) return listLiteral(entries)
  return joined(
    Object.entries(entries).map(([key, one]) => entry(key, literalOf(one))),
    '{',
    '}',
  )
}

const isEndpoint = (value: Entries): value is Endpoint =>
  ['method', 'path', 'summary', 'access'].every((key) => key in value)

const isList = (value: Entries): value is ListDefinition =>
  ['filters', 'sorts', 'defaultSort', 'query'].every((key) => key in value)

function listLiteral({ filters, sorts, defaultSort, searchSort }: ListDefinition): string | undefined {
  const calls = Object.entries(filters).map(([name, filter]) => entry(name, filterLiteral(filter)))
  return joined(
    [
      entry('filters', joined(calls, '{', '}')),
      entry('sorts', literalOf(sorts)),
      entry('defaultSort', literalOf(defaultSort)),
      ...(searchSort ? [entry('searchSort', literalOf(searchSort))] : []),
    ],
    '{',
    '}',
  )
}

const filterLiteral = ({ kind, choices, max }: FilterData) =>
  `filterData(${JSON.stringify(kind)}, ${JSON.stringify(choices)}, ${max === undefined ? 'undefined' : max})`

const entry = (key: string, literal: string | undefined) => literal && `${JSON.stringify(key)}: ${literal}`

const joined = (parts: readonly (string | undefined)[], open: string, close: string) =>
  parts.includes(undefined) ? undefined : `${open}${parts.join(', ')}${close}`
