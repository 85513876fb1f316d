import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { compile } from './reply-serializer.ts'

const written = (schema: z.ZodType, value: unknown) => JSON.parse(compile(schema)?.(value) ?? 'null') as unknown

describe('a compiled reply', () => {
  it('leaves out what its schema does not name, at any depth', () => {
    const schema = z.object({ name: z.string(), items: z.array(z.object({ id: z.string() })) })
    expect(written(schema, { name: 'Kim', email: 'a@b.c', items: [{ id: '1', hash: 'x' }] })).toEqual({
      name: 'Kim',
      items: [{ id: '1' }],
    })
  })

  it('keeps null, empty texts, missing options, times and every character', () => {
    const schema = z.object({
      at: z.iso.datetime().nullable(),
      by: z.object({ name: z.string() }).nullable(),
      colour: z.string().regex(/^#/).or(z.literal('')),
      note: z.string().optional(),
      width: z.number().nullable(),
      can: z.object({ publish: z.boolean() }).partial(),
    })
    const given = { at: '2026-01-02T03:04:05.678Z', by: null, colour: '', width: 0.25, can: {} }
    expect(written(schema, given)).toEqual(given)
    const full = {
      at: null,
      by: { name: '"\\\n\u2028世界😀' },
      colour: '#fff',
      note: '',
      width: null,
      can: { publish: false },
    }
    expect(written(schema, full)).toEqual(full)
  })

  it('refuses a reply that lacks what must be there', () => {
    expect(() => written(z.object({ id: z.string() }), {})).toThrow('id')
  })

  it('leaves unions of objects to zod, which tells them apart by their values', () => {
    const either = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
    expect(compile(z.object({ either }))).toBeUndefined()
  })
})

it('the replies of articles, tags, authors, categories, media and albums are compiled', () => {
  const names = ['articles', 'tags', 'authors', 'categories', 'media', 'albums', 'trash', 'users'] as const
  const left = names.flatMap((name) =>
    Object.entries(allEndpoints[name])
      .filter(([, e]) => 'reply' in e && e.reply instanceof z.ZodType && !compile(e.reply))
      .map(([endpoint]) => `${name}.${endpoint}`),
  )
  expect(left).toEqual([])
})
