import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ArticleBulkReply } from '#contract/article-bulk.ts'
import type { ArticleBulkBody } from './article-api.ts'

export type BulkAction = ArticleBulkBody['action']
export type BulkResult = ArticleBulkReply['results'][number]
export type BulkReport = {
  action: BulkAction
  /** For how many it was possible, and for how many not; these, or the first of them. */
  done: number
  left: number
  failed: readonly Pick<BulkResult, 'id' | 'title' | 'code'>[]
  undo: (() => void) | undefined
}

/** Sentences for what was done. `title` where it was one. */
export function useBulkDone(): (action: BulkAction, count: number, title: string | undefined) => string {
  const { t } = useLingui()
  return (action, count, title) => {
    const what = title ? t`“${title}”` : t({ message: plural(count, { one: '# article', other: '# articles' }) })
    const sentences: Record<BulkAction, string> = {
      submit: t`Submitted ${what} for review`,
      schedule: t`Scheduled ${what}`,
      publish: t`Published ${what}`,
      unpublish: t`Moved ${what} back to draft`,
      archive: t`Archived ${what}`,
      trash: t`Moved ${what} to the trash`,
      restore: t`Restored ${what} as draft, not public`,
      feature: t`Featured ${what}`,
      unfeature: t`${what}: no longer featured`,
      addTags: t`Added tags to ${what}`,
      removeTags: t`Removed tags from ${what}`,
      setCategory: t`Set the category of ${what}`,
      setAuthors: t`Changed the author of ${what}`,
      replaceAuthor: t`Changed the author of ${what}`,
    }
    return sentences[action]
  }
}

/** The same with how many needed no change. */
export function useBulkOutcome() {
  const { t } = useLingui()
  const doneText = useBulkDone()
  return (action: BulkAction, changed: number, title: string | undefined, unchanged: number): string => {
    const said = doneText(action, changed, title)
    if (unchanged === 0) return said
    return t`${said}. ${plural(unchanged, { one: '# needed no change', other: '# needed no change' })}`
  }
}
