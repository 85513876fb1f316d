import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect } from 'react'
import { undoEndpoints, type UndoPointer, type UndoProgress, type UndoReport } from '#contract/undo.ts'
import { ApiError, call } from '../api/call.ts'
import { useCodeText, useProblemText } from '../api/problem-text.tsx'
import { listed } from '../ui/listed.ts'
import { notifyBusy, notifyDone, notifyFailure, offerUndo, type ToastLink, type ToastStep } from '../ui/notify.tsx'
import { useCounts } from '../ui/progress-text.ts'
import { awaitRun, stopOf } from './background-run.ts'
import { keptRuns, type KeptRuns } from './kept-runs.ts'

/** So many items are named; the others are counted. */
const NAMED_MOST = 3

type Outcome = {
  report: UndoReport
  /** Why it stopped before all of its items were looked at. */
  stopped?: { error: ApiError; total: number }
}

/** What a tab does while a step is undone in the background. */
type Follower = { begun: () => void; tell: (progress: UndoProgress) => void }

/** Those that this tab tells about already. */
const followed = new Set<string>()

/** @throws ApiError; not where it is under way: begun elsewhere, or by a call whose reply was lost on the way */
async function beginUndo(id: string): Promise<UndoReport> {
  try {
    return await call(undoEndpoints.run, { params: { id }, query: { background: 'true' } })
  } catch (error) {
    const mayBeUnderWay = error instanceof ApiError && (!error.problem || error.code === 'in_progress')
    if (!mayBeUnderWay || followed.has(id)) throw error
    const progress = await call(undoEndpoints.progress, { params: { id } }).catch(() => undefined)
    if (progress?.status !== 'running') throw error
    return { ...progress.report, inBackground: true }
  }
}

/** @returns undefined where the person signed out meanwhile */
async function undoStep(id: string, follower: Follower): Promise<Outcome | undefined> {
  const report = await beginUndo(id)
  if (!report.inBackground) return { report }
  follower.begun()
  return followUndo(id, follower)
}

/** Waits for a step of many items that is undone in the background, also while the server does not answer. */
async function followUndo(id: string, { tell }: Pick<Follower, 'tell'>): Promise<Outcome | undefined> {
  followed.add(id)
  try {
    const end = await awaitRun(() => call(undoEndpoints.progress, { params: { id } }), tell)
    const error = end && stopOf(end)
    return end && { report: end.report, ...(error && { stopped: { error, total: end.total } }) }
  } finally {
    followed.delete(id)
  }
}

const restoredOf = (reports: readonly UndoReport[]) => reports.reduce((sum, { restored }) => sum + restored, 0)

type Steps = readonly Pick<UndoPointer, 'id'>[]

/** What follows once all steps are undone. `kept` is it as JSON, for when the page is opened again. */
type Next = { run: () => unknown; kept: unknown }

/** What belongs to a kept step: those that follow, in the order in which they were done, and what became of those before it. */
type Rest = { steps: string[]; reports: UndoReport[]; next?: unknown }
export type KeptUndos = KeptRuns<Rest>
export const keptUndos = (key: string): KeptUndos => keptRuns<Rest>(key)

/** Kept steps whose followers this tab undoes already. */
const going = new Set<string>()

const NOTHING: UndoReport = { restored: 0, skipped: 0, left: [] }

/**
 * Undoes steps, the last one first, and reports which items were left as they are, and why.
 * @param onSettled also called after a failure, and when it goes on in the background: what is known may be out of date
 * @param counted says how many were restored, where they were several
 * @param kept where what goes on in the background is kept for `useUndoUnderWay`
 * @returns what answers false where the person stopped it: nothing after it is to begin, but `next` once they went on to the end
 */
export function useUndo(
  onSettled: () => void,
  counted?: (restored: number) => string,
  kept?: KeptUndos,
): (steps: Steps, next?: Next) => Promise<boolean> {
  const undo = useUndoReport(onSettled, counted, kept)
  return useCallback((steps, next) => undo(steps, { undo: undoStep, next }), [undo])
}

/**
 * Tells how far that is what was under way when the page was left, and how it ended, as the tab would have that began it, and goes
 * on with what was to follow.
 * @param person who is signed in
 * @param goOn does what was kept as `next`
 */
