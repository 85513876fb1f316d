import { expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { INTEGER_MAX } from './version.ts'

const endpoints: Endpoint[] = Object.values(allEndpoints).flatMap((group) => Object.values(group))
type Shape = Record<string, z.ZodType>
const shapeOf = (schema: z.ZodType | undefined): Shape => (schema instanceof z.ZodObject ? (schema.shape as Shape) : {})
/** Cursors are texts of digits, and no numbers. */
const takesNumbers = (schema: z.ZodType) => [1, '1'].some((one) => typeof schema.safeParse(one).data === 'number')

const fields = endpoints.flatMap((e) =>
  [...Object.entries(shapeOf(e.body)), ...Object.entries(shapeOf(e.query))].flatMap(([name, schema]) =>
    takesNumbers(schema) ? [{ at: `${e.method} ${e.path} ${name}`, schema }] : [],
  ),
)
it('every endpoint that changes an entity takes a version', () => {
  expect(fields.filter(({ at }) => at.endsWith(' version')).length).toBeGreaterThan(25)
})

it.each(fields)('$at is no larger than the database holds', ({ schema }) => {
  for (const tooLarge of [INTEGER_MAX + 1, Number.MAX_SAFE_INTEGER, String(INTEGER_MAX + 1)])
    expect(schema.safeParse(tooLarge).success).toBe(false)
})
