import fastJson from 'fast-json-stringify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

type Json = { [key: string]: unknown }
type Serializer = (data: unknown) => string
type Route = Parameters<typeof serializerCompiler>[0]

/** What the compiled function writes by itself. Unions and references it would have to check value by value. */
const KNOWN = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'nullable', 'enum', 'const'])
/** These only say more about a value that is written as it is. */
const DROPPED = new Set([
  ...['$schema', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...[
    'exclusiveMaximum',
    'multipleOf',
    'minItems',
    'maxItems',
    'default',
    'description',
    'contentEncoding',
    'propertyNames',
    'allOf',
  ],
])

/**
 * Compiles the schema of each reply once, at the start, to a function that writes its JSON: fields that the schema does not
 * name are left out. Where a schema has what such a function cannot write, zod does it for each reply.
 * @param checks also compares every reply with its schema, and throws where they differ: for tests
 */
export const createReplySerializer =
  ({ checks }: { checks: boolean }) =>
  (route: Route): Serializer => {
    const byZod = serializerCompiler(route) as Serializer
    const compiled = route.schema instanceof z.ZodType ? compile(route.schema) : undefined
    if (!compiled) return byZod
    if (!checks) return compiled
    return (data) => {
      byZod(data)
      return compiled(data)
    }
  }

/** Undefined where the schema has unions, references or values of any type. */
export function compile(schema: z.ZodType): Serializer | undefined {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json
  const simple = simplified(json)
  return simple && (fastJson(simple) as Serializer)
}

function simplified(given: Json): Json | undefined {
  const schema = withNullable(given)
  if (typeof schema?.['type'] !== 'string') return undefined
  const result: Json = {}
  for (const [name, value] of Object.entries(schema)) {
    if (DROPPED.has(name)) continue
    if (!KNOWN.has(name)) return undefined
    const written = partOf(name, value)
    if (written === undefined) return undefined
    result[name] = written
  }
  // A value of one type among several others is written as that type tells.
  if (result['type'] === 'array' && !result['items']) return undefined
  if (result['type'] === 'object' && !result['properties'] && !result['additionalProperties']) return undefined
  return result
}

function partOf(name: string, value: unknown): unknown {
  if (name === 'items') return simplified(value as Json)
  if (name === 'additionalProperties') return typeof value === 'object' ? simplified(value as Json) : false
  if (name !== 'properties') return value
  const parts = Object.entries(value as Record<string, Json>).map(([key, part]) => [key, simplified(part)] as const)
  return parts.every(([, part]) => part) ? Object.fromEntries(parts) : undefined
}

/** `X or null` as one type that may be null, and several kinds of text as text. */
function withNullable(schema: Json): Json | undefined {
  const { anyOf, type, ...rest } = schema as Json & { anyOf?: Json[] }
  if (Array.isArray(type) && type.length === 2 && type[1] === 'null') return { ...rest, type: type[0], nullable: true }
  if (!anyOf) return schema
  const others = anyOf.filter(({ type }) => type !== 'null')
  const nullable = others.length < anyOf.length
  const [only, ...more] = others
  if (!only) return undefined
  if (more.length > 0) return others.every(({ type }) => type === 'string') ? { type: 'string', nullable } : undefined
  const one = withNullable(only)
  return one && { ...rest, ...one, ...(nullable && { nullable }) }
}
