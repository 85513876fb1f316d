import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

type Json = { [key: string]: unknown }

/** What the compiled function writes by itself. Unions and references it would have to check value by value. */
const KNOWN = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'nullable', 'enum', 'const'])
/** These only say more about a value that is written as it is. */
const DROPPED = new Set(
  `$schema format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems
  maxItems default description contentEncoding propertyNames allOf`.split(/\s+/),
)

type Route = { method: string; url: string }
type Write = (value: unknown) => string
const compile = SerializerSelector()()

/**
 * How a route writes its reply: fields that the schema does not name are left out. Its first reply compiles the schema to a function
 * that writes its JSON. Where a schema has what such a function cannot write, zod does it for each reply.
 */
export const replySchema = (reply: z.ZodType) => ({
  schema: reply,
  serializerCompiler: (route: Route): Write => {
    let write: Write | undefined
    return (value) => (write ??= writerFor(reply, route))(value)
  },
})

/** Routes that reply with the same schema share its function, those of another app in the same process, too. */
const compiled = new WeakMap<z.ZodType, Write | null>()

function writerFor(schema: z.ZodType, { method, url }: Route): Write {
  const known = compiled.get(schema)
  if (known !== undefined) return known ?? serializerCompiler({ schema, method, url })
  const simple = plainSchema(schema)
  compiled.set(schema, simple ? compile({ schema: simple, method, url, httpStatus: '' }) : null)
  return writerFor(schema, { method, url })
}

/** The schema in the words that Fastify compiles; undefined with unions of objects, references or values of any type. */
export const plainSchema = (schema: z.ZodType): Json | undefined =>
  simplified(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json)

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
