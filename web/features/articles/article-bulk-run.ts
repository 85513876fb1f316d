import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ArticleSummary } from '#contract/articles.ts'
import type { ListState } from '../../ui/list-state.ts'
import { notifyDone, notifyFailure, offerUndo } from '../../ui/notify.tsx'
import { type ArticleBulkBody, useArticleBulk, useUndoBulk } from './article-api.ts'
import { useArticleProblemText } from './article-words.ts'

export type BulkAction = ArticleBulkBody['action']
/** Which articles: these, or all that match, of which the person saw `count`. */
export type BulkTarget =
  | { rows: readonly ArticleSummary[] }
  | { filter: Pick<ListState, 'q' | 'filters'>; count: number }
export type BulkResult = { id: string; title: string; ok: boolean; code: string | null }
export type BulkReport = { action: BulkAction; results: BulkResult[]; undo: (() => void) | undefined }

const A_CALL = 50

/** Sentences for what was done. `title` where it was one. */
export function useBulkDone(): (action: BulkAction, count: number, title: string | undefined) => string {
  const { t } = useLingui()
  return (action, count, title) => {
    const what = title ? t`“${title}”` : t({ message: plural(count, { one: '# article', other: '# articles' }) })
    const sentences: Record<BulkAction, string> = {
      submit: t`Submitted ${what} for review`,
      publish: t`Published ${what}`,
      unpublish: t`Took ${what} back to draft`,
      archive: t`Archived ${what}`,
      trash: t`Moved ${what} to the trash`,
      restore: t`Restored ${what} as draft`,
      feature: t`Featured ${what}`,
      unfeature: t`${what}: no longer featured`,
      addTags: t`Added tags to ${what}`,
      setCategory: t`Set the category of ${what}`,
    }
    return sentences[action]
  }
}

/** Runs a bulk action in parts, so that progress can be shown, and offers one Undo for all of it. */
export function useBulkRun() {
  const { t } = useLingui()
  const bulk = useArticleBulk()
  const undoBulk = useUndoBulk()
  const doneText = useBulkDone()
  const problemText = useArticleProblemText()
  /** Share done, 0–1; undefined while nothing runs. */
  const [progress, setProgress] = useState<number>()
  const [report, setReport] = useState<BulkReport>()

  const fail = (error: unknown) => {
    const { sentence, requestId } = problemText(error)
    notifyFailure(sentence, requestId)
  }

  const takeBack = async (tokens: readonly string[]) => {
    try {
      let [restored, skipped] = [0, 0]
      for (const token of tokens.toReversed()) {
        const part = await undoBulk.mutateAsync(token)
        restored += part.restored
        skipped += part.skipped
      }
      if (skipped > 0) notifyFailure(t`Taken back: ${restored}. Changed by someone since, and left alone: ${skipped}.`)
      else notifyDone(t`Taken back`)
    } catch (error) {
      fail(error)
    }
  }

  /** Resolves to whether anything was done. */
  const run = async (action: BulkAction, target: BulkTarget, values?: readonly string[]): Promise<boolean> => {
    const results: BulkResult[] = []
    const tokens: string[] = []
    setProgress(0)
    try {
      for (const part of partsOf(target)) {
        const reply = await bulk.mutateAsync({ action, ...part, ...(values && { values: [...values] }) })
        results.push(...reply.results)
        if (reply.undo) tokens.push(reply.undo)
        setProgress(results.length / ('rows' in target ? target.rows.length : target.count))
      }
    } catch (error) {
      fail(error)
    } finally {
      setProgress(undefined)
    }
    const done = results.filter(({ ok }) => ok)
    const undo = tokens.length > 0 ? () => void takeBack(tokens) : undefined
    if (done.length < results.length) setReport({ action, results, undo })
    else if (done.length > 0) {
      const sentence = doneText(action, done.length, done.length === 1 ? done[0]!.title : undefined)
      if (undo) offerUndo(sentence, undo)
      else notifyDone(sentence)
    }
    return done.length > 0
  }

  return { run, progress, report, closeReport: () => setReport(undefined) }
}

function partsOf(target: BulkTarget): Pick<ArticleBulkBody, 'ids' | 'filter' | 'expectedCount'>[] {
  if ('filter' in target) {
    const { q, filters } = target.filter
    const filter = { ...(q && { q }), ...filters } as NonNullable<ArticleBulkBody['filter']>
    return [{ filter, expectedCount: target.count }]
  }
  const ids = target.rows.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / A_CALL) }, (_, part) => {
    const some = ids.slice(part * A_CALL, (part + 1) * A_CALL)
    return { ids: some, expectedCount: some.length }
  })
}
