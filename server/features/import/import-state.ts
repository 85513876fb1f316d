import type { WordpressItem } from './wordpress-reader.ts'

/** Where an article of the old site stands here. */
export type Place = {
  status: 'draft' | 'in_review' | 'scheduled' | 'published'
  publishedAt: string | null
  /** When it goes out; on a draft that was public there, the date that publishing gives it back. */
  publishAt: string | null
  note: string
}

/** The state table of the import: from the words of WordPress to ours. */
export function placeOf(item: WordpressItem, now: Date): Place | { refused: string } {
  const at = item.publishedAt ?? null
  const isToCome = at !== null && at > now.toISOString()
  const draft = (note = ''): Place => ({ status: 'draft', publishedAt: null, publishAt: at, note })
  switch (item.status) {
    case 'publish':
    case 'future':
      if (item.password) return draft('it was protected by a password: a draft here')
      if (isToCome) return { status: 'scheduled', publishedAt: null, publishAt: at, note: '' }
      return {
        status: 'published',
        publishedAt: at ?? now.toISOString(),
        publishAt: null,
        note: at ? '' : 'it had no date',
      }
    case 'private':
      return draft('it was private: a draft here')
    case 'pending':
      return { status: 'in_review', publishedAt: null, publishAt: null, note: '' }
    case 'draft':
      return { status: 'draft', publishedAt: null, publishAt: null, note: '' }
    case 'trash':
      return { refused: 'it is in the trash of the old site' }
    case 'auto-draft':
      return { refused: 'an empty draft that WordPress made by itself' }
    default:
      return { refused: `its state “${item.status}” has no counterpart here` }
  }
}
