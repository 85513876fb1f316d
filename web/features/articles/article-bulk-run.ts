import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ArticleBulkReply, BulkReview } from '#contract/article-bulk.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { offerSteps } from '../../entity/undo.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { type ArticleBulkBody, type Selected, useArticleBulk, useArticleUndo } from './article-api.ts'
import { useArticleProblemText } from './article-words.ts'

export type BulkAction = ArticleBulkBody['action']
/** An article as far as it is known. */
export type TargetRow = Pick<ArticleSummary, 'id'> & Partial<Pick<ArticleSummary, 'status' | 'publishAt'>>
/** Which articles: these, or all that match, of which the person saw `count`. */
export type BulkTarget =
  | { rows: readonly TargetRow[]; sort?: ArticleBulkBody['sort'] }
  | { filter: NonNullable<ArticleBulkBody['filter']>; count: number; sort?: ArticleBulkBody['sort'] }
  /** What was shown before it is done; what was changed since then is left alone. */
  | { reviewed: readonly Pick<BulkReview['items'][number], 'id' | 'version'>[] }
export type BulkOptions = {
  values?: readonly string[] | undefined
  /** The time of the first one, and the minutes from one to the next. */
  times?: { publishAt: string; everyMinutes: number } | undefined
}
export type BulkResult = ArticleBulkReply['results'][number]
export type BulkReport = { action: BulkAction; results: BulkResult[]; undo: (() => void) | undefined }

const A_CALL = 50
const MINUTE_MS = 60_000

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

/**
 * Runs a bulk action in parts, so that progress can be shown, and offers one Undo for all of it.
 * @param publish offered for what was restored; left out for people who may not publish
 */
export function useBulkRun(publish?: (restored: readonly TargetRow[]) => void) {
  const { t } = useLingui()
  const bulk = useArticleBulk()
  const undoSteps = useArticleUndo()
  const doneText = useBulkDone()
  const problemText = useArticleProblemText()
  /** Share done, 0–1; undefined while nothing runs. */
  const [progress, setProgress] = useState<number>()
  const [report, setReport] = useState<BulkReport>()

  /** Resolves to whether anything was done. */
  const run = async (action: BulkAction, target: BulkTarget, options: BulkOptions = {}): Promise<boolean> => {
    const results: BulkResult[] = []
    const steps: UndoPointer[] = []
    setProgress(0)
    try {
      for (const part of partsOf(target, options)) {
        const reply = await bulk.mutateAsync({ action, ...part })
        results.push(...reply.results)
        if (reply.undo) steps.push(reply.undo)
        setProgress(results.length / countOf(target))
      }
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    } finally {
      setProgress(undefined)
    }
    const done = results.filter(({ ok }) => ok)
    const changed = done.filter((one) => one.changed)
    const undo = steps.length > 0 ? () => void undoSteps(steps) : undefined
    if (done.length < results.length) setReport({ action, results, undo })
    else if (changed.length > 0) {
      const said = doneText(action, changed.length, changed.length === 1 ? changed[0]!.title : undefined)
      const unchanged = done.length - changed.length
      const sentence =
        unchanged === 0
          ? said
          : t`${said}. ${plural(unchanged, { one: '# needed no change', other: '# needed no change' })}`
      const next =
        action === 'restore' && publish
          ? { label: t`Publish…`, run: () => publish(changed.map(({ id }) => ({ id }))) }
          : undefined
      if (undo) offerSteps(sentence, steps, undoSteps, next)
      else notifyDone(sentence)
    } else if (done.length > 0) notifyDone(t`No change was needed`)
    return done.length > 0
  }

  return { run, progress, report, closeReport: () => setReport(undefined) }
}

const countOf = (target: BulkTarget): number =>
  'reviewed' in target ? target.reviewed.length : 'rows' in target ? target.rows.length : target.count

/** The selection as the server takes it. */
export function selectedOf(target: Exclude<BulkTarget, { reviewed: unknown }>): Selected {
  const { sort } = target
  const selected = 'filter' in target ? { filter: target.filter } : { ids: target.rows.map(({ id }) => id) }
  return { ...selected, expectedCount: countOf(target), ...(sort && { sort }) }
}

function partsOf(target: BulkTarget, { values, times }: BulkOptions): Omit<ArticleBulkBody, 'action'>[] {
  const given = values ? { values: [...values] } : {}
  if ('filter' in target) return [{ ...selectedOf(target), ...given }]
  const versions = 'reviewed' in target ? target.reviewed.map(({ version }) => version) : undefined
  const ids = ('reviewed' in target ? target.reviewed : target.rows).map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / A_CALL) }, (_, part) => {
    const [from, to] = [part * A_CALL, (part + 1) * A_CALL]
    const some = ids.slice(from, to)
    return {
      ...given,
      ids: some,
      expectedCount: some.length,
      ...(versions && { versions: versions.slice(from, to) }),
      ...(times && { publishAt: timeOf(times, from), everyMinutes: times.everyMinutes }),
    }
  })
}

/** When the article at this place of the list goes out. */
export const timeOf = ({ publishAt, everyMinutes }: NonNullable<BulkOptions['times']>, place: number): string =>
  new Date(Date.parse(publishAt) + place * everyMinutes * MINUTE_MS).toISOString()
