import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { type ArticleBulkProgress, articleBulkEndpoints } from '#contract/article-bulk.ts'
import { ApiError, call } from '../../api/call.ts'
import { awaitRun, stopOf } from '../../entity/background-run.ts'
import { keptRuns } from '../../entity/kept-runs.ts'
import { offerSteps } from '../../entity/undo.ts'
import { notifyBusy, notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useCounts } from '../../ui/progress-text.ts'
import { useMe } from '../session/session-api.ts'
import { useArticleChanged, useArticleUndo } from './article-api.ts'
import { type BulkReport, useBulkOutcome } from './article-bulk-words.ts'
import { type PublishArticles, useWaiting } from './article-bulk-waiting.ts'
import { useArticleProblemText } from './article-words.ts'

/**
 * Tells how far a bulk action in the background is, and how it ended; what was under way when the last tab was closed, too.
 * @param show opens the report of what was left as it was
 * @param publish left out for people who may not publish
 * @returns to be called with the id of its step once it has begun
 */
export function useBulkInBackground(
  show: (report: BulkReport) => void,
  publish?: PublishArticles,
): (id: string) => void {
  const { t } = useLingui()
  const counts = useCounts()
  const changed = useArticleChanged()
  const tellEnd = useBulkEnd(show, publish)
  const problemText = useArticleProblemText()
  const person = useMe()?.id

  const follow = async (id: string) => {
    if (followed.has(id)) return
    followed.add(id)
    const stop = () => {
      call(articleBulkEndpoints.stop, { params: { id } }).catch((failure: unknown) => {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(sentence, requestId)
      })
    }
    const busy = notifyBusy(t`Changing articles in the background…`, { label: t`Stop`, run: stop })
    const tell = ({ done, total }: ArticleBulkProgress) => {
      const [now, all] = counts(done, total)
      busy.say(t`${now} of ${all}`, done / total)
    }
    try {
      const end = await awaitRun(() => call(articleBulkEndpoints.progress, { params: { id } }), tell)
      if (!end) return void followed.delete(id)
      kept.forget(id)
      changed()
      tellEnd(end)
    } catch (failure) {
      kept.forget(id)
      // Undone elsewhere meanwhile: nothing is left to be said.
      if (failure instanceof ApiError && failure.code === 'not_found') return
      const { sentence, requestId } = problemText(failure)
      notifyFailure(sentence, requestId)
    } finally {
      busy.end()
    }
  }
  useEffect(() => {
    if (person !== undefined) for (const { id } of kept.of(person)) void follow(id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for the person
  }, [person])
  return (id) => {
    kept.keep(id)
    void follow(id)
  }
}

/**
 * The action that was not begun because one is under way, or whose reply was lost on the way: perhaps it did begin.
 * @returns its id
 */
export async function findUnderWay(error: unknown): Promise<string | undefined> {
  if (!(error instanceof ApiError) || (error.problem && error.code !== 'in_progress')) return undefined
  const { id } = await call(articleBulkEndpoints.current, {}).catch(() => ({ id: null }))
  return id ?? undefined
}

/** Says what was done, with one Undo for all of it, what was not, and what readers do not see yet. */
function useBulkEnd(show: (report: BulkReport) => void, publish: PublishArticles | undefined) {
  const { t } = useLingui()
  const counts = useCounts()
  const outcomeText = useBulkOutcome()
  const problemText = useArticleProblemText()
  const undoSteps = useArticleUndo()
  const { sayWaiting, sayRestored, offerToPublish } = useWaiting(publish)
  return (end: ArticleBulkProgress) => {
    const { action, done, total, undo, report, waiting = [] } = end
    const { changed, refused, left } = report
    const stopped = stopOf(end)
    const isAsked = stopped?.code === 'stopped'
    const [now, all] = counts(done, total)
    if (stopped && !isAsked) {
      const why =
        stopped.code === 'invalid_input'
          ? t`The tag, category or author is no longer there.`
          : problemText(stopped).sentence
      notifyFailure(t`The change stopped after ${now} of ${all}. ${why}`)
    }
    const soFar = (outcome: string) => (isAsked ? t`Stopped after ${now} of ${all}. ${outcome}` : outcome)
    const said = changed > 0 ? soFar(outcomeText(action, changed, undefined, done - changed - refused)) : undefined
    const say = action === 'restore' ? sayRestored : sayWaiting
    const withWaiting = (text: string) => (waiting.length > 0 ? say(text, waiting.length) : text)
    const undoAll = undo ? () => void undoSteps([undo]) : undefined
    const next =
      refused > 0
        ? {
            label: t`Show which`,
            run: () => show({ action, done: done - refused, left: refused, failed: left, undo: undoAll }),
          }
        : offerToPublish(waiting.map((id) => ({ id })))
    if (undo && said)
      offerSteps(
        withWaiting(
          refused > 0
            ? t`${said}. ${plural(refused, { one: '# was left as it was', other: '# were left as they were' })}`
            : said,
        ),
        [undo],
        undoSteps,
        next,
      )
    else if (refused > 0)
      notifyFailure(
        soFar(
          t({
            message: plural(refused, {
              one: '# article was left as it was',
              other: '# articles were left as they were',
            }),
          }),
        ),
        undefined,
        next,
      )
    else if (said) notifyDone(withWaiting(said), next)
    else if (isAsked) notifyDone(t`Stopped. Nothing was changed.`)
    else if (!stopped) notifyDone(t`No change was needed`)
  }
}

/** Those that this tab tells about already: the effects of a kept screen run each time it comes to the front. */
const followed = new Set<string>()
const kept = keptRuns('copydesk.bulkRun')
