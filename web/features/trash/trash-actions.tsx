import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { TrashItem, TrashResults } from '#contract/trash.ts'
import { UNDO_AT_ONCE_MAX } from '#contract/undo.ts'
import { useProblemText } from '../../api/problem-text.tsx'
import { readToken } from '../../api/session-token.ts'
import { keptUndos, useLeftText, useUndo, useUndoUnderWay } from '../../entity/undo.ts'
import { paths } from '../../paths.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { notifyDone, notifyFailure } from '../../ui/notify.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { SentenceGap } from '../../ui/sentence-gap.tsx'
import { useMe } from '../session/session-api.ts'
import { useTrashName } from './trash-name.ts'
import { allInTrash, type TrashQuery, useTrashChange, useTrashChanged } from './trash-api.ts'

type TrashActions = {
  restore: (items: readonly TrashItem[]) => void
  /** Asks first. */
  purge: (items: readonly TrashItem[]) => void
  /** Does one of these with all that match, whatever page is shown. */
  withAll: (query: TrashQuery, run: (items: readonly TrashItem[]) => void) => void
  busy: boolean
  dialog: ReactNode
}

const undosUnderWay = keptUndos('copydesk.trashUndo')

/** So many items are named in the question; the others are counted. */
const NAMED_MOST = 5