export function useUndoUnderWay(
  person: string | undefined,
  kept: KeptUndos,
  onSettled: () => void,
  counted?: (restored: number) => string,
  goOn?: (next: unknown) => unknown,
): void {
  const undo = useUndoReport(onSettled, counted, kept)
  useEffect(() => {
    const runs = person === undefined ? [] : kept.of(person)
    for (const { id, rest } of runs.filter(({ id }) => !followed.has(id) && !going.has(id))) {
      const next = goOn && rest?.next !== undefined ? { run: () => goOn(rest.next), kept: rest.next } : undefined
      const steps = [...(rest?.steps ?? []), id].map((step) => ({ id: step }))
      const again: typeof undoStep = (step, follower) => {
        if (step === id) follower.begun()
        return (step === id ? followUndo : undoStep)(step, follower).catch(isOverOrThrow)
      }
      void undo(steps, { undo: again, earlier: rest?.reports, next }).then((isOver) => isOver && next?.run())
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for the person
  }, [person])
}

/** Of what is followed later nothing may be known any more: it ended long ago, or another tab went on with it. */
function isOverOrThrow(failure: unknown): Outcome {
  const isOver = failure instanceof ApiError && (failure.code === 'not_found' || failure.code === 'undo_expired')
  if (!isOver) throw failure
  return { report: NOTHING }
}

/** @property undo does one of the steps, or waits for it. @property earlier what became of steps before these */
type How = { undo: typeof undoStep; earlier?: readonly UndoReport[] | undefined; next?: Next | undefined }

/** Says what became of steps. */
function useUndoReport(
  onSettled: () => void,
  counted: ((restored: number) => string) | undefined,
  kept: KeptUndos | undefined,
): (steps: Steps, how: How) => Promise<boolean> {
  const leftText = useLeftText()
  const problemText = useUndoProblemText()
  const { t } = useLingui()
  const counts = useCounts()
  return useCallback(
    async function run(steps, { undo, earlier = [], next }): Promise<boolean> {
      const busy = notifyBusy(t`Undoing…`)
      const failed = (failure: unknown) => {
        const { sentence, requestId } = problemText(failure)
        notifyFailure(sentence, requestId)
      }
      const reports = [...earlier]
      const ofAll = steps.length + earlier.length
      let entry: string | undefined
      const forget = () => {
        if (entry === undefined) return
        kept?.forget(entry)
        going.delete(entry)
        entry = undefined
      }
      /** It stays until the next one is kept: the page may be left while that begins. */
      const keep = (id: string, index: number) => {
        if (id !== entry) forget()
        entry = id
        going.add(id)
        kept?.keep(id, { steps: steps.slice(0, index).map((step) => step.id), reports: [...reports], next: next?.kept })
      }
      try {
        for (const [index, { id }] of [...steps.entries()].toReversed()) {
          const begun = () => {
            keep(id, index)
            onSettled()
          }
          const goOn = async () => {
            if (await run(steps.slice(0, index + 1), { undo: undoStep, next })) next?.run()
          }
          const stop = () => void call(undoEndpoints.stop, { params: { id } }).catch(failed)
          const tell = (progress: UndoProgress) => {
            const [done, all] = counts(progress.done, progress.total)
            const before = reports.length
            const share = (before + progress.done / progress.total) / ofAll
            const [now, many] = counts(before + 1, ofAll)
            if (ofAll > 1) busy.say(t`Change ${now} of ${many}: ${done} of ${all}`, share)
            else if (progress.done > 0) busy.say(t`${done} of ${all}`, share)
            if (progress.can.stop) busy.offer({ label: t`Stop`, run: stop })
          }
          const outcome = await undo(id, { begun, tell })
          // Signed out: it is followed, and goes on, after the next sign-in.
          if (!outcome) return true
          const { report, stopped } = outcome
          if (stopped) {
            const { sentence } = problemText(stopped.error)
            const restored = restoredOf([...reports, report])
            const looked = reports.reduce((sum, one) => sum + one.restored + one.skipped, stopped.total)
            const [done, all] = counts(restored, looked)
            forget()
            onSettled()
            if (stopped.error.code !== 'stopped') {
              notifyFailure(restored > 0 ? t`The undo stopped after ${done} of ${all}. ${sentence}` : sentence)
              return true
            }
            const left = leftText([...reports, report])
            const rest = left || t`The others can still be undone.`
            const none = left ? t`Stopped. Nothing was undone. ${left}` : t`Stopped. Nothing was undone.`
            notifyDone(restored > 0 ? t`Stopped. Undone: ${done} of ${all}. ${rest}` : none, {
              label: t`Go on`,
              run: () => void goOn(),
            })
            return false
          }
          reports.push(report)
        }
        forget()
        // Nothing is known of any of them.
        if (reports.every((report) => report === NOTHING)) return true
        const left = leftText(reports)
        const restored = restoredOf(reports)
        if (left === '') notifyDone(counted && restored > 1 ? t`Undone: ${counted(restored)}` : t`Undone`)
        else if (reports.every(({ restored }) => restored === 0)) notifyFailure(left)
        else if (counted) notifyFailure(t`Undone in part: ${counted(restored)}. ${left}`)
        else notifyFailure(t`Undone in part. ${left}`)
      } catch (failure) {
        forget()
        failed(failure)
      } finally {
        if (entry !== undefined) going.delete(entry)
        busy.end()
      }
      onSettled()
      return true
    },
    [t, counts, leftText, problemText, onSettled, counted, kept],
  )
}

/**
 * Says what was done and offers to undo all its steps; null where there is nothing to undo. Answers what takes the message
 * away. @param onSettled called after the undo, also when it failed
 */
export function useOfferUndo(
  onSettled: () => void,
): (message: string, undo: UndoPointer | readonly UndoPointer[] | null, link?: ToastLink) => () => void {
  const undoSteps = useUndo(onSettled)
  return useCallback(
    (message, undo, link) => {
      const steps = undo === null ? [] : 'id' in undo ? [undo] : undo
      return steps.length === 0 ? notifyDone(message, link) : offerSteps(message, steps, undoSteps, link)
    },
    [undoSteps],
  )
}

/** Offers to undo recorded steps, for as long as they can be undone. Answers what takes the message away. */
export function offerSteps(
  message: string,
  steps: readonly UndoPointer[],
  undoSteps: (steps: readonly UndoPointer[]) => unknown,
  next?: ToastLink | ToastStep,
): () => void {
  return offerUndo(
    message,
    () => void undoSteps(steps),
    next,
    steps.map(({ id }) => id),
  )
}

type Left = Pick<UndoReport, 'left' | 'skipped'>

/** Names the items that an undo left as they are, and says why; empty where it left none. */
export function useLeftText(): (reports: readonly Left[]) => string {
  const { t, i18n } = useLingui()
  const codeText = useCodeText()
  return useCallback(
    (reports) => {
      const left = reports.flatMap((report) => report.left)
      const skipped = reports.reduce((sum, report) => sum + report.skipped, 0)
      if (skipped === 0) return ''
      const quoted = left.slice(0, NAMED_MOST).map(({ title }) => `“${title || t`Untitled`}”`)
      const more = skipped - quoted.length
      if (quoted.length === 0)
        return t({
          message: plural(more, {
            one: '# item was changed since and is left as it is.',
            other: '# items were changed since and are left as they are.',
          }),
        })
      if (more > 0) quoted.push(t({ message: plural(more, { one: '# more', other: '# more' }) }))
      const names = listed(quoted, i18n.locale)
      const [first] = left
      if (left.every(({ code }) => code === 'stale_version'))
        return t`Left as it is, because someone changed it since: ${names}.`
      if (left.every(({ code }) => code === 'slug_taken'))
        return t`Left as it is, because another article has its address by now: ${names}.`
      return t`Left as it is: ${names}. ${codeText(first?.code ?? 'unexpected')}`
    },
    [t, i18n.locale, codeText],
  )
}

/** Like `useProblemText`, and says which names cannot come back because others have them now. */
function useUndoProblemText(): ReturnType<typeof useProblemText> {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  return useCallback(
    (error) => {
      const text = problemText(error)
      const taken = error instanceof ApiError && error.code === 'name_taken' ? (error.problem?.reasons ?? []) : []
      const [title] = taken
      if (title === undefined) return text
      if (taken.length === 1)
        return {
          ...text,
          sentence: t`“${title}” stays in the trash: there is another one of this name now. Rename that first.`,
        }
      const more = taken.length - NAMED_MOST
      const shown = taken.slice(0, NAMED_MOST).map((name) => `“${name}”`)
      if (more > 0) shown.push(t({ message: plural(more, { one: '# more', other: '# more' }) }))
      const names = listed(shown, i18n.locale)
      return {
        ...text,
        sentence: t`${names} stay in the trash: there are others of these names now. Rename those first.`,
      }
    },
    [t, i18n.locale, problemText],
  )
}
