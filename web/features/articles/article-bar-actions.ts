import { useLingui } from '@lingui/react/macro'
import type { ArticleAction } from '#contract/article-actions.ts'
import { notifyFailure } from '../../ui/notify.tsx'
import { useDuplicate } from './article-duplicate.ts'
import { type useFormActions, useMissing } from './article-form-actions.ts'
import { useArticle, useArticleForm } from './article-form-context.ts'
import { useFindUnseenAlbums } from './article-albums.ts'
import { useAcceptedFindings } from './article-findings.ts'

/** What opens above the bar, or beside its next step. */
export type BarDialog =
  | 'preview'
  | 'share'
  | 'submit'
  | 'compare'
  | 'schedule'
  | 'return'
  | 'trash'
  | 'checklist'
  | 'warnings'
export type NextStep = { name: ArticleAction; label: string; go: () => void }
/** An entry of the menu; with `unavailable` it only says why it cannot be chosen. */
export type MenuEntry = { key: string; label: string; go: () => void; danger?: boolean; unavailable?: string }

/** The one next step of an article, and all else that can be done with it, in the order of the menu. */
export function useBarActions(
  { can, run, state }: ReturnType<typeof useFormActions>,
  open: (name: BarDialog) => void,
): { next: NextStep | undefined; menu: MenuEntry[] } {
  const { t } = useLingui()
  const { session } = useArticleForm()
  const article = useArticle()
  const missing = useMissing()
  const duplicate = useDuplicate()
  const isPublished = state === 'published'
  const findUnseenAlbums = useFindUnseenAlbums()
  const { isNew } = useAcceptedFindings()

  const openSaved = async (name: BarDialog) => {
    await session.save('autosave')
    open(name)
  }
  const duplicateNow = async () => {
    if (!(await session.save('save'))) return void notifyFailure(t`Some fields must be corrected first.`)
    const saved = session.get().article
    if (saved) await duplicate(saved)
  }
  const publish = async () => {
    if (missing.length > 0) return open('checklist')
    // What others saved since comes in with it.
    if (!(await session.save('save'))) return void run('publish')
    if (isNew([])) return open('warnings')
    const albums = await findUnseenAlbums(session.get().fields.body)
    if (!albums) return
    if (isNew(albums)) open('warnings')
    else void run('publish')
  }
  const submitLabel = isPublished ? t`Submit changes` : t`Submit for review`
  const steps: (NextStep | false)[] = [
    can('publish') && {
      name: 'publish',
      label: isPublished ? t`Publish changes` : state === 'scheduled' ? t`Publish now` : t`Publish`,
      go: () => void publish(),
    },
    can('submit') && { name: 'submit', label: submitLabel, go: () => void run('submit') },
    can('restore') && { name: 'restore', label: t`Restore as draft`, go: () => void run('restore') },
  ]
  const next = steps.find((step) => step !== false)

  const menu: (MenuEntry | false | undefined)[] = [
    can('schedule') && {
      key: 'schedule',
      label: state === 'scheduled' ? t`Change the time…` : t`Schedule…`,
      go: () => open(missing.length > 0 ? 'checklist' : 'schedule'),
    },
    can('submit') && next?.name !== 'submit' && { key: 'submit', label: submitLabel, go: () => void run('submit') },
    can('submit') && { key: 'message', label: t`Submit with a message…`, go: () => open('submit') },
    can('return') && {
      key: 'return',
      label: state === 'scheduled' ? t`Cancel the schedule` : t`Return to the writer…`,
      go: () => (state === 'scheduled' ? void run('return') : open('return')),
    },
    can('withdraw') && !can('return') && { key: 'withdraw', label: t`Back to editing`, go: () => void run('withdraw') },
    isPublished &&
      article?.hasChanges === true && {
        key: 'compare',
        label: t`Compare with what readers see`,
        go: () => void openSaved('compare'),
      },
    can('discard') && { key: 'discard', label: t`Discard changes`, go: () => void run('discard') },
    can('unpublish') && isPublished && { key: 'unpublish', label: t`Unpublish`, go: () => void run('unpublish') },
    can('archive') && { key: 'archive', label: t`Archive`, go: () => void run('archive') },
    can('restore') &&
      next?.name !== 'restore' && { key: 'restore', label: t`Restore as draft`, go: () => void run('restore') },
    article?.can.sharePreview && { key: 'share', label: t`Preview links…`, go: () => void openSaved('share') },
    article?.can.duplicate && { key: 'duplicate', label: t`Duplicate`, go: () => void duplicateNow() },
    can('trash') && {
      key: 'trash',
      label: t`Move to trash`,
      go: () => (isPublished ? open('trash') : void run('trash')),
      danger: true,
    },
    isPublished &&
      article?.can.write === true &&
      !can('trash') && {
        key: 'trash',
        label: t`Move to trash`,
        go: () => {},
        unavailable: t`Readers see this article. Ask an editor to take it down.`,
      },
  ]
  return { next, menu: menu.filter((entry) => entry !== false && entry !== undefined) }
}
