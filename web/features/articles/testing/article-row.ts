/** A row of the article list, of someone who may do nothing to it. */
export const articleRow = {
  id: '00000000-0000-7000-8000-000000000001',
  title: 'Harbour',
  slug: 'harbour',
  status: 'draft',
  hasChanges: false,
  submission: null,
  featured: false,
  authors: [],
  primaryCategory: null,
  updatedAt: '2026-05-01T12:00:00.000Z',
  updatedBy: null,
  publishedAt: null,
  publishAt: null,
  wordCount: 3,
  can: {},
}
