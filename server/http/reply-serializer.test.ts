import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { plainSchema, replySchema } from './reply-serializer.ts'

/** As a route with this reply answers it. */
async function written(reply: z.ZodType, value: unknown) {
  const app = Fastify()
  const { schema, ...options } = replySchema(reply)
  app.get('/', { schema: { response: { 200: schema } }, ...options }, async () => value)
  const { statusCode, body } = await app.inject('/')
  return statusCode === 200 ? (JSON.parse(body) as unknown) : statusCode
}

describe('a compiled reply', () => {
  it('leaves out what its schema does not name, at any depth', async () => {
    const schema = z.object({ name: z.string(), items: z.array(z.object({ id: z.string() })) })
    expect(await written(schema, { name: 'Kim', email: 'a@b.c', items: [{ id: '1', hash: 'x' }] })).toEqual({
      name: 'Kim',
      items: [{ id: '1' }],
    })
  })

  it('keeps null, empty texts, missing options, times and every character', async () => {
    const schema = z.object({
      at: z.iso.datetime().nullable(),
      by: z.object({ name: z.string() }).nullable(),
      colour: z.string().regex(/^#/).or(z.literal('')),
      note: z.string().optional(),
      width: z.number().nullable(),
      can: z.object({ publish: z.boolean() }).partial(),
    })
    const given = { at: '2026-01-02T03:04:05.678Z', by: null, colour: '', width: 0.25, can: {} }
    expect(await written(schema, given)).toEqual(given)
    const full = {
      at: null,
      by: { name: '"\\\n\u2028世界😀' },
      colour: '#fff',
      note: '',
      width: null,
      can: { publish: false },
    }
    expect(await written(schema, full)).toEqual(full)
  })

  it('refuses a reply that lacks what must be there', async () => {
    expect(await written(z.object({ id: z.string() }), {})).toBe(500)
  })

  it('leaves unions of objects to zod, which tells them apart by their values', async () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
    expect(plainSchema(z.object({ either }))).toBeUndefined()
    expect(await written(z.object({ either }), { either: { b: 'x', c: 'private' } })).toEqual({ either: { b: 'x' } })
  })
})

it('the replies of articles, tags, authors, categories, media and albums are compiled', () => {
  const names = ['articles', 'tags', 'authors', 'categories', 'media', 'albums', 'trash', 'users'] as const
  const left = names.flatMap((name) =>
    Object.entries(allEndpoints[name] ?? {})
      .filter(([, e]) => 'reply' in e && e.reply instanceof z.ZodType && !plainSchema(e.reply))
      .map(([endpoint]) => `${name}.${endpoint}`),
  )
  expect(left).toEqual([])
})
