import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { BULK_AT_ONCE_MAX, type BulkReview } from '#contract/article-bulk.ts'
import type { ArticleSummary } from '#contract/articles.ts'
import type { UndoPointer } from '#contract/undo.ts'
import { ApiError } from '../../api/call.ts'
import { offerSteps } from '../../entity/undo.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import {
  type ArticleBulkBody,
  type Selected,
  useArticleBulk,
  useArticleUndo,
  useArticleUndoUnderWay,
} from './article-api.ts'
import { findUnderWay, useBulkInBackground } from './article-bulk-background.ts'
import { type PublishArticles, useWaiting } from './article-bulk-waiting.ts'
import { type BulkAction, type BulkReport, type BulkResult, useBulkOutcome } from './article-bulk-words.ts'
import { useArticleProblemText } from './article-words.ts'

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

const A_CALL = 50
const MINUTE_MS = 60_000

/**
 * Runs a bulk action in parts, so that progress can be shown, and offers one Undo for all of it. One on more articles than go
 * at once is done in the background.
 * @param showList brings the list to the front
 * @param publish offered for what was restored, and for published articles that were changed; left out for people who may not publish
 */
export function useBulkRun(showList: () => void, publish?: PublishArticles) {
  const { t } = useLingui()
  const bulk = useArticleBulk()
  const undoSteps = useArticleUndo()
  useArticleUndoUnderWay()
  const outcomeText = useBulkOutcome()
  const problemText = useArticleProblemText()
  /** Share done, 0–1; undefined while nothing runs. */
  const [progress, setProgress] = useState<number>()
  const [report, setReport] = useState<BulkReport>()
  const { sayWaiting, offerToPublish } = useWaiting(publish)
  const followInBackground = useBulkInBackground((report) => {
    showList()
    setReport(report)
  }, publish)

  /** Resolves to whether anything was done. */
  const run = async (action: BulkAction, target: BulkTarget, options: BulkOptions = {}): Promise<boolean> => {
    const results: BulkResult[] = []
    const steps: UndoPointer[] = []
    setProgress(0)
    try {
      for (const part of partsOf(target, options)) {
        const reply = await bulk.mutateAsync({ action, ...part })
        if (reply.inBackground && reply.undo) {
          followInBackground(reply.undo.id)
          return true
        }
        results.push(...reply.results)
        if (reply.undo) steps.push(reply.undo)
        setProgress(results.length / countOf(target))
      }
    } catch (error) {
      const underWay = countOf(target) > BULK_AT_ONCE_MAX ? await findUnderWay(error) : undefined
      if (underWay) followInBackground(underWay)
      if (underWay && !(error instanceof ApiError && error.problem)) return true
      const { sentence, requestId } = problemText(error)
      notifyFailure(
        error instanceof ApiError && !error.problem
          ? t`No answer came. The list shows whether it was done; if so, the trash has it under “Changes to undo”.`
          : sentence,
        requestId,
      )
    } finally {
      setProgress(undefined)
    }
    const done = results.filter(({ ok }) => ok)
    const changed = done.filter((one) => one.changed)
    const undo = steps.length > 0 ? () => void undoSteps(steps) : undefined
    const failed = results.filter(({ ok }) => !ok)
    if (failed.length > 0) setReport({ action, done: done.length, left: failed.length, failed, undo })
    else if (changed.length > 0) {
      const title = changed.length === 1 ? changed[0]!.title : undefined
      const said = outcomeText(action, changed.length, title, done.length - changed.length)
      const waiting = changed.filter(({ hasChanges }) => hasChanges)
      const sentence = waiting.length > 0 ? sayWaiting(said, waiting.length) : said
      const next = offerToPublish(action === 'restore' ? changed : waiting)
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
  // What is done in the background is one call.
  const aCall = ids.length > BULK_AT_ONCE_MAX ? ids.length : A_CALL
  return Array.from({ length: Math.ceil(ids.length / aCall) }, (_, part) => {
    const [from, to] = [part * aCall, (part + 1) * aCall]
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
