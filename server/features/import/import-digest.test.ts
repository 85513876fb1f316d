import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { digestOf, type ImportedContent } from './import-digest.ts'

const content: ImportedContent = {
  title: 'Rain',
  slug: 'rain',
  excerpt: 'Wet',
  body: '<p>It rains.</p>',
  cover: { media: '0190a000-0000-7000-8000-000000000001', alt: 'Rain', caption: '', credit: '' },
  authors: ['0190a000-0000-7000-8000-000000000002'],
  primaryCategory: '0190a000-0000-7000-8000-000000000003',
  categories: [],
  tags: ['0190a000-0000-7000-8000-000000000004'],
  featured: true,
  seoTitle: '',
  canonicalUrl: '',
  seoDescription: '',
}

/** As the version before the table of fields wrote it. */
const stored = JSON.stringify([
  {
    title: 'Rain',
    subtitle: '',
    slug: 'rain',
    excerpt: 'Wet',
    body: '<p>It rains.</p>',
    cover: content.cover,
    authors: content.authors,
    primaryCategory: content.primaryCategory,
    categories: [],
    tags: content.tags,
    featured: true,
    adsPolicy: 'normal',
    sensitive: false,
    publishAt: null,
    unpublishAt: null,
    canonicalUrl: '',
    seoTitle: '',
    seoDescription: '',
    socialImage: null,
    internalNote: '',
  },
  'publish',
  '2020-01-01T00:00:00.000Z',
])

it('an article that an older version imported is the same one to this version', () =>
  expect(digestOf(content, 'publish', '2020-01-01T00:00:00.000Z')).toEqual(
    createHash('sha256').update(stored).digest(),
  ))

it('each part that the import sets counts, and a field that it does not set does not', () => {
  const digest = digestOf(content, 'publish')
  expect(digestOf({ ...content, excerpt: 'Dry' }, 'publish')).not.toEqual(digest)
  expect(digestOf({ ...content, featured: false }, 'publish')).not.toEqual(digest)
  expect(digestOf(content, 'draft')).not.toEqual(digest)
  const withAnother = { ...content, subtitle: 'Not set by the import' }
  expect(digestOf(withAnother, 'publish')).toEqual(digest)
})
