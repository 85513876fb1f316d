import { useLingui } from '@lingui/react/macro'
import { useArticleForm } from './article-form-context.ts'
import type { Conflict } from './article-session-state.ts'

/** Whose the other version is: the person’s own, too, written in another tab. */
export function useConflictWords({ changedBy, theirs }: Pick<Conflict, 'changedBy' | 'theirs'>) {
  const { t } = useLingui()
  const { me } = useArticleForm()
  if (theirs.updatedBy?.id === me.id)
    return { title: t`You changed the same part of this article in another tab`, who: t`your other tab` }
  const who = changedBy || t`Someone else`
  return { title: t`${who} changed the same part of this article`, who }
}