/** What can be done with items in the trash; says what came of it, one by one where something failed. */
export function useTrashActions(onDone: () => void): TrashActions {
  const { t, i18n } = useLingui()
  const { navigate } = useScreen()
  const problemText = useProblemText()
  const leftText = useLeftText()
  const nameOf = useTrashName()
  const restoring = useTrashChange('restore')
  const purging = useTrashChange('purge')
  const [isCollecting, setCollecting] = useState(false)
  const [asked, setAsked] = useState<readonly TrashItem[]>()

  const sentenceOf = (code: TrashResults[number]['code'], title: string, isChange: boolean) => {
    if (isChange && code === 'stale_version')
      return t`“${title}” was changed since, so it stays as it is: nothing was undone.`
    if (isChange && code === 'name_taken') return t`“${title}” stays as it is: another one has the old name by now.`
    if (isChange && code === 'slug_taken') return t`“${title}” stays as it is: another one has its address by now.`
    if (code === 'name_taken')
      return t`“${title}” stays in the trash: there is another one of this name now. Rename that first.`
    if (code === 'key_taken')
      return t`“${title}” stays in the trash: another placement has its key now. Change the key of that one first.`
    if (code === 'already_here') return t`“${title}” stays in the trash: the library has this picture already.`
    if (code === 'in_use') return t`“${title}” stays in the trash: something else there still shows it.`
    if (code === 'in_progress') return t`“${title}” is still under way. Wait until it is done.`
    if (code === 'busy') return t`“${title}” stays in the trash: the server is busy. Try again.`
    if (code === 'unexpected') return t`“${title}” stays in the trash: something went wrong on the server.`
    return t`“${title}” stays in the trash: it is no longer as it was shown. Look again.`
  }
  const sayFailures = (results: TrashResults) => {
    for (const { title, code, type } of results.filter(({ ok }) => !ok).slice(0, 3))
      notifyFailure(sentenceOf(code, title, type === 'change'))
  }
  const changed = useTrashChanged()
  const undoInBackground = useUndo(changed, undefined, undosUnderWay)
  /** Changes of many items come back in the background. */
  const isLarge = ({ change, others }: TrashItem) => change !== null && others >= UNDO_AT_ONCE_MAX
  /** The newest first: an earlier change comes back only where the later ones are undone. */
  const restore = async (items: readonly TrashItem[]) => {
    if (items.some(isLarge)) onDone()
    await restoreParts(partsOf(items, isLarge))
  }
  const restoreParts = async ([part, ...others]: readonly TrashItem[][]): Promise<void> => {
    if (!part) return
    const goOn = async () => {
      // Signed out meanwhile.
      if (readToken() !== null) await restoreParts(others)
    }
    const steps = part.map(({ id, purgeAt }) => ({ id, until: purgeAt })).toReversed()
    if (!isLarge(part[0]!)) await restoreAtOnce(part)
    else if (!(await undoInBackground(steps, others[0] && { run: goOn, kept: others.flat() }))) return
    await goOn()
  }
  useUndoUnderWay(useMe()?.id, undosUnderWay, changed, undefined, (kept) => restore(kept as readonly TrashItem[]))
  const restoreAtOnce = async (items: readonly TrashItem[]) => {
    const names = new Map(items.map((item) => [item.id, nameOf(item)]))
    try {
      const { results } = await restoring.mutateAsync(items)
      const back = results.filter(({ ok }) => ok)
      const [first] = back
      if (first) {
        const single =
          first.type === 'change' ? t`Undone: ${names.get(first.id) ?? first.title}` : t`Restored: ${first.title}`
        const many = back.every(({ type }) => type === 'change')
          ? t`Undone: ${plural(back.length, { one: '# change', other: '# changes' })}`
          : t`Restored: ${plural(back.length, { one: '# item', other: '# items' })}`
        const done = back.every(({ type }) => type === 'article')
          ? back.length === 1
            ? t`Restored as draft, not public: ${first.title || t`Untitled`}`
            : t`Restored as drafts, not public: ${plural(back.length, { one: '# article', other: '# articles' })}`
          : back.length === 1
            ? single
            : many
        const left = leftText(back)
        if (left === '') notifyDone(done, toDrafts(back))
        else notifyFailure(t`${done}. ${left}`)
      }
      sayFailures(results)
      onDone()
    } catch (error) {
      const { sentence, requestId } = problemText(error)
      notifyFailure(sentence, requestId)
    }
  }
  /** A restored article is no longer public: the way to what it needs to be published again. */
  const toDrafts = (back: TrashResults) => {
    const drafts = back.filter(({ type }) => type === 'article')
    const [first] = drafts
    if (!first) return undefined
    return drafts.length === 1
      ? { label: t`Open the draft`, run: () => navigate(paths.article(first.id)) }
      : { label: t`Show the drafts`, run: () => navigate(`${paths.articles}?status=draft`) }
  }
  const confirmed = async () => {
    try {
      const { results } = await purging.mutateAsync(asked ?? [])
      const gone = results.filter(({ ok }) => ok)
      const [first] = gone
      if (first)
        notifyDone(
          gone.every(({ type }) => type === 'change')
            ? t`Forgotten: ${plural(gone.length, { one: '# change', other: '# changes' })}`
            : gone.length === 1
              ? t`Permanently deleted: ${first.title || t`Untitled`}`
              : t`Permanently deleted: ${plural(gone.length, { one: '# item', other: '# items' })}`,
        )
      sayFailures(results)
      onDone()
    } catch (error) {
      return problemText(error).sentence
    }
  }
  const withAll: TrashActions['withAll'] = (query, run) => {
    setCollecting(true)
    allInTrash(query)
      .then(run, (error: unknown) => {
        const { sentence, requestId } = problemText(error)
        notifyFailure(sentence, requestId)
      })
      .finally(() => setCollecting(false))
  }
  const [only] = asked ?? []
  const onlyChanges = asked?.every(({ type }) => type === 'change') === true
  const quoted = (asked ?? [])
    .slice(0, NAMED_MOST)
    .map((item) => (item.change && item.others > 0 ? nameOf(item) : `“${nameOf(item)}”`))
  const more = (asked?.length ?? 0) - quoted.length
  if (more > 0) quoted.push(t({ message: plural(more, { one: '# more', other: '# more' }) }))
  const names = listed(quoted, i18n.locale)
  return {
    restore: (items) => void restore(items),
    purge: setAsked,
    withAll,
    busy: isCollecting || restoring.isPending || purging.isPending,
    dialog: (
      <Confirm
        opened={asked !== undefined}
        title={
          onlyChanges
            ? t`Forget ${plural(asked?.length ?? 0, { one: 'this change', other: '# changes' })}?`
            : asked?.length === 1
              ? t`Delete “${only?.title ?? ''}” permanently?`
              : t`Delete ${plural(asked?.length ?? 0, { one: '# item', other: '# items' })} permanently?`
        }
        confirmLabel={onlyChanges ? t`Forget` : t`Delete permanently`}
        danger
        onConfirm={confirmed}
        onClose={() => setAsked(undefined)}
      >
        {asked && (asked.length > 1 || onlyChanges) && <p style={{ margin: '0 0 8px' }}>{names}</p>}
        {onlyChanges ? (
          <Trans>Nothing else is deleted: what was changed stays as it is, but it can no longer be undone.</Trans>
        ) : (
          <Trans>This cannot be undone.</Trans>
        )}
        <SentenceGap />
        {asked?.some(({ type }) => type === 'article') && (
          <Plural
            value={asked.filter(({ type }) => type === 'article').length}
            one="The article goes with its whole history."
            other="The articles go with their whole history."
          />
        )}
      </Confirm>
    ),
  }
}

/** The newest first, in parts that are all large or all not. */
function partsOf(items: readonly TrashItem[], isLarge: (item: TrashItem) => boolean): TrashItem[][] {
  const parts: TrashItem[][] = []
  for (const item of items.toSorted((one, other) => other.deletedAt.localeCompare(one.deletedAt))) {
    const last = parts.at(-1)
    if (last && isLarge(last[0]!) === isLarge(item)) last.push(item)
    else parts.push([item])
  }
  return parts
}
