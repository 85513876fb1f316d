import { expect, it } from 'vitest'
import { z } from 'zod'
import { articleEndpoints } from '../../contract/articles.ts'
import { articleList } from '../../contract/article-list.ts'
import { filterData } from '../../contract/filter-data.ts'
import { literalOf } from './contract-literals.ts'

/** What the console's build makes of a value. */
// oxlint-disable-next-line no-implied-eval -- the literals are made here
const builtFrom = (value: unknown) => new Function('filterData', `return ${literalOf(value)}`)(filterData) as unknown

it('of an endpoint a browser gets how to call it, and no schema', () =>
  expect(builtFrom(articleEndpoints)).toMatchObject({ list: { method: 'GET', path: '/api/articles' } }))

it('a list keeps its filters, which take the same values as on the server', () => {
  const built = builtFrom(articleList) as typeof articleList
  expect(Object.keys(built)).toEqual(['filters', 'sorts', 'defaultSort', 'searchSort'])
  expect(Object.keys(built.filters)).toEqual(Object.keys(articleList.filters))
  for (const text of ['draft', 'true', '90d', '2026-03-29T10:00:00Z', '0190a000-0000-7000-8000-000000000001'])
    for (const [name, { test }] of Object.entries(articleList.filters))
      expect([name, text, built.filters[name as 'status'].test(text)]).toEqual([name, text, test(text)])
})

it('schemas and functions are none of the data', () =>
  expect([z.string(), { deep: [z.string()] }, () => 1, /a/, new Map()].map(literalOf)).toEqual(
    Array(5).fill(undefined),
  ))
