import { expect, it } from 'vitest'
import { type ListShape, queryOf, readListState, sortAfterSearch, viewOf, writeListState } from './list-address.ts'

const shape: ListShape = {
  filters: { status: /^(draft|published)$/, mine: /^true$/ },
  sorts: ['updatedAt', 'title'],
  defaultSort: '-updatedAt',
  columns: ['status', 'authors', 'changed'],
  hiddenAtFirst: ['authors'],
}
const roundTrip = (search: string) => writeListState(shape, readListState(shape, search))

it('leaves out of the address what is as at first', () => {
  expect(roundTrip('')).toBe('')
  expect(roundTrip('?page=1&pageSize=25&sort=-updatedAt&columns=status.changed')).toBe('')
})

it('keeps everything a person chose, in one fixed order', () => {
  const search =
    '?q=%E4%BA%AC%E9%83%BD&status=draft&mine=true&sort=title&page=3&pageSize=100&columns=status&density=compact'
  expect(roundTrip(search)).toBe(search)
  expect(
    roundTrip('?density=compact&page=3&q=京都&sort=title&mine=true&columns=status&pageSize=100&status=draft'),
  ).toBe(search)
})

it('ignores what the list does not know, so that no address makes it fail', () => {
  expect(roundTrip('?status=burnt&mine=yes&role=admin&sort=-password&page=-2&pageSize=7&density=huge')).toBe('')
  expect(readListState(shape, '?page=1e9').page).toBe(1)
  expect(readListState(shape, `?q=${'x'.repeat(500)}`).q).toHaveLength(200)
})

it('can show all columns, and none of those that can be hidden', () => {
  expect(readListState(shape, '?columns=status.authors.changed').hidden).toEqual([])
  expect(readListState(shape, '?columns=').hidden).toEqual(['status', 'authors', 'changed'])
  expect(roundTrip('?columns=')).toBe('?columns=')
})

it('asks the server for filters and page, never for columns or density', () => {
  expect(queryOf(readListState(shape, '?q=tea&status=draft&columns=status&density=compact&page=2'))).toEqual({
    q: 'tea',
    status: 'draft',
    sort: '-updatedAt',
    page: 2,
    pageSize: 25,
  })
})

it('remembers grid or table only where there is a grid', () => {
  expect(roundTrip('?layout=grid')).toBe('')
  const pictures: ListShape = { ...shape, hasGrid: true }
  expect(writeListState(pictures, readListState(pictures, '?layout=table'))).toBe('?layout=table')
  expect(queryOf(readListState(pictures, '?layout=table'))).not.toHaveProperty('layout')
})

it('saves a view without its page', () => {
  expect(viewOf(shape, readListState(shape, '?status=draft&page=4&sort=title'))).toBe('status=draft&sort=title')
})

it('shows the best match first while something is searched for, unless the person chose another order', () => {
  const ranked: ListShape = { ...shape, searchSort: 'relevance' }
  const again = (search: string) => writeListState(ranked, readListState(ranked, search))
  expect(readListState(ranked, '?q=tea').sort).toBe('relevance')
  expect(readListState(ranked, '').sort).toBe('-updatedAt')
  expect(again('?q=tea')).toBe('?q=tea')
  expect(again('?q=tea&sort=relevance')).toBe('?q=tea')
  expect(again('?q=tea&sort=-updatedAt')).toBe('?q=tea&sort=-updatedAt')
  expect(again('?sort=relevance')).toBe('')
  expect(readListState(shape, '?q=tea&sort=relevance').sort).toBe('-updatedAt')
})

it('goes over to the best match when a search begins, and back when it ends', () => {
  const ranked: ListShape = { ...shape, searchSort: 'relevance' }
  expect(sortAfterSearch(ranked, { q: '', sort: '-updatedAt' }, 'tea')).toBe('relevance')
  expect(sortAfterSearch(ranked, { q: 'tea', sort: 'relevance' }, 'teas')).toBe('relevance')
  expect(sortAfterSearch(ranked, { q: 'tea', sort: 'relevance' }, '')).toBe('-updatedAt')
  expect(sortAfterSearch(ranked, { q: '', sort: 'title' }, 'tea')).toBe('title')
  expect(sortAfterSearch(ranked, { q: 'tea', sort: '-updatedAt' }, 'teas')).toBe('-updatedAt')
  expect(sortAfterSearch(shape, { q: '', sort: '-updatedAt' }, 'tea')).toBe('-updatedAt')
})
