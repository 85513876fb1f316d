import type { ImportReason } from '#contract/import-reasons.ts'
import { because } from './import-report.ts'
import type { SourceItem } from './import-records.ts'

/** Where an article of the old site is stored here. */
export type Place = {
  status: 'draft' | 'in_review' | 'scheduled' | 'published'
  publishedAt: string | null
  /** When it goes out; on a draft that was public there, the date that publishing gives it back. */
  publishAt: string | null
  note?: ImportReason
}

/** The state table of the import: from the words of WordPress, and `sent` of Ghost, to ours. */
export function placeOf(item: SourceItem, now: string): Place | { refused: ImportReason } {
  const at = item.publishedAt ?? null
  const isToCome = at !== null && at > now
  const draft = (note: ImportReason): Place => ({ status: 'draft', publishedAt: null, publishAt: at, note })
  switch (item.status) {
    case 'publish':
    case 'future':
      if (item.password) return draft(because('was_protected'))
      if (item.visibility) return draft(because('was_for_members', { visibility: item.visibility }))
      if (isToCome) return { status: 'scheduled', publishedAt: null, publishAt: at }
      return {
        status: 'published',
        publishedAt: at ?? now,
        publishAt: null,
        ...(!at && { note: because('no_date') }),
      }
    case 'private':
      return draft(because('was_private'))
    case 'sent':
      return draft(because('was_newsletter'))
    case 'pending':
      return { status: 'in_review', publishedAt: null, publishAt: null }
    case 'draft':
      return { status: 'draft', publishedAt: null, publishAt: null }
    case 'trash':
      return { refused: because('in_trash_there') }
    case 'auto-draft':
      return { refused: because('auto_draft') }
    default:
      return { refused: because('unknown_state', { state: item.status }) }
  }
}
