import { expect, it } from 'vitest'
import type { z } from 'zod'
import { ArticleFields, emptyArticleFields } from './article-fields.ts'
import { AuthorFields } from './authors.ts'
import { faultOfIssue } from './field-faults.ts'
import { NewPassword } from './session.ts'
import { TagFields } from './tags.ts'
import { Day, Email, Slug, TimeInput, WebUrl } from './text.ts'

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error?.issues.map(({ path, ...issue }) => ({ path: path.join('.'), ...faultOfIssue(issue as never) })) ?? []
}

it.each([
  ['a short password', NewPassword, 'short', { rule: 'text_min', limit: 15 }],
  ['a long password', NewPassword, 'x'.repeat(257), { rule: 'text_max', limit: 256 }],
  ['an address without a domain', Email, 'ada@home', { rule: 'email' }],
  ['a web address without a scheme', WebUrl, 'example.com', { rule: 'web_address' }],
  ['a script as a web address', WebUrl, 'javascript:alert(1)', { rule: 'web_address' }],
  ['a slug with a space', Slug, 'two words', { rule: 'slug' }],
  ['a long slug', Slug, 'x'.repeat(121), { rule: 'text_max', limit: 120 }],
  ['a day that is none', Day, '2026-02-30', { rule: 'date' }],
  ['a day of the year 0', Day, '0000-01-01', { rule: 'year' }],
  ['a time that is none', TimeInput, 'soon', { rule: 'date_time' }],
  ['a name with nothing in it', TagFields.shape.name, '  ', { rule: 'required' }],
  ['a colour by name', TagFields.shape.colour, 'red', { rule: 'colour' }],
  ['an invisible character', TagFields.shape.name, 'a\u0001b', { rule: 'control_character' }],
  [
    'too many links',
    AuthorFields.shape.links,
    Array.from({ length: 11 }, () => ({ label: '', url: 'https://example.com/' })),
    { rule: 'list_max', limit: 10 },
  ],
] as const)('names the rule that %s breaks, with its number', (_name, schema, value, expected) => {
  expect(faultsOf(schema, value)[0]).toMatchObject({ path: '', ...expected })
})

it('looks into a choice between a form and nothing', () => {
  const fields = { ...emptyArticleFields, slug: 'Not A Slug', canonicalUrl: 'nowhere' }
  expect(faultsOf(ArticleFields, fields)).toEqual([
    { path: 'slug', code: 'invalid_format', rule: 'slug' },
    { path: 'canonicalUrl', code: 'invalid_format', rule: 'web_address' },
  ])
})
